"""Springs that hold a car at its ride height: the equilibrium of the car with tires that carry the same loads is its design position."""

from dataclasses import replace

import pytest

from mbfmu import FlatRoad, Frame, LinearTire, LookupTable, MbfmuError, Road, at_ride_height, equilibrium
from mbfmu.model.vehicles import MID_SIZE_CAR, Bush, FullCar, LinkBushes, Mass, PivotBushes, Point, StrutMount, car_model, mid_size_tire
from mbfmu.model.vehicles.mid_size_car import STIFFNESS
from tests.model.vehicles.test_twist_beam import CAR as ON_TWIST_BEAM

G, DEFLECTED = 9.81, 0.018  # m: of its tires
CURVE = LookupTable([0.0, 50.0, 100.0, 200.0, 350.0], [0.0, 1.2, 2.3, 5.0, 11.0], units=("mm", "kN"), smooth=True)


RUBBER = Bush(c=(4e6, 6e6, 1e6), d=(400, 600, 100), c_phi=(40, 40, 40), d_phi=(0.5, 0.5, 0.5))
STANDS = 1e-6  # m and rad
SAG = 1e-4  # N: halves of the rear bar hang 0.1 mm lower in their rubber, which the data of the library leave out


def loaded() -> FullCar:
    """With a load of 150 kg in the back, and progressive springs behind."""
    body, rear = MID_SIZE_CAR.body, MID_SIZE_CAR.rear
    heavier = replace(body, m=body.m + 150.0, centre=Point(-1.5, 0.0, 0.56))
    return replace(MID_SIZE_CAR, body=heavier, rear=replace(rear, spring=replace(rear.spring, c=CURVE)))


def test_the_car_of_the_library_has_such_springs():
    held = at_ride_height(MID_SIZE_CAR)
    for axle in ("front", "rear"):
        assert getattr(held, axle).spring.force == pytest.approx(getattr(MID_SIZE_CAR, axle).spring.force, abs=SAG)


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


def on_rubber() -> FullCar:
    """In every pivot and rod and on its struts, whose springs have no preload yet."""
    front, rear = MID_SIZE_CAR.front, MID_SIZE_CAR.rear
    pivots = PivotBushes(RUBBER, RUBBER)
    slack, knuckle = replace(front.spring, force=0.0), replace(front.knuckle, m=front.knuckle.m - 2.0)
    mount = StrutMount(RUBBER, Mass(2.0, front.strut_top, (0.02, 0.02, 0.002, 0.0, 0.0, 0.0)))
    strut = replace(front, spring=slack, knuckle=knuckle, arm_bushes=pivots, tie_rod_bushes=LinkBushes(c=8e6, d=800), strut_mount=mount)
    return replace(MID_SIZE_CAR, front=strut, rear=replace(rear, arm_bushes=pivots))


def slippery(wheel: Frame, road: Road) -> LinearTire:
    """Carries as the tires of the library, and lets go sideways."""
    return LinearTire(wheel, road, radius=MID_SIZE_CAR.front.wheel.radius, c_z=STIFFNESS, d_z=100.0, c_alpha=1e-9)


@pytest.mark.slow
@pytest.mark.parametrize("data", [ON_TWIST_BEAM, on_rubber(), loaded()], ids=["twist beam", "rubber", "loaded"])
def test_a_car_on_its_tires_stands_at_its_ride_height(data: FullCar):
    rest = equilibrium(car_model("Car", "", at_ride_height(data, tire=mid_size_tire), FlatRoad(), slippery)[0])
    assert abs(rest.outputs["position[3]"]) < STANDS and abs(rest.outputs["pitch"]) < STANDS


@pytest.mark.slow
def test_a_car_that_nothing_holds_is_refused():
    with pytest.raises(MbfmuError, match="no forces of springs and tires hold the car.*leans by 0.01.*symmetrical"):
        at_ride_height(replace(MID_SIZE_CAR, body=replace(MID_SIZE_CAR.body, centre=Point(-1.3, 0.1, 0.56))))


@pytest.mark.slow
def test_a_car_that_tips_over_is_refused():
    with pytest.raises(
        MbfmuError, match="no forces of springs and tires hold the car.*does not stand; its centre of mass must lie between the axles"
    ):
        at_ride_height(replace(MID_SIZE_CAR, body=replace(MID_SIZE_CAR.body, centre=Point(-4.0, 0.0, 0.56))), tire=mid_size_tire)


@pytest.mark.parametrize("g", [0.0, -9.81, float("nan"), "9.81"])
def test_gravity_that_does_not_pull_is_refused(g):
    with pytest.raises(MbfmuError, match="g = .* m/s2 must be > 0 and finite"):
        at_ride_height(MID_SIZE_CAR, g=g)
