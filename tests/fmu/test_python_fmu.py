"""FMUs in tools that we did not write."""

import subprocess
import sys
from dataclasses import replace
from hashlib import sha256
from pathlib import Path

import casadi as ca
import fmpy
import numpy as np
import pytest
from fmpy.validation import validate_fmu
from scipy.integrate import solve_ivp

from mbfmu.fmu.python_fmu import build_fmu
from mbfmu.problem.dependencies import direct_feedthrough, initial_dependencies
from mbfmu.runtime.errors import MbfmuError, ProblemsFound
from mbfmu.runtime.problem import Problem
from mbfmu.runtime.steps import Call, Ref
from tests.engine.problems import DAMPING, LENGTH, MASS, G, dropped_on_spring, lambert, pendulum, robertson, two_masses
from tests.tolerances import INTEGRATION

ALL = [pendulum, dropped_on_spring, two_masses, lambert, robertson]


@pytest.mark.parametrize("make", ALL)
def test_conformity(tmp_path: Path, make) -> None:
    """FMPy's validation and fmutool's check find nothing."""
    path = build_fmu(make(), tmp_path)
    assert validate_fmu(str(path)) == []
    checked = subprocess.run([Path(sys.executable).parent / "fmutool", "-input", path, "-check"], capture_output=True, text=True)
    assert "seems to be compliant with FMI-2.0" in checked.stdout
    assert "No semantic error" in checked.stdout


def exact(times: np.ndarray, torque: float = 0.0, mass: float = MASS) -> np.ndarray:
    rates = lambda _, x: [x[1], (torque - mass * G * LENGTH * np.sin(x[0]) - DAMPING * x[1]) / (mass * LENGTH**2)]
    return solve_ivp(rates, (0, times[-1]), [1.0, 0.0], "DOP853", times, rtol=1e-12, atol=1e-12).y


def test_trajectory_in_fmpy(tmp_path: Path) -> None:
    """Inputs and parameters arrive, and the motion is that of the equations."""
    path = build_fmu(pendulum(), tmp_path)
    values = {"bob.m": 1.5, "tau": 2.0}
    result = fmpy.simulate_fmu(
        str(path), stop_time=3.0, output_interval=0.01, relative_tolerance=1e-9, start_values=values, output=["phi", "power"]
    )
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
    program = f"from tests.engine.problems import pendulum; from mbfmu.fmu.python_fmu import build_fmu; {build}"
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


def two_rates() -> ca.Function:
    """Rates of a pendulum that stands still."""
    x, u, d = ca.SX.sym("x", 2), ca.SX.sym("u"), ca.SX.sym("d", 2)
    return ca.Function("rates", [x, u, d], [ca.SX.zeros(2)])


def test_dependencies(tmp_path: Path) -> None:
    """The angle depends on no input at once, the power on the torque; at the start the angle depends on phi_start only."""
    description = fmpy.read_model_description(str(build_fmu(pendulum(), tmp_path)))
    known = lambda unknowns: {u.variable.name: {v.name for v in u.dependencies} for u in unknowns}
    assert known(description.outputs) == {"phi": set(), "power": {"tau"}}
    assert known(description.initialUnknowns) == {"phi": {"phi_start"}, "power": {"tau"}}


def test_initial_dependencies_through_modes() -> None:
    """An output that is a mode depends at the start on what the mode's indicator depends on, later on nothing at once."""
    u, m = ca.SX.sym("u"), ca.SX.sym("m")
    functions = {"indicator": ca.Function("indicator", [u], [u]), "output": ca.Function("output", [m], [m])}
    m1, u1, g1, y1 = (Ref(slot, 0, 1) for slot in "mugy")
    problem = Problem(
        "Switch", "", (), {"t": 1, "u": 1, "m": 1, "g": 1, "y": 1}, functions, (), (), (Call("indicator", (u1,), (g1,)),),
        (Call("output", (m1,), (y1,)),),
    )  # fmt: skip
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


def test_missing_package(tmp_path: Path) -> None:
    """Where a package is missing, one line says which, and what to install."""
    folder = Path(fmpy.extract(str(build_fmu(pendulum(), tmp_path)), tmp_path / "x")) / "resources"
    module = (folder / "slavemodule.txt").read_text()
    program = f"import sys; sys.modules['casadi'] = None; sys.path.insert(0, {str(folder)!r}); import {module}"
    failed = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True)
    assert "ImportError: Pendulum.fmu needs the Python package casadi: pip install 'numpy>=" in failed.stderr.splitlines()[-1]
