"""Portable FMUs: what is in them, where they look for their model, what they say where it is missing or damaged."""

import subprocess
import sys
import zipfile
from dataclasses import replace
from hashlib import sha256
from pathlib import Path

import fmpy
import numpy as np
import pytest
from fmpy.fmi2 import FMU2Slave
from fmpy.fmi3 import FMU3Slave
from typer.testing import CliRunner

from mbfmu.base.errors import ProblemsFound
from mbfmu.check import FALSE, check_fmu
from mbfmu.cli.main import app
from mbfmu.engine.compile import PLATFORMS
from mbfmu.fmu.package.portable_fmu import MODEL, build_portable
from tests.conformity import refuse_nonconforming
from tests.engine.problems import dropped_on_spring, pendulum
from tests.fmi2_callbacks import fmi2_callbacks
from tests.fmu.package.test_python_fmu import exact
from tests.library import problem_of
from tests.tolerances import INTEGRATION

PID = Path(__file__).parents[3] / "fmus/pid/model.py"


@pytest.mark.parametrize("fmi", [2, 3])
@pytest.mark.parametrize("make", [pendulum, dropped_on_spring])
def test_conformity(tmp_path: Path, make, fmi: int) -> None:
    """FMPy's validation and fmutool's check find nothing."""
    refuse_nonconforming(build_portable(make(), tmp_path, fmi), fmi)


@pytest.mark.parametrize(
    ("make", "fmi"),
    [
        *(pytest.param(pendulum, fmi, marks=pytest.mark.slow) for fmi in (2, 3)),  # test_typed_variables.py has one by default
        *(pytest.param(lambda: problem_of("four_bar"), fmi, marks=pytest.mark.slow) for fmi in (2, 3)),
    ],
)
def test_no_claim_is_false(tmp_path: Path, make, fmi: int) -> None:
    """Derivatives, restored states and all else that it says of itself."""
    findings = check_fmu(build_portable(make(), tmp_path, fmi))
    assert len(findings) > 20
    assert [f for f in findings if f.outcome == FALSE or "numerical" in f.measured] == []


@pytest.mark.parametrize("fmi", [2, 3])
def test_times_may_be_numbers_of_numpy(tmp_path: Path, fmi: int) -> None:
    """Which show themselves as np.float64(1.5) and are 1.5 in XML."""
    problem = replace(pendulum(), stop_time=np.float64(1.5), step_size=np.float64(0.5), tolerance=np.float64(1e-5))
    stated = fmpy.read_model_description(build_portable(problem, tmp_path, fmi)).defaultExperiment
    assert [float(number) for number in (stated.stopTime, stated.stepSize, stated.tolerance)] == [1.5, 0.5, 1e-5]


@pytest.mark.parametrize("fmi", [2, 3])
def test_trajectory(tmp_path: Path, fmi: int) -> None:
    """In a folder whose name a URI must escape."""
    folder = tmp_path / "a b%20c+ü#d"
    folder.mkdir()
    unpacked = fmpy.extract(str(build_portable(pendulum(), tmp_path, fmi)), folder / "x")
    result = fmpy.simulate_fmu(unpacked, stop_time=3.0, output_interval=0.01, relative_tolerance=1e-9, start_values={"bob.m": 1.5, "tau": 2.0})
    assert result["phi"] == pytest.approx(exact(result["time"], 2.0, 1.5)[0], abs=INTEGRATION)


def test_it_holds_no_code_of_its_model(tmp_path: Path) -> None:
    """Libraries of two models are the same bytes."""
    libraries = []
    for problem in (pendulum(), dropped_on_spring()):
        with zipfile.ZipFile(build_portable(problem, tmp_path)) as archive:
            (library,) = (name for name in archive.namelist() if name.startswith("binaries/"))
            assert set(archive.namelist()) == {library, MODEL, "modelDescription.xml"}
            libraries.append(archive.read(library))
    assert libraries[0] == libraries[1]


@pytest.mark.slow
@pytest.mark.parametrize("fmi", [2, 3])
def test_every_platform(tmp_path: Path, fmi: int) -> None:
    """Each library is of the format of its platform, by the numbers it begins with."""
    with zipfile.ZipFile(build_portable(pendulum(), tmp_path, fmi, ["all"])) as archive:
        found = {p.folder(fmi): archive.read(f"binaries/{p.folder(fmi)}/Pendulum{p.ending}")[:4] for p in PLATFORMS.values()}
    formats = {"linux": b"\x7fELF", "win": b"MZ", "darwin": b"\xcf\xfa\xed\xfe"}
    assert all(any(system in folder and start.startswith(magic) for system, magic in formats.items()) for folder, start in found.items())


def test_same_bytes(tmp_path: Path) -> None:
    """The same problem gives the same archive, in this process and in another."""
    imports = "import sys; from tests.engine.problems import pendulum; from mbfmu.fmu.package.portable_fmu import build_portable"
    program = f"{imports}; build_portable(pendulum(), sys.argv[1])"
    subprocess.run([sys.executable, "-c", program, tmp_path / "b"], check=True)
    here, there = build_portable(pendulum(), tmp_path / "a"), tmp_path / "b" / "Pendulum.fmu"
    assert sha256(here.read_bytes()).digest() == sha256(there.read_bytes()).digest()


@pytest.fixture(params=[2, 3])
def instantiated(request, tmp_path: Path):
    """`instantiated(change)`: what is logged where the model's file was changed, or None if there is an instance."""
    fmi = request.param
    folder = Path(fmpy.extract(str(build_portable(pendulum(), tmp_path, fmi)), tmp_path / "x"))
    description = fmpy.read_model_description(folder)

    def attempt(change) -> str | None:
        change(folder / MODEL)
        said = []
        token = description.guid if fmi == 2 else description.instantiationToken
        fmu = (FMU2Slave if fmi == 2 else FMU3Slave)(guid=token, modelIdentifier="Pendulum", unzipDirectory=str(folder), instanceName="it")
        try:
            if fmi == 2:
                fmu.instantiate(callbacks=fmi2_callbacks(lambda *arguments: said.append(arguments[-1].decode())))
            else:
                fmu.instantiate(logMessage=lambda environment, status, category, message: said.append(message.decode()))
        except Exception:  # FMPy raises a bare exception where it gets no instance
            return said[0]
        return None

    return attempt


def flipped(path: Path) -> None:
    content = bytearray(path.read_bytes())
    content[len(content) // 2] ^= 1
    path.write_bytes(content)


@pytest.mark.parametrize(
    "change, words",
    [
        (Path.unlink, f"{MODEL} cannot be read; it holds the model"),
        (flipped, f"{MODEL} is damaged: its check sum is wrong; take it from the FMU again"),
        (lambda path: path.write_bytes(b""), f"{MODEL} is damaged: it is no model that this version of mbfmu has written"),
        (lambda path: path.write_bytes(path.read_bytes()[:-9]), f"{MODEL} is damaged: its check sum is wrong"),
    ],
)
def test_a_missing_or_damaged_model_is_refused_in_words(instantiated, change, words: str) -> None:
    assert instantiated(lambda path: None) is None
    assert words in instantiated(change)


@pytest.mark.parametrize("where", ["file:{}", "file://{}", "file://localhost{}", "{}", "file://{}/", "{}/"])
def test_ways_to_say_where_the_resources_are(tmp_path: Path, where: str) -> None:
    """URIs with and without an empty host, and plain paths, which some tools give."""
    folder = Path(fmpy.extract(str(build_portable(pendulum(), tmp_path)), tmp_path / "x"))
    fmu = FMU2Slave(guid=fmpy.read_model_description(folder).guid, modelIdentifier="Pendulum", unzipDirectory=str(folder), instanceName="it")
    real = fmu.fmi2Instantiate
    fmu.fmi2Instantiate = lambda name, kind, guid, location, *others: real(name, kind, guid, where.format(folder / "resources").encode(), *others)
    fmu.instantiate()
    fmu.freeInstance()


def test_wrong_names_and_platforms_are_refused(tmp_path: Path) -> None:
    with pytest.raises(ProblemsFound, match="the name 'two words' must be made of ASCII letters"):
        build_portable(pendulum("two words"), tmp_path)
    with pytest.raises(ProblemsFound, match="'linux65' is no platform"):
        build_portable(pendulum(), tmp_path, 2, ["linux65"])
    assert list(tmp_path.iterdir()) == []


def test_command_line(tmp_path: Path) -> None:
    """Built, told of as portable, and not native as well."""
    run = lambda *words: CliRunner().invoke(app, [*map(str, words)])
    built = run("build", PID, "--portable", "--fmi", "both", "-o", tmp_path)
    assert built.exit_code == 0 and "packing Controller for FMI 3 ..." in built.output, built.output
    assert {file.name for file in tmp_path.glob("*.fmu")} == {"Controller_fmi2.fmu", "Controller_fmi3.fmu"}
    assert "portable FMI 3.0 Model Exchange and Co-Simulation for" in run("info", tmp_path / "Controller_fmi3.fmu").output
    refused = run("build", PID, "--portable", "--native", "-o", tmp_path)
    assert refused.exit_code == 1 and "an FMU is either native or portable" in refused.output
    refused = run("build", PID, "--fmi", "3", "-o", tmp_path)
    assert refused.exit_code == 1 and "add --native or --portable" in refused.output
