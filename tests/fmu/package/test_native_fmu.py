"""Native FMUs in tools that we did not write."""

import re
import subprocess
import sys
import zipfile
from hashlib import sha256
from pathlib import Path

import fmpy
import numpy as np
import pytest
from typer.testing import CliRunner

from mbfmu.base.errors import MbfmuError, ProblemsFound
from mbfmu.cli.main import app
from mbfmu.engine import compile as compiling
from mbfmu.fmu.package import native_fmu
from mbfmu.fmu.package.native_fmu import build_native
from tests.conformity import refuse_nonconforming
from tests.engine.problems import dropped_on_spring, pendulum
from tests.fmu.package.test_python_fmu import exact
from tests.library import problem_of
from tests.tolerances import INTEGRATION

LARGE = ("spacecraft", "wheel_loader")
MODELS = ("andrews_squeezer", "crane", "four_bar", "hydraulics", "pendulum_chain", "pid", "quarter_car", "rolling_disk", "slider_crank")
MODEL = "from mbfmu import Body, Model, Revolute, World\nmodel = Model('Swing')\nmodel.world, model.bob = World(), Body(m=1.0, I=[1.0, 1.0, 1.0])\n"
MODEL += "model.hinge = Revolute(model.world.frame_b, model.bob.frame_a, n=[0, 0, 1])\nmodel.expose(outputs={'phi': model.hinge.phi})\n"


@pytest.mark.parametrize("fmi", [2, 3])
@pytest.mark.parametrize("make", [pendulum, dropped_on_spring])
def test_conformity(tmp_path: Path, make, fmi: int) -> None:
    """FMPy's validation and fmutool's check find nothing."""
    refuse_nonconforming(build_native(make(), tmp_path, fmi), fmi)


@pytest.mark.slow
@pytest.mark.parametrize("fmi", [2, 3])
@pytest.mark.parametrize("name", [*MODELS, *LARGE])
def test_conformity_of_the_library(tmp_path: Path, name: str, fmi: int) -> None:
    """Nor do they find anything in any model of the library."""
    refuse_nonconforming(build_native(problem_of(name), tmp_path, fmi), fmi)


@pytest.mark.parametrize("interface", ["ModelExchange", "CoSimulation"])
@pytest.mark.parametrize("fmi", [2, 3])
def test_trajectory_in_fmpy(tmp_path: Path, fmi: int, interface: str) -> None:
    """Inputs and parameters arrive, and the motion is that of the equations."""
    result = fmpy.simulate_fmu(
        str(build_native(pendulum(), tmp_path, fmi)),
        fmi_type=interface,
        stop_time=3.0,
        output_interval=0.01,
        relative_tolerance=1e-9,
        start_values={"bob.m": 1.5, "tau": 2.0},
        output=["phi", "power", "w", "der(w)"],
    )
    phi, w = exact(result["time"], 2.0, 1.5)
    far = 10 * INTEGRATION if interface == "ModelExchange" else INTEGRATION  # CVODE adds up its errors at 1e-9
    assert result["phi"] == pytest.approx(phi, abs=far)
    assert result["w"] == pytest.approx(w, abs=10 * far)  # several rad/s
    assert result["power"] == pytest.approx(2.0 * w, abs=20 * far)


def test_same_bytes(tmp_path: Path) -> None:
    """The same problem gives the same archive, in this process and in another."""
    build = f"build_native(pendulum(), {str(tmp_path / 'b')!r})"
    program = f"from tests.engine.problems import pendulum; from mbfmu.fmu.package.native_fmu import build_native; {build}"
    subprocess.run([sys.executable, "-c", program], check=True)
    here, there = build_native(pendulum(), tmp_path / "a"), tmp_path / "b" / "Pendulum.fmu"
    assert sha256(here.read_bytes()).digest() == sha256(there.read_bytes()).digest()


@pytest.mark.slow
@pytest.mark.parametrize("fmi", [2, 3])
def test_sources_are_complete(tmp_path: Path, fmi: int) -> None:
    """What the description lists compiles with plain options, from sources/ alone, and shows no symbols but those of FMI."""
    folder = Path(fmpy.extract(str(build_native(pendulum(), tmp_path, fmi)), tmp_path / "x"))
    description = fmpy.read_model_description(folder)
    files = description.buildConfigurations[0].sourceFileSets[0].sourceFiles
    (library,) = (folder / "binaries").rglob(f"*{fmpy.sharedLibraryExtension}")
    command = [sys.executable, "-m", "ziglang", "cc", "-O0", "-fno-sanitize=undefined", "-shared", "-fPIC", "-I.", *files, "-o", str(library), "-lm"]
    subprocess.run(command, cwd=folder / "sources", check=True)
    names = _dynamic_names(library)
    assert f"fmi{fmi}Instantiate".encode() in {name[:15] for name in names}
    assert not {b"PROBLEM", b"advance", b"value_rates", b"fail"} & names
    result = fmpy.simulate_fmu(folder, stop_time=1.0, relative_tolerance=1e-9, output=["phi"])
    assert result["phi"][-1] == pytest.approx(exact(np.array([0.0, 1.0]))[0, -1], abs=INTEGRATION)


def _dynamic_names(library: Path) -> set[bytes]:
    """The names of the dynamic symbols of an ELF file, found by one that is there."""
    content = library.read_bytes()
    start = content.index(b"\0fmi")
    return set(content[start : content.index(b"\0\0", start)].split(b"\0"))


@pytest.mark.tools
@pytest.mark.parametrize("fmi", [2, 3])
def test_fmpy_compiles_it(tmp_path: Path, fmi: int) -> None:
    """FMPy rebuilds the binary (needs CMake and a C compiler), and it moves as before."""
    from fmpy.build import build_platform_binary

    folder = Path(fmpy.extract(str(build_native(pendulum(), tmp_path, fmi)), tmp_path / "x"))
    for library in list((folder / "binaries").rglob(f"*{fmpy.sharedLibraryExtension}")):
        library.unlink()
    build_platform_binary(folder)
    result = fmpy.simulate_fmu(folder, stop_time=1.0, relative_tolerance=1e-9, output=["phi"])
    assert result["phi"][-1] == pytest.approx(exact(np.array([0.0, 1.0]))[0, -1], abs=INTEGRATION)


@pytest.mark.slow
def test_every_platform(tmp_path: Path) -> None:
    """Each library is of its platform, by the numbers its format begins with; those of macOS run from version 11.0."""
    names = zipfile.ZipFile(build_native(pendulum(), tmp_path, 3, ["all"]))
    library = lambda folder, ending: names.read(f"binaries/{folder}/Pendulum.{ending}")
    for folder, machine in (("x86_64-linux", 62), ("aarch64-linux", 183)):
        content = library(folder, "so")
        assert content[:4] == b"\x7fELF" and int.from_bytes(content[18:20], "little") == machine
        assert max(re.findall(rb"GLIBC_2\.(\d+)", content), key=int) <= b"17"
    windows = library("x86_64-windows", "dll")
    start = int.from_bytes(windows[0x3C:0x40], "little")
    assert windows[:2] == b"MZ" and windows[start : start + 6] == b"PE\0\0\x64\x86"
    for folder, machine in (("x86_64-darwin", 0x01000007), ("aarch64-darwin", 0x0100000C)):
        content = library(folder, "dylib")
        assert int.from_bytes(content[4:8], "little") == machine
        assert _oldest_macos(content) == (11, 0)


def _oldest_macos(content: bytes) -> tuple[int, int]:
    """From the load command LC_BUILD_VERSION of a Mach-O file."""
    place, number = 32, lambda at: int.from_bytes(content[at : at + 4], "little")
    for _ in range(number(16)):
        if number(place) == 0x32:
            return number(place + 12) >> 16, number(place + 12) >> 8 & 255
        place += number(place + 4)
    raise AssertionError("no minimum version")


def test_wrong_token_is_refused(tmp_path: Path) -> None:
    """A modelDescription.xml that is not of this library is refused at instantiation."""
    folder = Path(fmpy.extract(str(build_native(pendulum(), tmp_path)), tmp_path / "x"))
    xml = folder / "modelDescription.xml"
    xml.write_text(re.sub('guid="{.', 'guid="{X', xml.read_text()))
    with pytest.raises(Exception, match="Failed to instantiate"):
        # with a logger of its own: FMPy's default one hands on to that of the run before, which may be gone
        fmpy.simulate_fmu(folder, stop_time=1.0, debug_logging=True, logger=lambda *said: None)


def test_nothing_is_left_on_failure(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Names that cannot be, platforms that there are not, C that does not compile and a missing compiler are told of."""
    with pytest.raises(ProblemsFound, match="the name 'two words' must be made of ASCII letters"):
        build_native(pendulum("two words"), tmp_path)
    with pytest.raises(ProblemsFound, match="there is linux64, .*\n.*'linux65' is no platform"):
        build_native(pendulum(), tmp_path, 2, ["linux65"])
    with monkeypatch.context() as patch:
        patch.setattr(native_fmu, "problem_source", lambda *_: lambda token: b"nonsense;")
        with pytest.raises(MbfmuError, match="Pendulum could not be compiled for .*\n(.*\n)*.*problem.c:1:1: error"):
            build_native(pendulum(), tmp_path)
    monkeypatch.setattr(compiling, "find_spec", lambda _: None)
    with pytest.raises(MbfmuError, match=r'the package ziglang, which is missing: pip install "mbfmu\[native\]"'):
        build_native(pendulum(), tmp_path)
    assert list(tmp_path.iterdir()) == []


def test_command_line(tmp_path: Path) -> None:
    """Both versions become two files named by version; options of native FMUs are refused without --native."""
    (tmp_path / "model.py").write_text(MODEL)
    run = lambda *options: CliRunner().invoke(app, ["build", str(tmp_path / "model.py"), "-o", str(tmp_path), *options])
    done = run("--native", "--fmi", "both")
    assert done.exit_code == 0, done.output
    assert re.search("compiling Swing for FMI 3 ...\n  .* done", done.output)
    assert {file.name for file in tmp_path.glob("*.fmu")} == {"Swing_fmi2.fmu", "Swing_fmi3.fmu"}
    refused = run("--fmi", "3")
    assert refused.exit_code == 1 and "add --native or --portable" in refused.output
