"""Cases of contact in FMUs of all kinds: two outside solvers and Co-Simulation pass the same events as closed forms, within 1e-7 s.

Cases contact_bouncing_ball, contact_hunt_crossley, contact_incline_block, walker_rimless_wheel, walker_simplest_garcia, walker_kneed_chen,
impact_elastodynamic_restitution (a rod of 0.25 m, struck at 0.1 m/s), and friction_stick_slip, which has no event.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path
from unittest import mock

import fmpy
import numpy as np
import pytest
from fmpy.sundials import CVodeSolver
from numpy.polynomial import Polynomial
from scipy.interpolate import CubicSpline
from scipy.optimize import brentq

from mbfmu import Model, build_fmu, build_native, build_portable
from mbfmu.check import FALSE, check_fmu
from tests.analysis.impact.struck_bodies import exact_rod, struck
from tests.bouncing_balls import impacts
from tests.library import problem_of
from tests.model.elements.contacts import scenes
from tests.rigid_contacts import G, block, gait_of_rimless_wheel, rimless_wheel
from tests.tolerances import EVENT_TIMES, PUBLISHED_DIGITS
from tests.walkers import GAIT, KNEED_GAIT, KNEED_STEP, STEP, kneed, simplest_walker

from .masters import SciPySolver, by_cvode, by_event_mode, by_scipy
from .restored import assert_taken_over

TIGHT = 1e-11  # relative tolerance of masters
LIGHT = 1e-4  # kg.m2: of the wheel's hub of 1 kg, whose spokes of 1 m have no mass
SPEED = 0.1  # m/s: of the belt
W, WHEEL_STEP = gait_of_rimless_wheel(inertia=LIGHT)
KNEED_STRIKES = np.array([0.3486120004843911, KNEED_STEP])  # s: of the knee that swings, and of its foot


@dataclass(frozen=True)
class Case:
    """A model, the times of its events, and how to tell them from times and values of an output."""

    model: Callable[[], Model]
    stop_time: float
    times: np.ndarray
    output: str
    told: Callable[[np.ndarray, np.ndarray], np.ndarray]
    intervals: int = 400


def of_parabolas(t: np.ndarray, h: np.ndarray) -> np.ndarray:
    """When a ball left the ground: where the parabola through two of its heights in flight begins."""
    found, (times, _) = [], impacts(11)
    for begin, end in pairwise(times):
        i, k = np.flatnonzero((t > begin + 1e-4) & (t < end - 1e-4))[[0, -1]]
        speed = (h[k] - h[i]) / (t[k] - t[i]) + 0.5 * G * (t[k] - t[i])  # at row i
        found.append(t[i] - (-speed + np.sqrt(speed**2 + 2.0 * G * h[i])) / G)
    return np.array(found)


def of_lines(t: np.ndarray, gap: np.ndarray) -> np.ndarray:
    """When a ball without weight met the ground and left it."""
    return np.array([t[i] - gap[i] * (t[k] - t[i]) / (gap[k] - gap[i]) for i, k in ((0, 1), (-2, -1))])


def of_steps(t: np.ndarray, w: np.ndarray) -> np.ndarray:
    """When a wheel made steps, ten rows each, from its speeds three rows later: they are those of the first."""
    return t[10::10] - (w[13::10] - w[3]) * (t[4] - t[2]) / (w[4] - w[2])


def of_kinks(*wanted: float) -> Callable[[np.ndarray, np.ndarray], np.ndarray]:
    """When an angle got another speed, near the times wanted: where two polynomials meet, one through rows before and one through rows behind."""

    def told(t: np.ndarray, angle: np.ndarray) -> np.ndarray:
        found = []
        for time in wanted:
            i = int(np.searchsorted(t, time))
            before, behind = (Polynomial.fit(t[rows], angle[rows], 5) for rows in (slice(i - 10, i - 1), slice(i + 1, i + 10)))
            found.append(brentq(lambda at, a=before, b=behind: a(at) - b(at), t[i - 2], t[i + 1], xtol=1e-15))
        return np.array(found)

    return told


def struck_rod() -> Model:
    """A steel sphere strikes an aluminium rod, whose modes are in closed form; by waves in place of 80 modes contact ends 0.06 us later."""
    model = struck(exact_rod(0.25, 80), "hit")
    model.expose(outputs={"gap": model.hit.gap})
    return model


def of_separation(t: np.ndarray, gap: np.ndarray) -> np.ndarray:
    """When two bodies without weight part that touch at the start."""
    roots = CubicSpline(t, gap).roots(extrapolate=False)
    return roots[roots > t[len(t) // 4]]


CASES = {
    "ball": Case(lambda: problem_of("bouncing_ball"), 4.0, impacts(10)[0], "gap", of_parabolas),
    "hunt_crossley": Case(lambda: scenes.ball(c=1e6, d=0.2, h=0.01), 0.03, np.array([0.01, 0.022991642401649914]), "gap", of_lines),
    "down": Case(lambda: block(3.0, 0.5), 3.0, np.array([2.39239276722225]), "r", lambda t, s: 2.0 * s[-1:] / 3.0),
    "up": Case(lambda: block(-3.0, 0.5), 1.0, np.array([0.3766757403915407]), "r", lambda t, s: -2.0 * s[-1:] / 3.0),
    "rimless_wheel": Case(lambda: rimless_wheel(w=W, inertia=LIGHT), 3.9 * WHEEL_STEP, WHEEL_STEP * np.arange(1, 4), "w", of_steps, 39),
    "rod": Case(struck_rod, 4e-4, np.array([191.24070355556782e-6]), "gap", of_separation),
    "simplest_walker": Case(lambda: simplest_walker(0.009, *GAIT), 4.4, np.array([STEP]), "hip", of_kinks(STEP)),
    "kneed_walker": Case(lambda: kneed(*KNEED_GAIT), 0.7, KNEED_STRIKES, "hip", of_kinks(*KNEED_STRIKES)),
}


def test_the_gait_is_that_of_the_published_wheel() -> None:
    """The case walker_rimless_wheel, all mass at the hub."""
    assert gait_of_rimless_wheel() == pytest.approx((1.3407677306987908, 0.6310365780432147), abs=PUBLISHED_DIGITS)


def agree(found: np.ndarray, wanted: np.ndarray) -> None:
    """Each event is passed; there may be others, of points that had not slid."""
    assert len(found)
    assert max(np.abs(found - time).min() for time in wanted) <= EVENT_TIMES


def stepped(fmu: Path, case: Case) -> None:
    options = {"stop_time": case.stop_time, "output_interval": case.stop_time / case.intervals, "relative_tolerance": TIGHT}
    rows = fmpy.simulate_fmu(fmu, fmi_type="CoSimulation", **options)
    agree(case.told(rows["time"], first_of(rows, case.output)), case.times)


def first_of(rows: np.ndarray, output: str) -> np.ndarray:
    """An output, or the first number of an array, which FMI 2 gives a name."""
    return np.asarray(rows[output] if output in rows.dtype.names else rows[f"{output}[1]"]).reshape(len(rows), -1)[:, 0]


def exchanged(fmu: Path, case: Case) -> None:
    for master in (by_cvode, by_scipy):
        agree(master(fmu, case.stop_time, TIGHT), case.times)


@pytest.mark.parametrize("name", [pytest.param(name, marks=[pytest.mark.slow] * (name == "rod" or "walker" in name)) for name in CASES])
def test_portable(tmp_path: Path, name: str) -> None:
    case = CASES[name]
    fmu = build_portable(case.model(), tmp_path, fmi=3)
    exchanged(fmu, case)
    stepped(fmu, case)
    agree(by_event_mode(fmu, case.stop_time, TIGHT), case.times)


@pytest.mark.parametrize("name", [pytest.param(name, marks=[pytest.mark.slow] * (name != "ball")) for name in CASES])
def test_portable_of_fmi_2(tmp_path: Path, name: str) -> None:
    case = CASES[name]
    fmu = build_portable(case.model(), tmp_path, fmi=2)
    exchanged(fmu, case)
    stepped(fmu, case)


@pytest.mark.parametrize("name", [pytest.param(name, marks=[pytest.mark.slow] * (name != "ball")) for name in CASES])
def test_interpreted(tmp_path: Path, name: str) -> None:
    stepped(build_fmu(CASES[name].model(), tmp_path), CASES[name])


@pytest.mark.slow
@pytest.mark.parametrize("name", CASES)
def test_native(tmp_path: Path, name: str) -> None:
    case = CASES[name]
    for fmi in (2, 3):
        fmu = build_native(case.model(), tmp_path, fmi=fmi)
        exchanged(fmu, case)
        stepped(fmu, case)
        assert [f for f in check_fmu(fmu) if f.outcome == FALSE] == []
    agree(by_event_mode(fmu, case.stop_time, TIGHT), case.times)


def test_a_block_on_a_belt_sticks_and_slips_by_every_master(tmp_path: Path) -> None:
    """The case friction_stick_slip: bristles bend smoothly, so there are no events, and all move alike."""
    fmu, options = build_portable(scenes.belt(), tmp_path), {"stop_time": 1.0, "output_interval": 0.01, "relative_tolerance": TIGHT}
    moved = [fmpy.simulate_fmu(fmu, fmi_type="CoSimulation", **options)]
    for solver in (CVodeSolver, SciPySolver):
        with mock.patch("fmpy.sundials.CVodeSolver", solver):
            moved.append(fmpy.simulate_fmu(fmu, fmi_type="ModelExchange", record_events=False, **options))
    places = [first_of(rows, "r") for rows in moved]
    assert places[1] == pytest.approx(places[0], abs=EVENT_TIMES * SPEED)
    assert places[2] == pytest.approx(places[0], abs=EVENT_TIMES * SPEED)


def test_a_killed_process_is_taken_over_by_another(tmp_path: Path) -> None:
    """Saved between two impacts, to a file; behind some more the states are the same bytes."""
    assert_taken_over(build_portable(problem_of("bouncing_ball"), tmp_path), 0.1, saved=10, more=35)
