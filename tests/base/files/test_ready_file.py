"""Files that cannot be written are noticed before any work."""

from pathlib import Path

import pytest

from mbfmu import MbfmuError
from mbfmu.base.files.ready_file import ready_file


def test_the_folder_of_a_file_is_made(tmp_path: Path):
    assert ready_file(tmp_path / "new" / "run.csv").parent.is_dir()


def test_a_folder_in_the_place_of_a_file_and_a_file_in_that_of_its_folder(tmp_path: Path):
    (tmp_path / "run.csv").mkdir()
    with pytest.raises(MbfmuError, match=r"run\.csv cannot be written: it is a folder, where a file is needed; move it away"):
        ready_file(tmp_path / "run.csv")
    (tmp_path / "out").write_text("")
    with pytest.raises(MbfmuError, match="out cannot be written: it is a file, where a folder is needed"):
        ready_file(tmp_path / "out" / "run.csv")
