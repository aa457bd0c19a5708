"""FMUs in tools that we did not write."""

import os
import subprocess
import sys
import zipfile
from dataclasses import replace
from hashlib import sha256
from pathlib import Path

import casadi as ca
import fmpy
import numpy as np
import pytest
from scipy.integrate import solve_ivp

from mbfmu.base.errors import MbfmuError, ProblemsFound
from mbfmu.check import FALSE, NOTED, check_fmu
from mbfmu.engine.library import libraries_of
from mbfmu.fmu.package import python_fmu
from mbfmu.fmu.package.portable_fmu import build_portable
from mbfmu.fmu.package.python_fmu import build_fmu
from mbfmu.problem.data.dependencies import direct_feedthrough, initial_dependencies
from mbfmu.problem.data.problem import Problem
from mbfmu.problem.data.ref import Ref
from mbfmu.problem.data.steps import Call
from tests.conformity import refuse_nonconforming
from tests.engine.problems import DAMPING, LENGTH, MASS, G, dropped_on_spring, lambert, pendulum, robertson, two_masses
from tests.library import problem_of
from tests.tolerances import INTEGRATION

HOST = Path(__file__).parents[1] / "plain_host.py"
ALL = [pendulum, dropped_on_spring, two_masses, lambert, robertson]


@pytest.mark.parametrize("make", ALL)
def test_conformity(tmp_path: Path, make) -> None:
    """FMPy's validation and fmutool's check find nothing."""
    refuse_nonconforming(build_fmu(make(), tmp_path), 2)


def exact(times: np.ndarray, torque: float = 0.0, mass: float = MASS) -> np.ndarray:
    rates = lambda _, x: [x[1], (torque - mass * G * LENGTH * np.sin(x[0]) - DAMPING * x[1]) / (mass * LENGTH**2)]
    return solve_ivp(rates, (0, times[-1]), [1.0, 0.0], "DOP853", times, rtol=1e-12, atol=1e-12).y


def test_trajectory_in_fmpy(tmp_path: Path) -> None:
    """Inputs and parameters arrive, and the motion is that of the equations."""
    path = build_fmu(pendulum(), tmp_path)
    values = {"bob.m": 1.5, "tau": 2.0}
    result = fmpy.simulate_fmu(str(path), stop_time=3.0, output_interval=0.01, relative_tolerance=1e-9, start_values=values, output=["phi", "power"])
    phi, w = exact(result["time"], 2.0, 1.5)
    assert result["phi"] == pytest.approx(phi, abs=INTEGRATION)
    assert result["power"] == pytest.approx(2.0 * w, abs=20 * INTEGRATION)  # a speed of several rad/s times 2 N.m


def test_trajectory_in_libcosim(tmp_path: Path) -> None:
    """The same motion in libcosim, whose default tolerance is ours."""
    libcosim = pytest.importorskip("libcosimpy")
    from libcosimpy.CosimExecution import CosimExecution
    from libcosimpy.CosimObserver import CosimObserver
    from libcosimpy.CosimSlave import CosimLocalSlave

    assert libcosim
    execution = CosimExecution.from_step_size(10_000_000)
    slave = execution.add_local_slave(CosimLocalSlave(fmu_path=str(build_fmu(pendulum(), tmp_path)), instance_name="pendulum"))
    observer = CosimObserver.create_last_value()
    execution.add_observer(observer)
    execution.simulate_until(1_000_000_000)
    (value,) = observer.last_real_values(slave, [3])
    assert value == pytest.approx(exact(np.array([0.0, 1.0]))[0, -1], abs=1e-5)


def test_same_bytes(tmp_path: Path) -> None:
    """The same problem gives the same archive, in this process and in another."""
    build = f"build_fmu(pendulum(), {str(tmp_path / 'b')!r})"
    program = f"from tests.engine.problems import pendulum; from mbfmu.fmu.package.python_fmu import build_fmu; {build}"
    subprocess.run([sys.executable, "-c", program], check=True)
    here, there = build_fmu(pendulum(), tmp_path / "a"), tmp_path / "b" / "Pendulum.fmu"
    assert sha256(here.read_bytes()).digest() == sha256(there.read_bytes()).digest()


def test_two_fmus_of_one_name(tmp_path: Path) -> None:
    """FMUs of the same name but other content each run their own code in one process, also when interleaved."""
    slow = replace(pendulum(), functions=dict(pendulum().functions) | {"rates": two_rates()})
    paths = [build_fmu(problem, tmp_path / folder) for problem, folder in ((pendulum(), "a"), (slow, "b"))]
    for _ in range(2):
        first, second = (fmpy.simulate_fmu(str(path), stop_time=1.0, output=["phi"])["phi"][-1] for path in paths)
        assert first == pytest.approx(exact(np.array([0.0, 1.0]))[0, -1], abs=1e-5)
        assert second == 1.0


def test_two_versions_of_the_engine(tmp_path: Path, monkeypatch) -> None:
    """Each FMU runs the one that it brings along, in one process and in turns."""
    paths = [build_fmu(pendulum(), tmp_path / "a")]
    monkeypatch.setattr(python_fmu, "libraries_of", lambda *given: {key: library + b"later" for key, library in libraries_of(*given).items()})
    paths.append(build_fmu(pendulum(), tmp_path / "b"))
    folders = [fmpy.extract(str(path), tmp_path / str(i)) for i, path in enumerate(paths)]
    runs = [fmpy.simulate_fmu(folder, stop_time=1.0)["phi"].tolist() for folder in folders * 2]
    assert runs[1:] == runs[:1] * 3
    mapped = Path("/proc/self/maps").read_text()
    assert all(next(Path(folder).glob("resources/engine_*")).name in mapped for folder in folders)


def two_rates() -> ca.Function:
    """Rates of a pendulum that stands still."""
    x, u, d = ca.SX.sym("x", 2), ca.SX.sym("u"), ca.SX.sym("d", 2)
    return ca.Function("rates", [x, u, d], [ca.SX.zeros(2)])


def test_dependencies(tmp_path: Path) -> None:
    """The angle is a state, the power the torque times another; at the start the angle depends on phi_start only."""
    description = fmpy.read_model_description(str(build_fmu(pendulum(), tmp_path)))
    known = lambda unknowns: {u.variable.name: {v.name for v in u.dependencies} for u in unknowns}
    assert known(description.outputs) == {"phi": {"phi_state"}, "power": {"tau", "w"}}
    assert {"phi": {"phi_start"}, "power": {"tau"}}.items() <= known(description.initialUnknowns).items()


def test_initial_dependencies_through_modes() -> None:
    """An output that is a mode depends at the start on what the mode's indicator depends on, later on nothing at once."""
    u, m = ca.SX.sym("u"), ca.SX.sym("m")
    functions = {"indicator": ca.Function("indicator", [u], [u]), "output": ca.Function("output", [m], [m])}
    m1, u1, g1, y1 = (Ref(slot, 0, 1) for slot in "mugy")
    problem = Problem(
        "Switch",
        "",
        (),
        {"t": 1, "u": 1, "m": 1, "g": 1, "y": 1},
        functions,
        (),
        (),
        (Call("indicator", (u1,), (g1,)),),
        (Call("output", (m1,), (y1,)),),
    )
    assert initial_dependencies(problem).tolist() == [[True]]
    assert direct_feedthrough(problem).tolist() == [[False]]


def test_names_are_checked(tmp_path: Path) -> None:
    """What cannot be the name of a library is refused, and nothing is left behind."""
    with pytest.raises(ProblemsFound, match="the name 'two words' must be made of ASCII letters"):
        build_fmu(pendulum("two words"), tmp_path)
    assert list(tmp_path.iterdir()) == []


def test_unwritable_place(tmp_path: Path) -> None:
    """A directory that cannot be made is named."""
    (tmp_path / "file").write_text("")
    with pytest.raises(MbfmuError, match="file/Pendulum.fmu cannot be written"):
        build_fmu(pendulum(), tmp_path / "file")


@pytest.mark.slow
def test_platforms(tmp_path: Path) -> None:
    """The wrapper and the engine for each; those without a wrapper are refused by name."""
    with zipfile.ZipFile(build_fmu(pendulum(), tmp_path, ["all"])) as archive:
        names = set(archive.namelist())
    assert {name for name in names if name.startswith("binaries")} == {"binaries/linux64/Pendulum.so", "binaries/win64/Pendulum.dll"}
    assert {Path(name).suffix for name in names if name.startswith("resources/engine_")} == {".so", ".dll"}
    with pytest.raises(ProblemsFound, match="(?s)wrapper of pythonfmu is there for linux64 and win64.*there is none for aarch64-linux"):
        build_fmu(pendulum(), tmp_path, ["linux64", "aarch64-linux"])


@pytest.mark.parametrize("make", [pytest.param(pendulum, marks=pytest.mark.slow), lambda: problem_of("four_bar")])
def test_claims(tmp_path: Path, make) -> None:
    """All that it says of itself holds; what the wrapper leaves out is the comparison of the GUID."""
    findings = check_fmu(build_fmu(make(), tmp_path))
    assert len(findings) > 10
    assert [f.capability for f in findings if f.outcome in (FALSE, NOTED)] == ["wrong GUID or token refused"]


def test_the_numbers_of_the_portable_fmu(tmp_path: Path) -> None:
    """To the last bit: it is the same engine."""
    python, portable = (build(dropped_on_spring(), tmp_path / build.__name__) for build in (build_fmu, build_portable))
    runs = [fmpy.simulate_fmu(str(path), fmi_type="CoSimulation", stop_time=2.0, output_interval=0.01) for path in (python, portable)]
    assert runs[0].tolist() == runs[1].tolist()


@pytest.fixture(scope="module")
def bare(tmp_path_factory) -> Path:
    """A Python without any package."""
    folder = tmp_path_factory.mktemp("bare")
    subprocess.run([sys.executable, "-m", "venv", "--without-pip", folder], check=True)
    return folder / "bin/python"


def test_no_package_is_needed(tmp_path: Path, bare: Path) -> None:
    """Driven by plain Python through ctypes, in a Python where nothing can be imported but the standard library."""
    lonely = subprocess.run([bare, "-c", "import numpy"], capture_output=True, text=True)
    assert "ModuleNotFoundError" in lonely.stderr
    folder = fmpy.extract(str(build_fmu(pendulum(), tmp_path)), tmp_path / "x")
    described = fmpy.read_model_description(folder)
    run = subprocess.run([bare, HOST, folder, "Pendulum", described.guid, "3", "0.01", "100"], capture_output=True, text=True, cwd=tmp_path)
    assert run.returncode == 0, run.stderr
    phi = [float(line) for line in run.stdout.split()]
    assert phi == pytest.approx(exact(np.linspace(0.0, 1.0, 101))[0], abs=1e-5)


@pytest.mark.slow
@pytest.mark.parametrize("name", ["pendulum_chain", "spacecraft"])
def test_processes_end_well(tmp_path: Path, name: str) -> None:
    """Many processes that have simulated an FMU, and have imported nothing of ours, end without a crash."""
    program = "import sys, fmpy; fmpy.simulate_fmu(sys.argv[1], stop_time=1.0)"
    environment = {key: value for key, value in os.environ.items() if key != "PYTHONPATH"}
    command = [sys.executable, "-c", program, build_fmu(problem_of(name), tmp_path)]
    assert [subprocess.run(command, cwd=tmp_path, env=environment, capture_output=True).returncode for _ in range(30)] == [0] * 30
