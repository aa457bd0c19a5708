"""Double lane change, braking in a turn and sine with dwell, against equations integrated by SciPy and the standards' dimensions."""

from functools import cache

import numpy as np
import pytest
from scipy.integrate import solve_ivp

from mbfmu import BlockModel, DrivenSingleTrack, MbfmuError, SingleTrack
from mbfmu.proving_ground.manoeuvres.lane_change import double_lane_change
from mbfmu.proving_ground.manoeuvres.lane_course import double_lane_change_course, obstacle_avoidance_course
from mbfmu.proving_ground.manoeuvres.sine_with_dwell import sine_with_dwell
from mbfmu.proving_ground.manoeuvres.turn_braking import braking_in_turn
from mbfmu.proving_ground.manoeuvres.vehicle import Vehicle
from mbfmu.proving_ground.manoeuvres.vehicle_of import vehicle_of
from tests.tolerances import SAMPLED_MANOEUVRE

from .single_track import BASE, CAR, UNDERSTEER, matrices

WIDTH = 1.8
COMMONROAD = {"m": 1225.8878467253344, "I_z": 1538.8533713561394, "l_f": 0.88392, "l_r": 1.50876, "h": 0.59436, "c": 21.92}


@cache
def linear_car() -> Vehicle:
    return vehicle_of(BlockModel("Linear", SingleTrack(**CAR)), width=WIDTH)


@pytest.mark.parametrize(
    ("course", "widths", "borders"),
    [
        (double_lane_change_course(WIDTH), (2.23, 2.41, 2.59), (0.0, 15.0, 45.0, 70.0, 95.0, 125.0)),
        (obstacle_avoidance_course(WIDTH), (2.23, 2.8, 3.0), (0.0, 12.0, 25.5, 36.5, 49.0, 61.0)),
    ],
)
def test_courses(course, widths: tuple, borders: tuple):
    """Lengths and widths of ISO 3888-1 and ISO 3888-2 for a car of 1.8 m."""
    assert [gate.left - gate.right for gate in course.gates] == pytest.approx(widths)
    assert [x for gate in course.gates for x in (gate.begin, gate.end)] == pytest.approx(borders)
    assert [course.line(0.5 * (gate.begin + gate.end)) for gate in course.gates] == pytest.approx([gate.middle for gate in course.gates])


def test_lanes_of_obstacle_avoidance_are_apart():
    first, second, _ = obstacle_avoidance_course(WIDTH).gates
    assert second.right - first.left == pytest.approx(1.0)


def test_double_lane_change():
    """At the speed found, no corner of the body is beyond the cones."""
    found = double_lane_change(linear_car(), lowest=26.0, highest=30.0)
    assert 26.0 < found["largest speed"] < 30.0
    run, course = found.table, double_lane_change_course(WIDTH)
    position, turned = run["x"] + 1j * run["y"], np.exp(1j * run["yaw"])
    ahead = CAR["l_f"] + 0.5 * (4.5 - BASE), -CAR["l_r"] - 0.5 * (4.5 - BASE)
    corners = np.concatenate([position + turned * (way + 1j * side) for way in ahead for side in (0.5 * WIDTH, -0.5 * WIDTH)])
    room = []
    for gate in course.gates:
        y = corners.imag[(corners.real >= gate.begin) & (corners.real <= gate.end)]
        room += [gate.left - y.max(), y.min() - gate.right]
    assert min(room) == pytest.approx(found["distance from the cones"], abs=1e-9)
    assert min(room) > 0.0


def test_a_car_that_passes_at_all_speeds_says_so():
    found = double_lane_change(linear_car(), lowest=10.0, highest=10.3)
    assert found["largest speed"] == pytest.approx(10.15)
    assert found.missing == ("speeds above 10.3 m/s: it passes as far as was asked for",)


def test_braking_in_a_turn():
    """CommonRoad's vehicle 1, by its equations and SciPy from the steady turn on: yaw rate, side slip and path after 1 s at 3 m/s2."""
    found = braking_in_turn(vehicle_of(BlockModel("CommonRoad1", DrivenSingleTrack(**COMMONROAD))))
    v, a, g, (m, I_z, l_f, l_r, h, c) = 500.0**0.5, -3.0, 9.81, COMMONROAD.values()
    steer = (l_f + l_r) / 100.0  # such a car is neutral

    def rates(t: float, state: np.ndarray, a: float = a) -> list[float]:
        x, y, yaw, v, beta, r = state
        front = c * m * (g * l_r - a * h) / (l_f + l_r) * (steer - beta - l_f * r / v)
        rear = c * m * (g * l_f + a * h) / (l_f + l_r) * (l_r * r / v - beta)
        return [v * np.cos(yaw + beta), v * np.sin(yaw + beta), r, a, (front + rear) / (m * v) - r, (l_f * front - l_r * rear) / I_z]

    steady = solve_ivp(lambda t, state: rates(t, state, 0.0), (0.0, 5.0), [0.0, 0.0, 0.0, v, 0.0, 0.0], rtol=1e-9).y[:, -1]
    steady[:3] = 0.0, 0.0, -steady[4]  # at the origin, along x
    x, y, _, v, beta, r = solve_ivp(rates, (0.0, 1.0), steady, rtol=1e-9).y[:, -1]
    row = found.table[2]
    assert row["deceleration"] == pytest.approx(3.0, rel=SAMPLED_MANOEUVRE)
    assert row["yaw_rate_ratio"] == pytest.approx(r * 100.0 / v, rel=SAMPLED_MANOEUVRE)
    assert row["side_slip_change"] == pytest.approx(beta - steady[4], rel=5 * SAMPLED_MANOEUVRE)  # a small difference
    assert row["outward"] == pytest.approx(np.hypot(x, y - 100.0) - 100.0, rel=SAMPLED_MANOEUVRE)


def test_a_car_without_brakes_is_refused():
    with pytest.raises(MbfmuError, match="has no input for its brake"):
        braking_in_turn(linear_car())


def test_sine_with_dwell():
    """Second peak of the yaw rate and way aside by the linear equations and SciPy, for the largest amplitude."""
    found = sine_with_dwell(linear_car(), 30.0)
    amplitude = 6.5 * 0.3 * 9.81 / 30.0**2 * (BASE + UNDERSTEER * 30.0**2)
    A, B, _, _ = matrices(30.0)

    def steering(t: float) -> float:
        quarters = np.interp(t, [0.0, 0.75 / 0.7, 0.75 / 0.7 + 0.5, 1.0 / 0.7 + 0.5], [0.0, 3.0, 3.0, 4.0])
        return amplitude * np.sin(0.5 * np.pi * quarters)

    def rates(t: float, state: np.ndarray) -> list[float]:
        return [*(A @ state[:2] + B * steering(t)), state[1], 30.0 * np.sin(state[2] + state[0])]

    time = np.linspace(0.0, 4.0, 4001)
    exact = solve_ivp(rates, (0.0, 4.0), np.zeros(4), t_eval=time, rtol=1e-9, max_step=0.01).y
    row = found.table[-1]
    assert row["factor"] == 6.5
    assert row["second_peak"] == pytest.approx(-exact[1].min(), rel=SAMPLED_MANOEUVRE)
    assert row["aside"] == pytest.approx(np.interp(1.07, time, exact[3]), rel=SAMPLED_MANOEUVRE)
    ended = 1.0 / 0.7 + 0.5
    after = -100.0 * np.interp(ended + 1.0, time, exact[1]) / -exact[1].min()
    assert row["yaw_rate_after_1_0_s"] == pytest.approx(after, abs=100.0 * SAMPLED_MANOEUVRE)
    assert found["largest stable factor"] == 6.5
