"""The biped of nine degrees of freedom (Schiehlen 2005, section 7) against equations of its own: its gait, its steps beside the gait, its feet."""

import runpy
from functools import cache, partial
from itertools import combinations
from typing import Any

import numpy as np
import pytest
from scipy.interpolate import CubicSpline, make_interp_spline

from mbfmu import compile_problem, inverse_dynamics, periodic_orbit, simulate
from mbfmu.problem.data.problem import Problem
from tests.biped_by_hand import (
    CONSISTENT,
    HEEL,
    MASSES,
    SOLES,
    TOE,
    G,
    Held,
    absolute,
    height,
    jacobian,
    joints_of,
    mass_matrix,
    step,
    torques_of_motors,
)
from tests.library import FMUS
from tests.tolerances import INTEGRATION, PERIODIC, PRESCRIBED, SHOWN_COST, SHOWN_FORCE, SHOWN_LENGTH, SHOWN_SHARE, SPLINE_TORQUE, STRIDES

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
    """Numbers of the README, by inverse dynamics along one step: what torques give, in weight times way, and how the toe would be pulled."""
    phases = phases_of_a_step()
    work, way = 0.0, phases[-1][0].y[0, -1] - phases[0][0].y[0, 0]
    for phase, held in phases:
        times = np.linspace(phase.t[0], phase.t[-1], 200)
        torques = [held.inputs(phase.sol(t), 0.0) for t in times]
        powers = [u * (torques_of_motors().T @ phase.sol(t)[9:]) for t, u in zip(times, torques)]
        work += np.trapezoid(np.maximum(powers, 0.0).sum(axis=1), times)
    assert work / (sum(m for m, *_ in MASSES) * G * way) == pytest.approx(0.0416, abs=SHOWN_COST)
    heel, toe = standing_forces(phases, 0.0).T
    assert toe.min() == pytest.approx(-130.0, abs=SHOWN_FORCE) and heel.min() > 0.0
    assert ((HEEL * heel - TOE * toe) / (heel + toe)).max() == pytest.approx(0.0583, abs=SHOWN_LENGTH)
    assert standing_forces(phases, 0.0254).min() > 0.0 > standing_forces(phases, 0.0253).min()


def phases_of_a_step() -> list[tuple[Any, Held]]:
    """A step of the gait, on the second leg: its phases, and what is held in each."""
    _, t, y = step(0.0, absolute(start({})), 1)
    runs, _, _ = step(t, y, 2)
    flat = tuple((2, name) for name in ("heel", "toe"))
    return list(zip(runs, (Held(flat, (2,)), Held(flat, (1, 2)), Held(((1, "heel"),), (1,)))))


def standing_forces(phases: list[tuple[Any, Held]], slope: float) -> np.ndarray:
    """Normal forces (times, 2) on heel and toe of the foot that stands, under torques of inverse dynamics on a slope."""
    places = [(held, phase.sol(t)) for phase, held in phases[:2] for t in np.linspace(phase.t[0], phase.t[-1], 200)]
    return np.array([held.normal_forces(y, slope, held.inputs(y, slope)) for held, y in places])


@pytest.mark.slow
def test_the_passive_gait_needs_no_torques_on_its_own_slope():
    """Inverse dynamics of the model along its own run, by splines of order eight, until the knee strikes."""
    joints, end = ("hip_1", "ankle_1", "hip_2", "knee_2", "ankle_2"), 0.34
    swing = simulate(compile_problem(declared()["biped"]()), end, end / 400, rtol=1e-12)
    splines = {joint: make_interp_spline(swing["time"], swing[joint], 7) for joint in joints}
    motions = {f"{joint}.phi": (s, s.derivative(), s.derivative(2)) for joint, s in splines.items()}
    needed = inverse_dynamics(declared()["biped"](), motions, stop_time=end, interval=end / 20)
    for joint in joints:
        assert needed[f"{joint}.tau"] == pytest.approx(0.0, abs=SPLINE_TORQUE)


@pytest.mark.slow
def test_the_strike_of_a_heel_may_have_two_outcomes():
    """Feet that never slip: that of the gait has one; of strikes with other speeds some have two, and the foot behind stays or leaves."""
    y, random = phases_of_a_step()[1][0].y[:, -1], np.random.default_rng(0)
    standing = Held(tuple((2, name) for name in ("heel", "toe")), (1, 2))
    assert outcomes(y) == [{(1, "heel"), (2, "toe")}]
    rows, counts = standing.rows(y[:9], y[9:])[0], []
    for _ in range(2000):
        v = y[9:] + random.standard_normal(9) * [0.5, 0.5, *[2.0] * 7]
        v -= np.linalg.lstsq(rows, rows @ v, rcond=1e-12)[0]
        if (jacobian(SOLES[1, "heel"], y[:9]) @ v).imag < 0.0:
            counts.append(len(outcomes(np.concatenate([y[:9], v]))))
    assert np.mean(np.array(counts) > 1) == pytest.approx(0.03, abs=SHOWN_SHARE)


def outcomes(y: np.ndarray) -> list[set]:
    """The soles that take impulses in each outcome of a strike of leg 1 that laws of plastic impacts allow: none is pulled or goes down."""
    struck, found = ((2, "heel"), (2, "toe"), (1, "heel")), []
    for some in (set(of) for k in (1, 2, 3) for of in combinations(struck, k)):
        held = Held(tuple(sole for sole in struck if sole in some), (1, 2))
        A, rest = held.rows(y[:9], y[9:])
        v, g = held.solve(y[:9], mass_matrix(y[:9]) @ y[9:], A, np.zeros(len(rest)))
        rises = [(jacobian(SOLES[sole], y[:9]) @ v).imag for sole in struck if sole not in some]
        if min([*g[1 : 2 * len(some) : 2], *rises]) >= -CONSISTENT:
            found.append(some)
    return found


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
