"""What an archive unpacks to."""

import zipfile
from pathlib import Path

import pytest

from mbfmu.base.safe_zip import unpacked

NAMES = ("modelDescription.xml", "binaries/x86_64-linux/Model.so", "resources/sources/data.txt", "sources/model.c", "documentation/index.html")


@pytest.mark.parametrize("to_run, kept", [(False, NAMES), (True, NAMES[:3])])
def test_who_runs_an_fmu_needs_neither_sources_nor_documentation(tmp_path: Path, to_run: bool, kept: tuple[str, ...]):
    fmu = tmp_path / "model.fmu"
    with zipfile.ZipFile(fmu, "w") as archive:
        for name in NAMES:
            archive.writestr(name, name)
    with unpacked(fmu, to_run) as folder:
        assert {str(path.relative_to(folder)) for path in folder.rglob("*") if path.is_file()} == {*kept}
