"""A problem as a folder."""

import subprocess
import sys
from pathlib import Path

import pytest

from mbfmu.engine.instance import Instance
from mbfmu.runtime.archive import problem_files, read_problem, write_problem
from mbfmu.runtime.errors import MbfmuError

from .problems import lambert, pendulum


@pytest.mark.parametrize("make", [pendulum, lambert])
def test_what_is_read_is_what_was_written(tmp_path: Path, make) -> None:
    """The files of the problem read are those of the problem written, and it computes the same."""
    write_problem(make(), tmp_path)
    read = read_problem(tmp_path)
    assert problem_files(read) == problem_files(make())
    instances = Instance(make()), Instance(read)
    for instance in instances:
        instance.initialize()
    assert instances[0].save() == instances[1].save()


def test_same_bytes_in_another_process() -> None:
    """Nothing of a process (addresses, hashes, clocks) gets into the files."""
    program = (
        "from hashlib import sha256; from mbfmu.runtime.archive import problem_files; from tests.engine.problems import lambert;"
        "print(sha256(repr(problem_files(lambert())).encode()).hexdigest())"
    )
    run = lambda: subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True).stdout
    assert run() == run() != ""


@pytest.mark.parametrize("file", ["problem.json", "rates.casadi"])
@pytest.mark.parametrize("damage", ["missing", "cut", "garbage"])
def test_damage_is_named(tmp_path: Path, file: str, damage: str) -> None:
    """A missing or damaged file is named."""
    write_problem(pendulum(), tmp_path)
    path = tmp_path / file
    content = path.read_bytes()
    if damage == "missing":
        path.unlink()
    else:
        path.write_bytes(content[: len(content) // 2] if damage == "cut" else b"\xff garbage")
    with pytest.raises(MbfmuError, match=f"{file}.* (cannot be read|is damaged).*build the problem again"):
        read_problem(tmp_path)
