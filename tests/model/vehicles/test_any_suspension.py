"""A car takes any suspension in front and behind: it has the degrees of freedom that they have, and stands at its ride height."""

from dataclasses import replace

import pytest

from mbfmu import FlatRoad, Posture, at_ride_height, equilibrium
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
