"""The lane controller in steady bends by hand, and in closed loop with the car that it was designed on."""

import numpy as np
import pytest
from scipy.linalg import expm, solve_continuous_are

from mbfmu import BlockModel, DoubleLaneChange, LaneController, SingleTrack, lane_controller, simulate
from tests.lane_keeping import kept
from tests.tolerances import INTEGRATION, ROUNDOFF, SMALL_ANGLES

CAR = SingleTrack(m=1435.4, I_z=2444.1, l_f=1.3, l_r=1.4, c_f=114e3, c_r=142e3, v=15.0)
Q, R = [0.0, 0.0, 10.0, 25.0], [1e3]


def by_hand() -> tuple[np.ndarray, np.ndarray]:
    """A (4, 4) and B (4, 1) of slip angle, yaw rate, heading and position to the left, after Riekert and Schunck."""
    m, I, l_f, l_r, c_f, c_r, v = (float(CAR.values[name]) for name in ("m", "I_z", "l_f", "l_r", "c_f", "c_r", "v"))
    moment = c_r * l_r - c_f * l_f
    slip = [-(c_f + c_r) / (m * v), moment / (m * v**2) - 1.0, 0.0, 0.0]
    turn = [moment / I, -(c_f * l_f**2 + c_r * l_r**2) / (I * v), 0.0, 0.0]
    return np.array([slip, turn, [0.0, 1.0, 0.0, 0.0], [v, 0.0, v, 0.0]]), np.array([[c_f / (m * v)], [c_f * l_f / I], [0.0], [0.0]])


def gains() -> np.ndarray:
    """Those of slip angle, yaw rate, heading and position."""
    values = lane_controller(CAR, Q, R).values
    return np.array([values[f"k_{name}"] for name in ("slip", "turning", "heading", "left")], dtype=float)


def test_its_gains_are_those_of_riccatis_equation():
    A, B = by_hand()
    expected = B.T @ solve_continuous_are(A, B, np.diag(Q), np.diag(R)) / R[0]
    np.testing.assert_allclose(gains(), expected[0], rtol=1e3 * ROUNDOFF)


def test_beside_its_lane_it_comes_back_as_designed():
    A, B = by_hand()
    closed = A - B @ gains()[None, :]
    run = kept(CAR, lane_controller(CAR, Q, R), DoubleLaneChange(width=0.0), 4.0, y=0.1)
    assert run["car.y"] == pytest.approx([0.1 * expm(closed * t)[3, 3] for t in run["time"]], abs=0.1 * SMALL_ANGLES)
    assert run["keeping.left"] == pytest.approx(run["car.y"], abs=ROUNDOFF)


def test_in_a_steady_bend_it_steers_by_the_bend_alone():
    """Measured 1.3 m ahead of the centre of mass, where the circle has turned on and left its tangent."""
    c, v, ahead = 1e-3, 20.0, 1.3
    controller = lane_controller(CAR, Q, R, ahead=ahead, v_low=1e-6)
    m, l_f, l_r, c_f, c_r = (float(CAR.values[name]) for name in ("m", "l_f", "l_r", "c_f", "c_r"))
    slip = c * (l_r - m * l_f * v**2 / ((l_f + l_r) * c_r))
    steer = c * (l_f + l_r + m * (l_r / c_f - l_f / c_r) / (l_f + l_r) * v**2)
    on_circle = {"offset": 0.5 * c * ahead**2 + ahead * slip, "heading_error": slip + c * ahead, "curvature": c, "turning[3]": v * c}
    run = simulate(BlockModel("Keeping", controller), 0.1, 0.1, inputs=on_circle | {"velocity[1]": v * np.cos(slip), "velocity[2]": v * np.sin(slip)})
    assert run["angle"][0] == pytest.approx(steer, rel=INTEGRATION)
    assert run["left"][0] == pytest.approx(0.0, abs=ROUNDOFF) and run["steering"][0] == pytest.approx(0.135 * steer, rel=INTEGRATION)


def test_the_linear_car_keeps_to_the_lane_in_a_double_lane_change():
    """Its curvature is no step, so little is left to the feedback."""
    run = kept(CAR, lane_controller(CAR, Q, R), DoubleLaneChange(begin=20.0, length_back=30.0), 9.0)
    assert np.abs(run["keeping.left"]).max() < 0.06
    assert abs(run["car.y"][-1]) < 1e-3


def test_at_a_standstill_it_steers():
    run = simulate(BlockModel("Keeping", LaneController()), 0.1, 0.1, inputs={"offset": 0.2})
    assert run["angle"][0] == pytest.approx(0.1 * 0.2, rel=ROUNDOFF)
