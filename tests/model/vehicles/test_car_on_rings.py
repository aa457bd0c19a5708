"""The car of the library on tires with belts: it stands, turns and comes over a cleat as it should, in FMUs of all kinds, too."""

import numpy as np
import pytest

from mbfmu import BumpRoad, FlatRoad, MagicFormulaTire, at_ride_height, build_fmu, build_native, build_portable, equilibrium, linearize, simulate
from mbfmu.cosim import simulate_fmu
from mbfmu.model.vehicles import MID_SIZE_CAR, MID_SIZE_RING, car_model
from tests.tolerances import BELT_IN_FMUS, BELT_STANDS, RINGS_IN_CURVES

from .rings import on_rails, ring

pytestmark = pytest.mark.slow
G = 9.81
CORNERS = ("FL", "FR", "RL", "RR")
C_PLANE = (2.0 * np.pi * MID_SIZE_RING.in_plane.f) ** 2 * MID_SIZE_RING.m


def without_belt(wheel, road):
    return MagicFormulaTire(wheel, road, **MID_SIZE_RING.tire)


def car_on(tire, road, data=MID_SIZE_CAR):
    return car_model("Car", "", data, road, tire)[0]


def cleat():
    return BumpRoad(bump=0.02, length=0.12, edge=0.06, start=4.0)


def test_it_stands_on_its_belts():
    """Its tires carry what they carried; its sidewalls do not carry the belts, so that it stands a little higher."""
    rest, alone = equilibrium(car_on(MID_SIZE_RING, FlatRoad())).outputs, equilibrium(car_on(without_belt, FlatRoad())).outputs
    for corner in CORNERS:
        assert rest[f"tire_force_{corner}[3]"] == pytest.approx(alone[f"tire_force_{corner}[3]"], rel=BELT_STANDS)
    higher = MID_SIZE_RING.m * G / C_PLANE
    assert rest["position[3]"] - alone["position[3]"] == pytest.approx(higher, abs=BELT_STANDS * 0.018)


def test_it_has_the_modes_of_its_belts():
    """Four tires that stand, each with a belt that goes up and down between rim and road, where rims hardly move."""
    linear = linearize(equilibrium(car_on(MID_SIZE_RING, FlatRoad())))
    found = np.linalg.eigvals(linear.A)
    frequencies = np.abs(found[found.imag > 1.0]) / (2.0 * np.pi)
    whole = MID_SIZE_RING.tire["VERTICAL_STIFFNESS"]
    up = np.sqrt((C_PLANE + whole * C_PLANE / (C_PLANE - whole)) / MID_SIZE_RING.m) / (2.0 * np.pi)
    assert (np.abs(frequencies / up - 1.0) < 0.1).sum() >= 4
    assert max(found.real) < 1e-3


def test_springs_are_found_that_hold_it_at_its_ride_height():
    rest = equilibrium(car_on(MID_SIZE_RING, FlatRoad(), at_ride_height(MID_SIZE_CAR, tire=MID_SIZE_RING))).outputs
    assert abs(rest["position[3]"]) < 1e-6 and abs(rest["pitch"]) < 1e-6


def test_it_turns_as_on_tires_without_belts():
    runs = [
        simulate(car_on(tire, FlatRoad()), 6.0, 0.05, values={"speed": 20.0}, inputs={"steering": lambda t: 4e-3 * min(t, 1.0)})
        for tire in (MID_SIZE_RING, without_belt)
    ]
    yaw, alone = (run["turning[3]"][-1] for run in runs)
    assert abs(alone) > 0.1 and yaw == pytest.approx(alone, rel=RINGS_IN_CURVES)
    for corner in CORNERS:
        force, of_alone = (np.array([run[f"tire_force_{corner}[{axis}]"][-1] for axis in (2, 3)]) for run in runs)
        assert force == pytest.approx(of_alone, rel=RINGS_IN_CURVES)


def test_it_comes_over_a_cleat():
    run = simulate(car_on(MID_SIZE_RING, cleat()), 3.0, 0.005, values={"speed": 20.0})
    assert np.ptp(run["tire_force_FL[3]"]) > 2000.0
    assert np.abs(run["energy_error"]).max() < 1e-6 * 0.5 * 1435.4 * 20.0**2
    assert abs(run["position[3]"][-1] - run["position[3]"][0]) < 1e-3


@pytest.mark.parametrize("build", [build_fmu, build_portable, build_native])
def test_wheels_in_fmus_of_all_kinds_come_over_a_cleat(tmp_path, build):
    model = on_rails(ring(), 0.3, BumpRoad(bump=0.01, length=0.05, edge=0.04), [10.0, 0.0, 0.0], None)
    compared(model, build(model, tmp_path), 0.3, ("F[1]", "F[3]", "f[1]", "f[3]"))


def test_an_fmu_of_the_car_comes_over_a_cleat(tmp_path):
    model = car_on(MID_SIZE_RING, cleat())
    compared(
        model,
        build_portable(model, tmp_path),
        0.6,
        ("tire_force_FL[1]", "tire_force_FL[3]", "tire_force_RR[3]", "velocity[3]", "wheel_speed_FL"),
        {"speed": 20.0},
    )


def compared(model, fmu, duration, names, values=None):
    """What an FMU does in steps of a millisecond is what the model does."""
    run, found = simulate(model, duration, 1e-3, values=values, rtol=1e-8), simulate_fmu(fmu, duration, 1e-3, values)
    for name in names:
        assert found[name] == pytest.approx(run[name], abs=BELT_IN_FMUS * np.abs(run[name]).max()), name
