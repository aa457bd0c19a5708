"""Two masses cut at the spring between them: every master converges to the solution of the whole at the order it has in theory."""

from collections.abc import Iterator
from dataclasses import replace
from runpy import run_path
from typing import Any

import numpy as np
import pytest
from scipy.linalg import expm

from mbfmu import connect
from mbfmu.analysis.simulate.simulate import simulate
from mbfmu.base.model_description import describe_fmu
from mbfmu.cli.library import library_file
from mbfmu.cosim import System, check_system, simulate_system
from tests.reference_files import deviations
from tests.tolerances import COUPLED, DIGITS, FMU_INTEGRATION, ORDER, WHOLE

SYSTEM = library_file("cosim_examples/two_mass_oscillator/system.py")
FOLDER = SYSTEM.parent
STATE_MATRIX = np.array([[0, 1, 0, 0], [-20, -0.7, 10, 0.5], [0, 0, 0, 1], [10, 0.5, -30, -0.8]])
"""Of s and v of the left mass, then of the right one: 1 kg each; 10, 10 and 20 N/m, 0.2, 0.5 and 0.3 N.s/m from left to right."""
START = np.array([0.0, 0.0, 0.5, 0.0])
END = (0.0510408140566, 0.0316413383732)  # m: positions after 10 s
SIGNALS = ("left.s", "left.v", "right.s", "right.v")


def exact(t: float) -> np.ndarray:
    return expm(STATE_MATRIX * t) @ START


@pytest.fixture(scope="module")
def script(tmp_path_factory: pytest.TempPathFactory) -> Iterator[dict[str, Any]]:
    with pytest.MonkeyPatch.context() as patch:
        patch.chdir(tmp_path_factory.mktemp("two_mass_oscillator"))
        yield run_path(str(SYSTEM))


@pytest.fixture(scope="module")
def oscillator(script: dict[str, Any]) -> System:
    return script["system"]


def error(system: System, stop: float = 0.5, **changes: Any) -> float:
    """The largest deviation of positions and velocities over a run."""
    result = simulate_system(replace(system, stop_time=stop, **changes), show_progress=False)
    return float(max(np.abs([row[s] for s in SIGNALS] - exact(row["time"])).max() for row in result))


def test_the_whole_comes_to_its_known_end(script: dict[str, Any]):
    assert exact(10.0)[[0, 2]] == pytest.approx(END, abs=DIGITS)
    whole = connect("Whole", {"left": script["left"], "right": script["right"]}, script["connections"])
    result = simulate(whole, 10.0, 0.1, rtol=1e-11)
    assert [result["left.s"][-1], result["right.s"][-1]] == pytest.approx(END, abs=WHOLE)


def test_its_fmus_are_of_fmi_2_and_3_and_nothing_is_to_be_warned_of(oscillator: System):
    assert [describe_fmu(component.fmu).fmiMajorVersion for component in oscillator.components.values()] == [2, 3]
    assert [check_system(replace(oscillator, method=m, input_order=2)) for m in ("jacobi", "gauss_seidel", "newton")] == [(), (), ()]


@pytest.mark.parametrize("method", ["jacobi", "gauss_seidel", "newton"])
@pytest.mark.parametrize("input_order", [0, 1, 2])
def test_every_master_has_its_order(oscillator: System, method: str, input_order: int):
    coarse, fine = (error(oscillator, method=method, input_order=input_order, step_size=h) for h in (1e-2, 5e-3))
    assert np.log2(coarse / fine) == pytest.approx(input_order + 1, abs=ORDER)


@pytest.mark.parametrize("method", ["jacobi", "gauss_seidel", "newton"])
def test_what_the_coupling_creates_is_what_the_whole_gains(oscillator: System, method: str):
    """With parabolas, both fall with the third power of the step, and they differ by less than half: by what the spring's side sees of the motion.

    What the whole gains: the change of kinetic and elastic energy, and what dampers take, from the rows by Hermite's cubic polynomials. The right
    mass's own motion bends the force that follows its inputs at once, too.
    """
    created, gained = [], []
    for h in (1e-2, 5e-3):
        result = simulate_system(replace(oscillator, stop_time=10.0, method=method, input_order=2, step_size=h), show_progress=False)
        s, v = (np.array([result[f"left.{what}"], result[f"right.{what}"]]) for what in "sv")
        a = np.array([-20 * s[0] - 0.7 * v[0] + 10 * s[1] + 0.5 * v[1], 10 * s[0] + 0.5 * v[0] - 30 * s[1] - 0.8 * v[1]])
        energy = 0.5 * (v**2).sum(axis=0) + 5 * s[0] ** 2 + 5 * (s[0] - s[1]) ** 2 + 10 * s[1] ** 2
        taken = 0.2 * v[0] ** 2 + 0.5 * (v[0] - v[1]) ** 2 + 0.3 * v[1] ** 2
        rate = 0.4 * v[0] * a[0] + (v[0] - v[1]) * (a[0] - a[1]) + 0.6 * v[1] * a[1]
        gained.append(energy[-1] - energy[0] + np.sum(h / 2 * (taken[:-1] + taken[1:]) + h**2 / 12 * (rate[:-1] - rate[1:])))
        created.append(result["left.f.residual_energy"][-1])
    assert [np.log2(values[0] / values[1]) for values in (created, gained)] == pytest.approx([3, 3], abs=ORDER)
    assert created == pytest.approx(gained, rel=0.5)


def created_by_lines(result: np.ndarray, h: float) -> float:
    """What Newton's method creates where inputs are lines between rows [J]: both masses and both powers, by Runge-Kutta in eighths of steps."""
    s, v, r, w = (result[name] for name in ("left.s", "left.v", "right.s", "right.v"))
    f, parts = 10 * (r - s) + 0.5 * (w - v), 8
    between = lambda x, y: y[:-1] + x * np.diff(y)

    def rates(x: float, y: np.ndarray) -> np.ndarray:
        """Of the left and the right mass's place and speed, and of the energy created."""
        seen, speed, force = (between(x, y) for y in (s, v, f))
        given = 10 * (y[2] - seen) + 0.5 * (y[3] - speed)
        return np.array([y[1], -10 * y[0] - 0.2 * y[1] + force, y[3], -20 * y[2] - 0.3 * y[3] - given, force * y[1] - given * speed])

    y, step = np.array([s[:-1], v[:-1], r[:-1], w[:-1], 0 * s[:-1]]), h / parts
    for x in np.arange(parts) / parts:
        k1 = rates(x, y)
        k2 = rates(x + 0.5 / parts, y + step / 2 * k1)
        k3 = rates(x + 0.5 / parts, y + step / 2 * k2)
        y = y + step / 6 * (k1 + 2 * k2 + 2 * k3 + rates(x + 1 / parts, y + step * k3))
    return float(y[4].sum())


def test_what_lines_create_is_known_to_the_next_order(oscillator: System):
    """The right mass moves under its force, so the force bends within a step although its inputs are lines."""
    off = []
    for h in (1e-2, 5e-3):
        result = simulate_system(replace(oscillator, stop_time=10.0, method="newton", input_order=1, step_size=h), show_progress=False)
        exact = created_by_lines(result, h)
        off.append(result["left.f.residual_energy"][-1] - exact)
        assert abs(off[-1]) < 0.4 * exact * (h / 1e-2)
    assert np.log2(off[0] / off[1]) == pytest.approx(3, abs=ORDER)


def test_divided_steps_keep_the_order(oscillator: System):
    """The left mass steps three times in each step; with Gauss-Seidel it is the right one that is slow and comes first."""
    for method, order in (("jacobi", ()), ("gauss_seidel", ("right", "left")), ("newton", ())):
        changes = {"method": method, "order": order, "input_order": 1, "divisors": {"left": 3}}
        coarse, fine = (error(oscillator, step_size=h, **changes) for h in (1e-2, 5e-3))
        assert np.log2(coarse / fine) == pytest.approx(2, abs=ORDER)


def test_it_runs_to_the_expected_motion(oscillator: System):
    assert deviations(simulate_system(oscillator, show_progress=False), FOLDER / "expected.csv", FMU_INTEGRATION) == {}


@pytest.mark.slow
def test_the_tables_are_those_of_the_readme(script: dict[str, Any], monkeypatch: pytest.MonkeyPatch):
    monkeypatch.syspath_prepend(str(FOLDER))
    convergence = run_path(str(FOLDER / "convergence.py"))
    readme = (FOLDER / "README.md").read_text()
    assert [line for line in (*convergence["rows"](), *convergence["controlled"]()) if line not in readme] == []


@pytest.mark.slow
@pytest.mark.parametrize("method", ["jacobi", "gauss_seidel", "newton"])
def test_with_short_steps_they_come_to_the_whole(oscillator: System, method: str):
    assert error(oscillator, stop=10.0, method=method, input_order=2, step_size=1e-3) < COUPLED
