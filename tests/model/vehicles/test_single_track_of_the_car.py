"""The parameters of a linear single-track car are those of the car of 19 bodies: its masses, and how it goes through bends."""

from functools import cache

import numpy as np
import pytest

from mbfmu import Body, FlatRoad, Model, Posture, SingleTrack, compile_problem, simulate
from mbfmu.model.vehicles import MID_SIZE_CAR, MID_SIZE_SINGLE_TRACK, MID_SIZE_TRAVEL, car_model, mid_size_tire
from mbfmu.problem.data.problem import Problem
from tests.tolerances import SMALL_ANGLES

CAR = SingleTrack(**MID_SIZE_SINGLE_TRACK)
SENSOR = MID_SIZE_CAR.body.centre.x + 0.5 * 2.7  # m: so far ahead of the centre of mass of the whole car its velocity is measured
DIGITS = 5e-5  # relative: of masses given with five digits


@cache
def problem() -> Problem:
    return compile_problem(on_tires())


def on_tires() -> Model:
    return car_model("Car", "", MID_SIZE_CAR, FlatRoad(), mid_size_tire)[0]


@pytest.mark.slow
def test_mass_and_inertia_are_sums_over_the_bodies():
    model = on_tires()
    posture, bodies = Posture(model), model.of_type(Body)
    centres = np.array([(posture.pose(body.frame_a) @ [*body.values["r_CM"], 1.0])[:2] for body in bodies])
    m = np.array([float(body.values["m"]) for body in bodies])
    centre = m @ centres / m.sum()
    I_z = sum(float(body.values["I"][2]) for body in bodies) + m @ np.sum((centres - centre) ** 2, axis=1)
    assert (m.sum(), I_z) == (pytest.approx(float(CAR.values["m"]), rel=DIGITS), pytest.approx(float(CAR.values["I_z"]), rel=DIGITS))
    assert -centre[0] == pytest.approx(float(CAR.values["l_f"]), rel=DIGITS)


@pytest.mark.slow
@pytest.mark.parametrize("speed", [10.0, 20.0])
def test_it_goes_through_steady_bends_as_the_car_does(speed: float):
    """Steering angle and slip of the car of 19 bodies are l + EG v^2 and l_r - m l_f v^2 / (l c_r), each times the curvature."""
    m, l_f, l_r, c_f, c_r = (float(CAR.values[name]) for name in ("m", "l_f", "l_r", "c_f", "c_r"))
    steer, base = 2e-3, l_f + l_r
    run = simulate(problem(), 5.0, 1.0, {"speed": speed}, {"steering": MID_SIZE_TRAVEL * steer})
    v, turning = np.hypot(run["velocity[1]"], run["velocity[2]"])[-1], run["turning[3]"][-1]
    slip = np.arctan2(run["velocity[2]"], run["velocity[1]"])[-1] - run["yaw"][-1]
    assert steer * v / turning == pytest.approx(base + m * (l_r / c_f - l_f / c_r) / base * v**2, rel=SMALL_ANGLES)
    assert slip * v / turning - SENSOR == pytest.approx(l_r - m * l_f * v**2 / (base * c_r), abs=SMALL_ANGLES * base)
