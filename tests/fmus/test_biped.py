"""The biped of nine degrees of freedom (Schiehlen 2005, section 7) against equations of its own: its gait, its steps beside the gait, its feet."""

import runpy
from functools import cache, partial

import numpy as np
import pytest
from scipy.interpolate import CubicSpline

from mbfmu import compile_problem, periodic_orbit, simulate
from mbfmu.problem.data.problem import Problem
from tests.biped_by_hand import MASSES, G, Held, absolute, height, joints_of, step, torques_of_motors
from tests.library import FMUS
from tests.tolerances import INTEGRATION, PERIODIC, PRESCRIBED, SHOWN_COST, SHOWN_FORCE, STRIDES

PERIOD = 1.6921350680075973  # s: of two steps, found by periodic_orbit
BESIDE = {"trunk": (0.004, 0.01), "hip_1": (-0.002, 0.0), "hip_2": (0.0, -0.01), "knee_2": (-0.004, 0.02)}  # rad and rad/s


@cache
def declared() -> dict:
    """What the file of the model declares."""
    return runpy.run_path(str(FMUS / "biped" / "model.py"))


def start(beside: dict[str, tuple[float, float]]) -> dict[str, tuple[float, float]]:
    """Angles and rates with which the first leg stands flat, so many rad and rad/s beside the gait."""
    joints = {name: (phi + beside.get(name, (0.0, 0.0))[0], w + beside.get(name, (0.0, 0.0))[1]) for name, (phi, w) in declared()["START"].items()}
    standing = [joints[name] for name in ("trunk", "hip_1", "knee_1")]
    return joints | {"ankle_1": tuple(-sum(one[i] for one in standing) for i in range(2))}


def model_from(joints: dict[str, tuple[float, float]]) -> Problem:
    """The model, started with these angles and rates."""
    model, y = declared()["biped"](), absolute(joints)
    for name in ("hip", "knee", "ankle"):
        for leg in (1, 2):
            joint = model.elements[f"{name}_{leg}"]
            joint.phi_start, joint.w_start = joints[f"{name}_{leg}"]
    model.place.s_x_start, model.place.s_y_start, model.place.phi_start = y[:3]
    model.place.v_x_start, model.place.v_y_start, model.place.w_start = y[9:12]
    return compile_problem(model)


def two_steps(y: np.ndarray) -> tuple[list, float, np.ndarray]:
    """Solutions of the phases of two steps, the end, and coordinates and speeds there."""
    first, t, y = step(0.0, y, 1)
    second, t, y = step(t, y, 2)
    return first + second, t, y


@pytest.mark.parametrize("beside", [pytest.param({}, marks=pytest.mark.slow), BESIDE], ids=["the gait", "beside the gait"])
def test_two_steps_are_those_of_equations_by_hand(beside):
    """Knees that strike and lock, heels and toes that strike, and the foot that leaves: all of it at the same times, without tuning."""
    joints = start(beside)
    phases, _, _ = two_steps(absolute(joints))
    found = simulate(model_from(joints), phases[-1].t[-1], 0.05, rtol=1e-10)
    for phase in phases:
        for row in found[(found["time"] > phase.t[0]) & (found["time"] < phase.t[-1])]:
            for name, value in joints_of(phase.sol(row["time"])).items():
                assert row[name] == pytest.approx(value, abs=INTEGRATION), (name, row["time"])


def test_the_gait_comes_back():
    """Ten times two steps of the model as it is, each of the same length."""
    found = simulate(compile_problem(declared()["model"]), 10 * PERIOD, PERIOD, rtol=1e-10)
    for name in ("z", *declared()["START"]):
        assert found[name] == pytest.approx(found[name][0], abs=PERIODIC)
    assert np.diff(found["x"]) == pytest.approx(found["x"][1] - found["x"][0], abs=PERIODIC)


@pytest.mark.slow
def test_feet_swing_above_the_ground():
    """No foot goes through the ground, as those of walkers in theory do: between the strikes of a toe and of the next heel, by hand."""
    _, t, y = step(0.0, absolute(start({})), 1)
    swinging, _, _ = step(t, y, 2)
    for phase in swinging[:2]:
        times = np.linspace(phase.t[0], phase.t[-1], 200)[1:-1]
        assert min(height((1, name))(0.0, phase.sol(t)) for name in ("heel", "toe") for t in times) > 0.0


def test_torques_of_inverse_dynamics_prescribe_the_gait():
    """On a slope of 0.03 the biped stands and swings as on that of 0.04 without torques, with those that equations by hand ask for."""
    y, standing = absolute(start({})), tuple((1, name) for name in ("heel", "toe"))
    (swing, stretched, _), _, _ = step(0.0, y, 1)
    pieces = []
    for phase, knees in ((swing, (1,)), (stretched, (1, 2))):
        times = np.linspace(phase.t[0], phase.t[-1], 60)
        pieces.append(CubicSpline(times, [Held(standing, knees).inputs(phase.sol(t), 0.03) for t in times]))
    inputs = {f"u{k}": partial(lambda k, t: float(pieces[int(t > swing.t[-1])](t)[k]), k) for k in range(6)}
    found = simulate(compile_problem(declared()["biped"](0.03)), 0.6, 0.05, inputs=inputs, rtol=1e-10)
    for row in found:
        for name, value in joints_of((swing if row["time"] < swing.t[-1] else stretched).sol(row["time"])).items():
            assert row[name] == pytest.approx(value, abs=PRESCRIBED), (name, row["time"])


@pytest.mark.slow
def test_cost_of_transport_on_level_ground():
    """The numbers of the README, by inverse dynamics along one step: what torques give, in weight times way, and how much the ground would pull."""
    (_, _, slap), t, y = step(0.0, absolute(start({})), 1)
    (swing, stretched, next_slap), _, _ = step(t, y, 2)
    flat, heel = tuple((2, name) for name in ("heel", "toe")), ((1, "heel"),)
    phases = [(swing, Held(flat, (2,))), (stretched, Held(flat, (1, 2))), (next_slap, Held(heel, (1,)))]
    work, way, least = 0.0, next_slap.sol(next_slap.t[-1])[0] - slap.sol(slap.t[-1])[0], np.inf
    for phase, held in phases:
        times = np.linspace(phase.t[0], phase.t[-1], 200)
        torques = [held.inputs(phase.sol(t), 0.0) for t in times]
        powers = [u * (torques_of_motors().T @ phase.sol(t)[9:]) for t, u in zip(times, torques)]
        work += np.trapezoid(np.maximum(powers, 0.0).sum(axis=1), times)
        least = min(least, *(held.normal_forces(phase.sol(t), 0.0, u).min() for t, u in zip(times, torques)))
    assert work / (sum(m for m, *_ in MASSES) * G * way) == pytest.approx(0.0416, abs=SHOWN_COST)
    assert least == pytest.approx(-130.0, abs=SHOWN_FORCE)


@pytest.mark.slow
def test_multipliers_of_the_gait():
    """Those of two steps, against the map of one step by hand, by differences: its legs change places, so multipliers of two steps are squares."""
    orbit = periodic_orbit(model_from(start({"trunk": (1e-3, 0.0)})), PERIOD)
    assert orbit.stability == "stable"
    assert orbit.period == pytest.approx(PERIOD, abs=INTEGRATION)
    names = [(name, i) for name in BESIDE | {"ankle_2": ()} for i in range(2)]
    moved = np.array([(half_later(name, i, 1e-5) - half_later(name, i, -1e-5)) / 2e-5 for name, i in names])
    by_hand = np.sort(np.abs(np.linalg.eigvals(moved.T)))[::-1]
    assert by_hand[0] == pytest.approx(1.0, abs=STRIDES)
    assert np.abs(orbit.multipliers)[:4] == pytest.approx(by_hand[:4] ** 2, abs=STRIDES)


def half_later(name: str, i: int, change: float) -> np.ndarray:
    """Angles and rates (10,), with legs in each other's places, half a period behind a start with one of them changed."""
    phases, _, _ = two_steps(absolute(start({name: (change, 0.0) if i == 0 else (0.0, change)})))
    y = next(phase for phase in phases if phase.t[0] <= PERIOD / 2 < phase.t[-1]).sol(PERIOD / 2)
    angles, rates = (joints_of(part) for part in (y[:9], y[9:]))
    swapped = {"trunk": "trunk", "hip_1": "hip_2", "hip_2": "hip_1", "knee_2": "knee_1", "ankle_2": "ankle_1"}
    return np.array([of[swapped[name]] for name in [*BESIDE, "ankle_2"] for of in (angles, rates)])
