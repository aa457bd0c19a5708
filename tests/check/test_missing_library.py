"""What the machine lacks is not the FMU's fault; what the FMU brings along and does not find is."""

import subprocess
import sys
import zipfile
from collections.abc import Callable
from pathlib import Path

import pytest

from mbfmu.check import FALSE, NOT_TESTED, Finding, check_fmu, is_refuted
from mbfmu.check.checks import CHECKS
from mbfmu.check.fmu import _verdict
from mbfmu.check.missing_library import missing_library
from tests.compiler import CC

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="libraries are linked as on Linux")
NEEDED = "libnowhere.so.5"


@pytest.fixture
def needing(stub: Callable[..., Path], tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[[bool], list[Finding]]:
    """What is found of a stub whose library needs another one, which lies in the FMU or nowhere."""
    monkeypatch.setattr("mbfmu.check.fmu.CHECKS", [c for c in CHECKS if c.name in ("loads, starts, moves, stops", "wrong GUID or token refused")])
    compiler = [*CC, "-shared", "-fPIC"]
    (tmp_path / "needed.c").write_text("int needed(void) { return 1; }")
    (tmp_path / "needing.c").write_text("int needed(void); int needing(void) { return needed(); }")
    library = tmp_path / NEEDED
    subprocess.run([*compiler, f"-Wl,-soname,{NEEDED}", tmp_path / "needed.c", "-o", library], check=True)
    subprocess.run([*compiler, tmp_path / "needing.c", library, "-o", tmp_path / "needing.so"], check=True)

    def found(brought_along: bool) -> list[Finding]:
        path = tmp_path / "Needing.fmu"
        with zipfile.ZipFile(stub()) as honest, zipfile.ZipFile(path, "w") as archive:
            for name in honest.namelist():
                archive.writestr(name, (tmp_path / "needing.so").read_bytes() if name.endswith(".so") else honest.read(name))
            if brought_along:
                archive.write(library, f"resources/{NEEDED}")
        return check_fmu(path)

    return found


def test_a_library_that_the_machine_lacks_makes_nothing_false(needing: Callable[[bool], list[Finding]]):
    findings = needing(False)
    assert {f.outcome for f in findings} == {NOT_TESTED}
    assert {f.why for f in findings} == {f"the FMU's library needs {NEEDED}, which this machine does not have: install it, or check elsewhere"}
    assert is_refuted(findings)  # an FMU that does not run here is not one of which nothing is false


def test_an_fmu_that_does_not_load_in_time_is_tried_once(stub: Callable[..., Path], tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    """All that needs it to run is not tested, for the same reason."""
    monkeypatch.setattr("mbfmu.check.fmu.LIMIT", 1.0)
    (tmp_path / "slow.c").write_text("#include <unistd.h>\n__attribute__((constructor)) static void wait(void) { sleep(30); }")
    subprocess.run([*CC, "-shared", "-fPIC", tmp_path / "slow.c", "-o", tmp_path / "slow.so"], check=True)
    path = tmp_path / "Slow.fmu"
    with zipfile.ZipFile(stub()) as honest, zipfile.ZipFile(path, "w") as archive:
        for name in honest.namelist():
            archive.writestr(name, (tmp_path / "slow.so").read_bytes() if name.endswith(".so") else honest.read(name))
    tried: list[str] = []
    monkeypatch.setattr("mbfmu.check.fmu._verdict", lambda check, subject: tried.append(check.name) or _verdict(check, subject))
    findings = check_fmu(path)
    assert tried.count("loads, starts, moves, stops") == 2 and "rollback in process" not in tried
    assert {f.outcome for f in findings if f.capability == "rollback in process"} == {NOT_TESTED} and is_refuted(findings)


def test_a_library_that_the_fmu_holds_and_does_not_find_is_its_own_fault(needing: Callable[[bool], list[Finding]]):
    assert {f.outcome for f in needing(True) if f.capability.startswith("loads")} == {FALSE}


@pytest.mark.parametrize(
    ("message", "needed"),
    [
        ("libgfortran.so.3: cannot open shared object file: No such file or directory", "libgfortran.so.3"),
        ("/lib/libm.so.6: version `GLIBC_2.99' not found (required by /tmp/a.so)", "version `GLIBC_2.99'"),
        ("Error loading shared library libz.so.1: No such file or directory (needed by /tmp/a.so)", "libz.so.1"),
        ("dlopen(a.dylib, 6): Library not loaded: @rpath/libomp.dylib", "@rpath/libomp.dylib"),
        ("Could not find module 'C:\\a.dll' (or one of its dependencies).", "one of its dependencies"),
        ("/tmp/a.so: undefined symbol: fmi2GetReal", ""),
        ("/tmp/a.so: invalid ELF header", ""),
    ],
)
def test_the_words_of_loaders(message: str, needed: str):
    assert missing_library(message) == needed
