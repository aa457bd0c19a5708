"""A car whose struts stand in rubber, over a bump and into a turn: with ever stiffer rubber it drives as a car without."""

from collections.abc import Callable
from dataclasses import replace

import numpy as np
import pytest

from mbfmu import BumpRoad, FlatRoad, Road, at_ride_height, simulate
from mbfmu.model.vehicles import MID_SIZE_CAR, Bush, FullCar, Mass, Point, StrutMount, car_model, mid_size_tire

FRONT, BODY = MID_SIZE_CAR.front, MID_SIZE_CAR.body
ROD = Mass(2.0, FRONT.strut_top, (0.02, 0.02, 0.002, 0.0, 0.0, 0.0))
STIFF = 4e8  # N/m
FIRST_ORDER = 0.02  # relative: terms of second order in the deflection of the rubber
TOE = 5e-4  # m: side forces of wheels that the rubber turns in or out
CLOSE = {"position[3]": 2e-5, "position[2]": 2e-5, "roll": 1e-6, "turning[3]": 1e-5}  # m, rad, rad/s: by 9 um of the rubber under the spring's force


def on_rubber(c: float) -> FullCar:
    bush = Bush(c=(c, c, c), d=(2.0 * (c * ROD.m) ** 0.5,) * 3)
    return replace(MID_SIZE_CAR, front=replace(FRONT, strut_mount=StrutMount(bush, ROD)))


def without_rubber() -> FullCar:
    """Rods then move with the body, and turn with the knuckles."""
    m, top = BODY.m + 2.0 * ROD.m, ROD.centre
    centre = (BODY.m * BODY.centre.r + 2.0 * ROD.m * np.array([top.x, 0.0, top.z])) / m
    points = [(BODY.m, BODY.centre.r), *((ROD.m, side.r) for side in (top, top.mirrored()))]
    steiner = sum(of * (d @ d * np.eye(3) - np.outer(d, d)) for of, r in points for d in [r - centre])
    added = [steiner[i] for i in ((0, 0), (1, 1), (2, 2), (1, 0), (2, 0), (2, 1))]
    body = Mass(m, Point(*centre.tolist()), _sum(BODY.I, added))
    return replace(MID_SIZE_CAR, body=body, front=replace(FRONT, knuckle=replace(FRONT.knuckle, I=_sum(FRONT.knuckle.I, ROD.I))))


def _sum(a, b) -> tuple:
    return tuple(float(of + more) for of, more in zip(a, b))


def bump() -> Road:
    return BumpRoad(bump=0.05, length=0.5, edge=0.2, start=3.0)


def driven(car: FullCar, road: Callable[[], Road], speed: float, steering: Callable[[float], float]) -> np.ndarray:
    model, _ = car_model("Car", "", car, road(), mid_size_tire)
    run = simulate(model, 1.0, 0.02, {"speed": speed}, {"steering": steering}, integrator="radau")
    return np.array([run[name] for name in CLOSE])


@pytest.mark.slow
@pytest.mark.parametrize("road, speed, travel", [(bump, 10.0, 0.0), (FlatRoad, 20.0, 0.01)], ids=["bump", "step steer"])
def test_stiff_mounts_are_none(road: Callable[[], Road], speed: float, travel: float):
    """What the rubber changes falls in proportion to its stiffness."""
    cars = without_rubber(), on_rubber(STIFF / 10.0), on_rubber(STIFF)
    rigid, softer, stiff = (driven(car, road, speed, lambda t: travel * min(1.0, max(0.0, (t - 0.1) / 0.2))) for car in cars)
    far, near = (np.abs(run - rigid).max(axis=1) for run in (softer, stiff))
    assert (near < [*CLOSE.values()]).all()
    moved = far > 1e-9  # straight ahead it neither rolls nor turns
    assert moved[0] and near[moved] == pytest.approx(0.1 * far[moved], rel=FIRST_ORDER)


@pytest.mark.slow
def test_a_car_on_soft_mounts_comes_back_to_its_ride_height_behind_a_bump():
    car = at_ride_height(on_rubber(4e5), tire=mid_size_tire)
    assert car.front.spring.force > MID_SIZE_CAR.front.spring.force
    smooth, run = (simulate(car_model("Car", "", car, road(), mid_size_tire)[0], 5.0, 0.1, {"speed": 10.0}) for road in (FlatRoad, bump))
    assert np.abs(run["position[3]"]).max() > 0.01 and abs(smooth["position[3]"][-1]) < TOE
    assert run["position[3]"][-1] == pytest.approx(smooth["position[3]"][-1], abs=1e-5)
    assert run["pitch"][-1] == pytest.approx(smooth["pitch"][-1], abs=1e-5) and np.abs(run["energy_error"]).max() < 1e-2
