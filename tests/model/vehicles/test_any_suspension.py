"""A car takes any suspension in front and behind: it has the degrees of freedom that they have, and stands at its ride height."""

from dataclasses import replace

import pytest

from mbfmu import FlatRoad, Posture, at_ride_height, equilibrium, simulate
from mbfmu.model.vehicles import MID_SIZE_CAR, Suspension, car_model, mid_size_linear_tire
from mbfmu.model.vehicles.mid_size_car import BASE
from tests.tolerances import BALANCED

from .suspensions import DOUBLE_WISHBONE, FIVE_LINK, MCPHERSON, SEMI_TRAILING_ARM, SOLID_AXLE

STEERED = {"mcpherson": MCPHERSON, "double_wishbone": DOUBLE_WISHBONE, "five_link": FIVE_LINK}
BEHIND = {**STEERED, "semi_trailing_arm": SEMI_TRAILING_ARM, "solid_axle": SOLID_AXLE}


@pytest.mark.slow
@pytest.mark.parametrize(
    "front, rear",
    [("double_wishbone", "five_link"), ("five_link", "double_wishbone"), ("mcpherson", "solid_axle"), ("double_wishbone", "mcpherson")],
)
def test_it_stands_at_its_ride_height_without_bars(front: str, rear: str):
    """17 degrees of freedom are left without halves of bars: six of the body, the rack, four travels, four spins, two twists of half shafts."""
    chosen: dict[str, Suspension] = {"front": STEERED[front], "rear": BEHIND[rear].ahead(-BASE)}
    car = at_ride_height(replace(MID_SIZE_CAR, **chosen, front_bar=None, rear_bar=None))
    model, found = car_model("Car", "", car, FlatRoad(), mid_size_linear_tire)
    assert len(Posture(model).speeds) == 17 and found.front_bar is None
    model.expose(outputs={axle: model.elements[f"{axle}_left_spring"].f for axle in ("front", "rear")})
    rest = equilibrium(model)
    assert rest.acceleration <= BALANCED
    for axle in ("front", "rear"):
        assert -rest.outputs[axle] == pytest.approx(getattr(car, axle).spring.force, rel=0.02)  # tires of other loads tilt the body a little


@pytest.mark.slow
def test_wheels_that_toe_in_push_against_each_other():
    """Straight ahead, each by its toe times the cornering stiffness of the tire, 17 loads for each radian; camber does nothing to a linear tire."""
    toe = 1e-3
    turned = replace(MID_SIZE_CAR.front, wheel=replace(MID_SIZE_CAR.front.wheel, toe=toe, camber=-0.01))
    run = simulate(car_model("Car", "", replace(MID_SIZE_CAR, front=turned), FlatRoad(), mid_size_linear_tire)[0], 3.0, 1.0, {"speed": 15.0})
    for corner, inward in (("FL", -1.0), ("FR", 1.0)):
        assert run[f"tire_force_{corner}[2]"][-1] == pytest.approx(inward * toe * 17.0 * run[f"tire_force_{corner}[3]"][-1], rel=0.1)  # rods give way
    assert abs(run["yaw"][-1]) < 1e-9
