"""What killed processes leave is deleted; what living processes and threads work on is not."""

import errno
import fcntl
import signal
import subprocess
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from mbfmu.base.errors import MbfmuError
from mbfmu.base.files.lock import in_use
from mbfmu.base.files.temporary_folder import PREFIX, temporary_folder
from mbfmu.base.files.whole_file import whole_file

WORKING = """
import sys
from pathlib import Path
from mbfmu.base.files.temporary_folder import temporary_folder
from mbfmu.base.files.whole_file import whole_file
with temporary_folder() as folder, whole_file(Path(sys.argv[1])) as partial:
    (folder / "content").write_text("half")
    partial.write_text("half")
    print("working", flush=True)
    sys.stdin.read()
"""


def working(target: Path) -> subprocess.Popen:
    """A process in the middle of its work."""
    process = subprocess.Popen([sys.executable, "-c", WORKING, target], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
    assert process.stdout.readline() == "working\n"
    return process


def folders(temporary: Path) -> list[Path]:
    """Temporary folders, without their locks."""
    return list(temporary.glob(f"{PREFIX}????????"))


def partials(folder: Path) -> list[Path]:
    """What is being written to `result`, without its locks."""
    return list(folder.glob(".result.????????.part"))


def test_what_a_killed_process_left_is_deleted_by_the_next(tmp_path: Path, temporary: Path) -> None:
    target = tmp_path / "result"
    process = working(target)
    process.send_signal(signal.SIGKILL)
    process.wait()
    assert len(folders(temporary)) == 1 and len(partials(tmp_path)) == 1
    with temporary_folder() as folder, whole_file(target) as partial:
        assert folders(temporary) == [folder] and partials(tmp_path) == [partial]
        partial.write_text("whole")
    assert list(temporary.iterdir()) == [] and target.read_text() == "whole"


def test_a_lock_alone_is_deleted_too(tmp_path: Path, temporary: Path) -> None:
    """Its process was killed before it made what it had locked, or behind its end; a lock that is held stays."""
    lone, held = (Path(f"{temporary}/{PREFIX}{name}.lock") for name in ("01234567", "89abcdef"))
    lone.touch()
    partial = tmp_path / ".result.01234567.part.lock"
    partial.touch()
    with in_use(held.with_suffix("")), temporary_folder(), whole_file(tmp_path / "result") as file:
        file.write_text("whole")
        assert held.exists() and not lone.exists() and not partial.exists()


def test_what_a_living_process_works_on_is_left_alone(tmp_path: Path, temporary: Path) -> None:
    target = tmp_path / "result"
    process = working(target)
    with temporary_folder(), whole_file(target) as partial:
        assert len(folders(temporary)) == 2 and len(partials(tmp_path)) == 2
        partial.write_text("ours")
    assert target.read_text() == "ours"
    process.communicate("")
    assert process.returncode == 0 and target.read_text() == "half"  # it has ended last
    assert list(temporary.iterdir()) == [] and list(tmp_path.glob(".result.*")) == []


def test_threads_leave_each_other_alone(tmp_path: Path, temporary: Path) -> None:
    """Many times a folder is made while others are looked for and deleted."""

    def work(number: int) -> bool:
        with temporary_folder() as folder, whole_file(tmp_path / "result") as partial:
            (folder / "content").write_text(str(number))
            partial.write_text(str(number))
            return (folder / "content").read_text() == str(number)

    with ThreadPoolExecutor(16) as threads:
        assert all(threads.map(work, range(150)))
    assert list(temporary.iterdir()) == [] and {path.name for path in tmp_path.iterdir()} == {"temporary", "result"}


def test_a_users_own_folders_stay(temporary: Path) -> None:
    """Only what bears a name of ours is looked at, and no link is followed."""
    own = [temporary / name for name in ("mbfmu-results", f"{PREFIX}of-mine")]
    for folder in own:
        folder.mkdir()
    link = temporary / f"{PREFIX}abcdefgh"
    link.symlink_to(own[0])
    with temporary_folder():
        assert {*temporary.iterdir()} >= {*own, link}


def test_a_folder_that_knows_no_locks_is_worked_in_without(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Some network file systems refuse locks; there nothing that another process may work on is deleted."""

    def refused(descriptor: int, how: int) -> None:
        raise OSError(errno.EOPNOTSUPP, "no locks here")

    monkeypatch.setattr(fcntl, "flock", refused)
    other = tmp_path / ".result.abcdefgh.part"
    other.touch()
    with whole_file(tmp_path / "result") as partial:
        partial.write_text("whole")
    assert (tmp_path / "result").read_text() == "whole" and other.exists()


def test_a_failed_write_keeps_what_was_there(tmp_path: Path) -> None:
    target = tmp_path / "result"
    target.write_text("before")
    with pytest.raises(ZeroDivisionError), whole_file(target) as partial:
        partial.write_text("half")
        raise ZeroDivisionError
    assert target.read_text() == "before" and list(tmp_path.iterdir()) == [target]


def test_files_are_readable_as_any_other(tmp_path: Path) -> None:
    (tmp_path / "plain").touch()
    with whole_file(tmp_path / "result") as partial:
        partial.write_text("whole")
    assert (tmp_path / "result").stat().st_mode == (tmp_path / "plain").stat().st_mode


def test_no_temporary_directory(monkeypatch, tmp_path: Path) -> None:
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path / "missing"))
    with pytest.raises(MbfmuError, match="no temporary folder can be made: No such file or directory; name another folder .* TMPDIR"):
        with temporary_folder():
            pass
