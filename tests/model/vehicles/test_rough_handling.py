"""The car is dropped, driven over a bump and onto a kerb: it comes back to its ride height and turns as before, since its stops hold."""

from dataclasses import replace
from functools import cache

import numpy as np
import pytest

from mbfmu import BumpRoad, FlatRoad, Model, Posture, Step, World, compile_problem, simulate
from mbfmu.model.elements.roads import Road
from mbfmu.model.vehicles import MID_SIZE_CAR, car_model, mid_size_tire
from mbfmu.problem.data.problem import Problem

RIDE_HEIGHT, YAW_GAIN = 1e-4, 1e-3  # m, and relative: which is asked of the car
STEERS, STOPS = 8.0, 12.0  # s


@cache
def on(road: Road) -> Problem:
    return compile_problem(car_model("Car", "", MID_SIZE_CAR, road, mid_size_tire)[0])


def driven(problem: Problem, speed: float, drop: float = 0.0):
    return simulate(problem, STOPS, 1e-2, {"speed": speed, "motion.r_start[3]": drop}, {"steering": Step(at=STEERS, height=1e-3)})


FLAT = FlatRoad()
ROUGH = {
    "dropped 0.5 m": (FLAT, 10.0, 0.5, 0.0),
    "bump of 12 cm": (BumpRoad(bump=0.12, length=0.5, edge=0.3, start=10.0), 10.0, 0.0, 0.0),
    "kerb of 10 cm": (BumpRoad(bump=0.1, edge=0.3, start=10.0), 25.0, 0.0, 0.1),
}


@pytest.mark.slow
@pytest.mark.parametrize("road, speed, drop, up", ROUGH.values(), ids=ROUGH)
def test_it_comes_back_to_its_ride_height_and_turns_as_before(road: Road, speed: float, drop: float, up: float, caplog):
    """Its stops hold, so no loop passes a singular position."""
    run = driven(on(road), speed, drop)
    assert not [said for said in caplog.messages if "singular position" in said]
    settled = np.searchsorted(run["time"], STEERS) - 1
    assert run["tire_force_FL[3]"].max() > 1.2e4  # it was in its stops
    assert run["position[3]"][settled] == pytest.approx(up, abs=RIDE_HEIGHT) and run["pitch"][settled] == pytest.approx(0.0, abs=RIDE_HEIGHT)
    smooth = driven(on(FLAT), run["v_x"][settled])
    assert run["turning[3]"][-1] == pytest.approx(smooth["turning[3]"][-1], rel=YAW_GAIN)


@pytest.mark.slow
@pytest.mark.parametrize("axle, angles", [("front", (-0.4, 0.36)), ("rear", (-0.25, 0.36))])
def test_bars_do_not_lock_within_the_travel_and_more(axle: str, angles: tuple[float, float]):
    """With rigid links, whose halves turn by one radian at most: both wheels together, and one alone."""
    suspension, bar = getattr(MID_SIZE_CAR, axle), replace(getattr(MID_SIZE_CAR, f"{axle}_bar"), link=None)
    model = Model("Axle")
    model.world = World(g=0)
    parts = (model.world,) * (2 if axle == "front" else 1)
    left, right = suspension.add(model, "left", *parts), suspension.mirrored().add(model, "right", *parts)
    bar.add(model, "bar", model.world, left.carrier, right.carrier)
    posture = Posture(model)
    lowest, highest = angles
    for ours, theirs in ((highest, highest), (0.0, 0.0), (lowest, lowest), (0.0, 0.0), (highest, lowest)):
        posture.place({f"{left.travel.name}.phi": ours, f"{right.travel.name}.phi": theirs})
        rise = [posture.pose(corner.hub)[2, 3] - suspension.wheel_centre.z for corner in (left, right)]
        assert np.sign(rise) == pytest.approx(np.sign([ours, theirs])) or ours == 0.0
    assert max(rise) > 0.12 and min(rise) < -0.1
