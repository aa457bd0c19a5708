"""The biped with motors (fmus/biped/powered_biped.py) on level ground against equations of its own: soles, a step, and its energy."""

import runpy
import sys
from functools import cache
from typing import Any

import numpy as np
import pytest
from scipy.integrate import simpson

from mbfmu import compile_problem, simulate
from mbfmu.problem.data.problem import Problem
from tests.biped_by_hand import G, Held, absolute, energy, heat, joints_of, missing_weight, step, torques_of_motors
from tests.library import FMUS
from tests.tolerances import FOUND_GAIT, INTEGRATION, PERIODIC, SAMPLED_HEAT, SHOWN_COST, STANDING_FORCE

LEVEL = 0.0  # rad
STANDING = (((1, "heel"), (1, "toe")), (1,))  # what holds while the other leg swings with its knee bent
MIRRORED = {"trunk": "trunk", "hip_1": "hip_2", "hip_2": "hip_1", "knee_2": "knee_1", "ankle_2": "ankle_1"}


@cache
def declared() -> dict:
    """What the file of the model declares."""
    folder = str(FMUS / "biped")
    sys.path.insert(0, folder)
    try:
        return runpy.run_path(f"{folder}/powered_biped.py")
    finally:
        sys.path.remove(folder)
        sys.modules.pop("model", None)


@cache
def problem() -> Problem:
    """The model as it is, on level ground."""
    return compile_problem(declared()["model"])


@cache
def gait() -> dict[str, float]:
    """Its gait."""
    return declared()["gait_on"](LEVEL)


def start(gait: dict[str, float]) -> np.ndarray:
    """Coordinates and speeds (18,) at the start, by hand."""
    free = {name: tuple(gait[f"start.{name}.{of}"] for of in ("phi", "w")) for name in declared()["FREE"]}
    leg = tuple(-sum(free[name][i] for name in ("trunk", "hip_1")) for i in range(2))
    return absolute(free | {"knee_1": (0.0, 0.0), "ankle_1": leg})


def torques(t: float) -> np.ndarray:
    """Those of the motors (6,), first leg first, from the series of its gait."""
    found = []
    for joint in declared()["JOINTS"]:
        c = [gait()[name] for name in declared()["TORQUES"] if name.startswith(joint)]
        for later in (0.0, 1.0):
            angles = [np.pi * k * (t / declared()["STEP"] + later) for k in range(1, (len(c) + 1) // 2)]
            waves = [f(angle) for angle in angles for f in (np.cos, np.sin)]
            found.append(c[0] + np.dot(c[1:], waves))
    return np.array(found)


def driving(t: float, y: np.ndarray) -> np.ndarray:
    """What motors and level ground add to the forces of the passive gait."""
    return torques_of_motors() @ torques(t) - missing_weight(y[:9], LEVEL)


def states_of(row: np.void) -> np.ndarray:
    """Coordinates and speeds (18,) at a row of a result, while the first foot stands flat."""
    names = {"trunk": "w_trunk"} | {name: f"w_{name}" for joint in ("hip", "knee", "ankle") for name in (f"{joint}_1", f"{joint}_2")}
    return absolute({name: (row[name], row[w]) for name, w in names.items()})


def test_soles_bear_what_equations_by_hand_ask_for():
    """Normal forces on heel and toe, and friction of the foot, while the other leg swings; the ground pushes everywhere."""
    run = simulate(problem(), 0.3, 0.025)
    for row in run:
        y = states_of(row)
        _, g = Held(*STANDING).loads(row["time"], y, driving)
        assert [row["N_heel_1"], row["N_toe_1"]] == pytest.approx([g[1], g[3]], abs=STANDING_FORCE)
        assert row["f_heel_1[1]"] + row["f_toe_1[1]"] == pytest.approx(g[0] + g[2], abs=STANDING_FORCE)
        assert g[1] > 0.0 and g[3] > 0.0


@pytest.mark.slow
@pytest.mark.parametrize("interval", [0.05, 0.01, 0.003])
def test_a_stride_is_that_of_equations_by_hand(interval):
    """All places in two steps, however long the engine's steps are; and what motors do in them."""
    first, end, y = step(0.0, start(gait()), 1, driving, stays=True)
    second, end, y = step(end, y, 2, driving, stays=True)
    run = simulate(problem(), end, interval, rtol=1e-10)
    for phase in first + second:
        for row in run[(run["time"] > phase.t[0]) & (run["time"] < phase.t[-1])]:
            for name, value in joints_of(phase.sol(row["time"])).items():
                assert row[name] == pytest.approx(value, abs=INTEGRATION), (name, row["time"])
    last = second[-1].y[:, -1]
    done = energy(last, LEVEL) - energy(start(gait()), LEVEL) + taken(first + second, end)
    assert run["energy"][-1] - run["brake_energy"][-1] == pytest.approx(done, rel=SAMPLED_HEAT)


def test_legs_change_places_at_the_cost_of_the_readme():
    """Behind one step, by the clock."""
    period = declared()["STEP"]
    run = simulate(problem(), period, period)
    for name, other in MIRRORED.items():
        assert [run[name][0], run[f"w_{name}"][0]] == pytest.approx([run[other][-1], run[f"w_{other}"][-1]], abs=FOUND_GAIT)
    weight_and_way = 70.9 * G * (run["x"][-1] - run["x"][0])
    assert (run["energy"][-1] / weight_and_way, run["brake_energy"][-1] / weight_and_way) == pytest.approx((0.0529, 0.0195), abs=SHOWN_COST)


@pytest.mark.slow
def test_the_gait_by_the_clock_settles():
    """It is stable: 160 steps, a millirad beside the gait at the start, come back to it."""
    period = 2.0 * declared()["STEP"]
    run = simulate(problem(), 80 * period, period, values={"start.knee_2.phi": gait()["start.knee_2.phi"] + 1e-3})
    for name in MIRRORED:
        for shown, of in ((name, "phi"), (f"w_{name}", "w")):
            assert run[shown][40:] == pytest.approx(gait()[f"start.{name}.{of}"], abs=PERIODIC)


def taken(phases: list[Any], end: float) -> float:
    """What dampers and impacts take until a time within the last phase [J]."""
    ends = [*(phase.t[-1] for phase in phases[:-1]), end]
    by_impacts = sum(energy(before.y[:, -1], LEVEL) - energy(after.y[:, 0], LEVEL) for before, after in zip(phases, phases[1:]))
    times = [np.linspace(phase.t[0], last, 1001) for phase, last in zip(phases, ends)]
    return by_impacts + sum(simpson([heat(phase.sol(t)) for t in of], x=of) for phase, of in zip(phases, times))
