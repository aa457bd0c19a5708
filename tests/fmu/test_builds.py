"""Builds at the same time, builds that are killed, and builds where there is no space: an FMU appears whole or not at all."""

import errno
import os
import signal
import subprocess
import sys
import time
import zipfile
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from pathlib import Path

import pytest
from typer.testing import CliRunner

from mbfmu.base.errors import MbfmuError
from mbfmu.cli.main import app
from mbfmu.cosim import simulate_fmu
from mbfmu.engine import compile as compiling
from mbfmu.fmu.package.native_fmu import build_native
from mbfmu.fmu.package.python_fmu import build_fmu
from tests.engine.problems import pendulum
from tests.library import FMUS

FULL = OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
BUILD = "import sys; from tests.engine.problems import pendulum; from mbfmu.fmu.{0} import {1}; [{1}(pendulum(), sys.argv[1]) for _ in range({2})]"


def whole(fmu: Path) -> bool:
    with zipfile.ZipFile(fmu) as archive:
        return archive.testzip() is None and "modelDescription.xml" in archive.namelist()


def files_in(folder: Path) -> list[str]:
    return sorted(str(path.relative_to(folder)) for path in folder.rglob("*") if path.is_file())


@pytest.mark.parametrize(("build", "count", "threads"), [(build_fmu, 30, 15), (build_native, 6, 3)])
def test_threads(tmp_path: Path, temporary: Path, build, count: int, threads: int) -> None:
    """Builds of one FMU, and of others beside it, from the threads of one process."""
    problems = [replace(pendulum(), name=f"Pendulum{i}") for i in range(2)]
    with ThreadPoolExecutor(threads) as pool:
        written = list(pool.map(lambda i: build(problems[i % 2], tmp_path / "out"), range(count)))
    assert {*written} == {tmp_path / "out" / f"Pendulum{i}.fmu" for i in range(2)} and all(map(whole, written))
    assert files_in(tmp_path) == ["out/Pendulum0.fmu", "out/Pendulum1.fmu"]


def test_processes(tmp_path: Path) -> None:
    """Builds of one FMU from several processes."""
    program = BUILD.format("package.python_fmu", "build_fmu", 4)
    processes = [subprocess.Popen([sys.executable, "-c", program, tmp_path]) for _ in range(2)]
    assert [process.wait() for process in processes] == [0, 0]
    assert files_in(tmp_path) == ["Pendulum.fmu"] and whole(tmp_path / "Pendulum.fmu")


def test_killed(tmp_path: Path, temporary: Path) -> None:
    """What a build that was killed while it compiled has left is gone after the next."""
    program = BUILD.format("package.native_fmu", "build_native", 1)
    process = subprocess.Popen([sys.executable, "-c", program, tmp_path / "out"], start_new_session=True)
    while not list(temporary.glob("*/functions.c")):
        assert process.poll() is None
        time.sleep(0.01)
    os.killpg(process.pid, signal.SIGKILL)
    process.wait()
    assert list(temporary.iterdir()) and not (tmp_path / "out").exists()
    build_native(pendulum(), tmp_path / "out")
    assert files_in(tmp_path) == ["out/Pendulum.fmu"] and list(temporary.iterdir()) == []


def full(*_arguments, **_options):
    raise FULL


def test_no_space_for_the_fmu(tmp_path: Path, monkeypatch) -> None:
    """The folder is named, and what was there stays."""
    before = build_fmu(pendulum(), tmp_path).read_bytes()
    monkeypatch.setattr(zipfile.ZipFile, "writestr", full)
    with pytest.raises(MbfmuError, match=f"^no space is left in {tmp_path} for Pendulum.fmu: make room there, or choose another folder$"):
        build_fmu(pendulum(), tmp_path)
    assert files_in(tmp_path) == ["Pendulum.fmu"] and (tmp_path / "Pendulum.fmu").read_bytes() == before


def test_no_space_to_compile(tmp_path: Path, temporary: Path, monkeypatch) -> None:
    """The temporary directory is named, whether our files or the compiler's find no space there, and nothing is left in it."""
    expected = f"^no space is left in {temporary} to compile Pendulum: make room there, or name another folder in the environment variable TMPDIR$"
    write = Path.write_bytes
    for file in ("functions.c", "probe"):
        monkeypatch.setattr(compiling.subprocess, "run", lambda *_, **__: subprocess.CompletedProcess([], -6, "", ""))
        monkeypatch.setattr(Path, "write_bytes", lambda path, content: full() if path.name == file else write(path, content))
        with pytest.raises(MbfmuError, match=expected):
            build_native(pendulum(), tmp_path / "out")
    assert files_in(tmp_path) == [] and list(temporary.iterdir()) == []


def test_no_space_for_what_the_compiler_keeps(tmp_path: Path, monkeypatch) -> None:
    said = "error: unable to create compilation: NoSpaceLeft"
    monkeypatch.setattr(compiling.subprocess, "run", lambda *_, **__: subprocess.CompletedProcess([], 1, "", said))
    with pytest.raises(MbfmuError, match="^no space is left in the compiler's cache .* variable ZIG_GLOBAL_CACHE_DIR$"):
        build_native(pendulum(), tmp_path)


def test_no_space_to_unpack(tmp_path: Path, temporary: Path, monkeypatch) -> None:
    """It is not the archive that is damaged."""
    fmu = build_fmu(pendulum(), tmp_path)
    monkeypatch.setattr(zipfile.ZipFile, "extractall", full)
    expected = f"no space is left in {temporary} to unpack {fmu}: make room there, or name another folder in the environment variable TMPDIR"
    with pytest.raises(MbfmuError, match=f"^{expected}$"):
        simulate_fmu(fmu)
    reported = CliRunner().invoke(app, ["check", str(fmu)])
    assert reported.exit_code == 1 and reported.output.strip() == f"error: {expected}"
    assert list(temporary.iterdir()) == []


def test_read_only_folder() -> None:
    """Linux lets nobody, root included, write files into /sys."""
    for build in (build_fmu, build_native):
        with pytest.raises(MbfmuError, match="^/sys/Pendulum.fmu cannot be written: (Permission denied|Read-only file system)$"):
            build(pendulum(), "/sys")
    reported = CliRunner().invoke(app, ["build", str(FMUS / "pendulum_chain/model.py"), "-o", "/sys"])
    assert reported.exit_code == 1 and reported.output.startswith("error: /sys cannot be written: ")
