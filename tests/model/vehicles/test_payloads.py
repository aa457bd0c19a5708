"""Cars and trucks with a payload stand on their tires: loads of wheels against moments of all weights, from the design position and let fall."""

import numpy as np
import pytest

from mbfmu import Body, Fixed, FlatRoad, Model, PositionSensor, compile_problem, equilibrium
from mbfmu.analysis.instant.equilibrium import Equilibrium
from mbfmu.model.vehicles import MID_SIZE_CAR, car_model, mid_size_linear_tire, mid_size_tire
from mbfmu.problem.load_problem import load_model
from tests.library import FMUS
from tests.tolerances import BALANCED, HEADING, ONE_OF_MANY, SETTLED

G = 9.81
CAR, TRUCK = ("FL", "FR", "RL", "RR"), ("FL", "FR", "RL", "RR", "TL", "TR")
FRONT, MIDDLE, REAR, LEFT = [-0.2, 0, 0.6], [-1.3, 0, 0.6], [-2.4, 0, 0.6], [-1.3, 0.5, 0.6]


def loaded(model: Model, carrier: Body, m: float, place: list[float]) -> Model:
    """A payload of m [kg] that is fixed to a body."""
    model.payload = Body(m=m, I=[0.05 * m] * 3)
    model.lashed = Fixed(carrier.at(place), model.payload.frame_a)
    return model


def car(m: float, place: list[float], tire=mid_size_linear_tire) -> Model:
    model, of = car_model("Car", "", MID_SIZE_CAR, FlatRoad(), tire)
    return loaded(model, of.chassis, m, place)


def stands_by_moments(model: Model, corners: tuple[str, ...], **values) -> Equilibrium:
    """Forces and moments of the road are those of all weights where the bodies have come to."""
    bodies = model.of_type(Body)
    places = {f"place_{body.name}": model.add(f"place_{body.name}", PositionSensor(body.at(body.values["r_CM"]))).r for body in bodies}
    points = {f"contact_{corner}": getattr(model, f"tire_{corner}").r_contact for corner in corners}
    model.expose(outputs={**places, **points})
    rest = equilibrium(compile_problem(model), values)
    of = lambda name: np.array([rest.outputs[f"{name}[{i}]"] for i in (1, 2, 3)])
    weights = np.array([body.values["m"] * G for body in bodies])
    loads = np.array([of(f"tire_force_{corner}") for corner in corners])[:, 2]
    assert loads.min() > 0 and rest.acceleration <= BALANCED
    assert loads.sum() == pytest.approx(weights.sum(), rel=SETTLED)
    centres, contacts = (np.array([of(name) for name in names])[:, :2] for names in (places, points))
    assert loads @ contacts == pytest.approx(weights @ centres, abs=SETTLED * (weights @ np.abs(centres)).max())
    return rest


def test_a_car_with_two_hundred_kilograms_on_its_centre_line():
    rest = stands_by_moments(car(200.0, MIDDLE), CAR)
    assert rest.stability == "neutral"  # it may roll along the road
    assert rest.outputs["tire_force_FL[3]"] == pytest.approx(rest.outputs["tire_force_FR[3]"], rel=ONE_OF_MANY)
    assert rest.outputs["yaw"] == pytest.approx(0.0, abs=HEADING)


@pytest.mark.slow
@pytest.mark.parametrize("tire", [mid_size_linear_tire, mid_size_tire])
@pytest.mark.parametrize("place", [FRONT, MIDDLE, REAR, LEFT])
@pytest.mark.parametrize("m", [100.0, 200.0, 400.0, 600.0])
def test_cars_with_a_payload(m, place, tire):
    for height in (0.0, 0.3):
        rest = stands_by_moments(car(m, place, tire), CAR, **{"motion.r_start[3]": height})
        assert rest.stability == "neutral"


@pytest.mark.slow
@pytest.mark.parametrize("height", [0.0, 0.3])
@pytest.mark.parametrize("m", [1000.0, 5000.0, 10000.0])
def test_a_truck_with_a_payload_on_its_centre_line(m, height):
    truck = load_model(FMUS / "truck" / "model.py")
    rest = stands_by_moments(loaded(truck, truck.trailer, m, [-7.2, 0, 1.5]), TRUCK, **{"motion.r_start[3]": height})
    assert rest.stability == "neutral"
    assert rest.outputs["yaw"] == pytest.approx(0.0, abs=HEADING)


@pytest.mark.slow
@pytest.mark.parametrize("m", [1000.0, 5000.0, 10000.0])
def test_a_truck_with_a_payload_on_one_side(m):
    truck = load_model(FMUS / "truck" / "model.py")
    assert stands_by_moments(loaded(truck, truck.trailer, m, [-3.5, -0.5, 1.5]), TRUCK).stability == "neutral"
