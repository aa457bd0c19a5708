"""Springs that hold a car at its ride height: the equilibrium of the car with tires that carry the same loads is its design position."""

from dataclasses import replace

import pytest

from mbfmu import FlatRoad, LinearTire, LookupTable, MbfmuError, at_ride_height, equilibrium
from mbfmu.model.vehicles import MID_SIZE_CAR, FullCar, Point, car_model

G, DEFLECTED = 9.81, 0.018  # m: of its tires
CURVE = LookupTable([0.0, 50.0, 100.0, 200.0, 350.0], [0.0, 1.2, 2.3, 5.0, 11.0], units=("mm", "kN"), smooth=True)


def loaded() -> FullCar:
    """With a load of 150 kg in the back, and progressive springs behind."""
    body, rear = MID_SIZE_CAR.body, MID_SIZE_CAR.rear
    heavier = replace(body, m=body.m + 150.0, centre=Point(-1.5, 0.0, 0.56))
    return replace(MID_SIZE_CAR, body=heavier, rear=replace(rear, spring=replace(rear.spring, c=CURVE)))


def test_the_car_of_the_library_has_such_springs():
    held = at_ride_height(MID_SIZE_CAR)
    for axle in ("front", "rear"):
        assert getattr(held, axle).spring.force == pytest.approx(getattr(MID_SIZE_CAR, axle).spring.force, abs=1e-6)


@pytest.mark.slow
def test_a_loaded_car_stands_where_it_was_designed():
    held = at_ride_height(loaded())
    masses = 1435.4 + 150.0
    rest = equilibrium(car_model("Car", "", held, FlatRoad(), lambda wheel, road: LinearTire(wheel, road, radius=0.326, c_z=2e5, d_z=100.0))[0])
    loads = {corner: rest.outputs[f"tire_force_{corner}[3]"] for corner in ("FL", "FR", "RL", "RR")}
    assert sum(loads.values()) == pytest.approx(masses * G, rel=1e-9) and loads["RL"] > 1.15 * loads["FL"]
    stiffness = iter([loads["FL"] / DEFLECTED, loads["FR"] / DEFLECTED, loads["RL"] / DEFLECTED, loads["RR"] / DEFLECTED])
    tire = lambda wheel, road: LinearTire(wheel, road, radius=0.326, c_z=next(stiffness), d_z=100.0)
    model, car = car_model("Car", "", held, FlatRoad(), tire)
    springs = {axle: getattr(model, f"{axle}_left_spring") for axle in ("front", "rear")}
    model.expose(outputs={axle: spring.s for axle, spring in springs.items()})
    rest = equilibrium(model)
    for axle, foot, top in (("front", "strut_foot", "strut_top"), ("rear", "spring_foot", "spring_top")):
        suspension = getattr(held, axle)
        designed = getattr(suspension, foot).distance(getattr(suspension, top))
        assert rest.outputs[axle] == pytest.approx(designed, abs=2e-5)


@pytest.mark.slow
def test_a_car_that_nothing_holds_is_refused():
    with pytest.raises(MbfmuError, match="no forces of springs and tires hold the car.*symmetrical"):
        at_ride_height(replace(MID_SIZE_CAR, body=replace(MID_SIZE_CAR.body, centre=Point(-1.3, 0.1, 0.56))))
