"""The twist beam against the statics and the geometry of its halves, and in a car."""

from dataclasses import replace

import numpy as np
import pytest

from mbfmu import BumpRoad, FlatRoad, Frame, LinearTire, Road, equilibrium, kinematics_rig, simulate
from mbfmu.model.vehicles import MID_SIZE_CAR, Bush, Point, SuspensionSpring, TwistBeam, car_model, mid_size_linear_tire, mid_size_tire
from mbfmu.model.vehicles.mid_size_car import BASE, LOAD, STIFFNESS
from tests.tolerances import BALANCED, LOOPS

from .suspensions import TWIST_BEAM

SLACK = SuspensionSpring(c=1.0, d=1.0)
RIGID = 1e6  # times as stiff in bending, and in its rubber, with the same torsion
STIFF = 1e-5  # relative: what is left of bending and rubber then

RIDE_HEIGHT = 1e-4  # m and rad
AT_CENTRES = 0.05  # relative: the rig carries wheels at their centres, and camber moves their contacts aside


def roll(axle: TwistBeam) -> dict[str, float]:
    """What the rig says of the design position in roll."""
    table = kinematics_rig(replace(axle, spring=SLACK), "roll", [-1e-4, 0.0, 1e-4]).table
    rates = {f"{of}_rate": (table[f"{of}_left"][2] - table[f"{of}_left"][0]) / 2e-4 for of in ("toe", "camber")}
    rate = table["wheel_rate_left"][1] - SLACK.c * table["motion_ratio_left"][1] ** 2
    return {"rate": rate, "roll_centre": table["roll_centre_height"][1], **rates}


def wheel_rate(axle: TwistBeam) -> float:
    """Of one wheel where the other goes the other way: Castigliano's theorem for half of the axle, cut in the middle of the line of shear centres.

    By antisymmetry, forces along x and z and the torque about y act there, and no bending moment.
    """
    wheel, cut = (point - axle.mount.r for point in (axle.wheel_centre.r, np.array([axle.beam_end.x, 0.0, axle.beam_end.z])))
    x, y, z = np.eye(3)
    moments = np.array([np.cross(cut, x), np.cross(cut, z), y]).T
    Q_x, Q_z, T = np.linalg.solve(moments, -np.cross(wheel, z))  # by 1 N under the wheel
    mount = -z - Q_x * x - Q_z * z
    h, c, of = axle.beam_end.y, np.array(axle.bush.c), axle.section.stiffness(axle.material)
    bending = Q_z**2 * (h**3 / (3 * of["EI_y"]) + h / of["GA_z"]) + Q_x**2 * (h**3 / (3 * of["EI_z"]) + h / of["GA_y"])
    return 1.0 / (T**2 * h / of["GJ"] + bending + float(mount**2 @ (1.0 / c)))


def without_bending(axle: TwistBeam) -> TwistBeam:
    of, made_of = axle.section, axle.material
    section = replace(of, J=of.J / RIGID)
    return replace(axle, section=section, material=replace(made_of, E=RIGID * made_of.E), bush=Bush(c=(1e12, 1e12, 1e12)))


def test_its_rate_in_roll_is_that_of_torsion_bending_shear_and_rubber():
    assert roll(TWIST_BEAM)["rate"] == pytest.approx(wheel_rate(TWIST_BEAM), rel=LOOPS)


@pytest.mark.slow
def test_torsion_alone_is_the_cross_members_over_the_arms_length_squared():
    """With the cross member between the mounts, each arm twists half of it."""
    axle = without_bending(replace(TWIST_BEAM, beam_end=Point(0.45, 0.5, 0.32)))
    GJ = TWIST_BEAM.material.G * TWIST_BEAM.section.J
    assert wheel_rate(axle) == pytest.approx(GJ / 0.5 / 0.45**2, rel=STIFF)


@pytest.mark.slow
@pytest.mark.parametrize("x", [0.45, 0.3, 0.0], ids=["trailing arms", "twist beam", "solid axle"])
def test_its_arms_turn_about_the_lines_from_mounts_to_the_middle_of_the_shear_centres(x: float):
    """Reimpell's and Matschinsky's construction: the axis of each arm meets the vertical plane through the wheels at the pole of its wheel."""
    axle = without_bending(replace(TWIST_BEAM, beam_end=Point(x, 0.5, 0.32)))
    found, mount, wheel = roll(axle), axle.mount.r, axle.wheel_centre.r
    to_middle = np.array([x, 0.0, 0.32]) - mount
    to_contact = wheel - [0.0, 0.0, axle.wheel.radius] - mount
    camber, _, toe = -to_middle / np.cross(to_middle, to_contact)[2]  # by a unit rate of rise
    towards_pole = to_middle[2] * (wheel[0] - mount[0]) - to_contact[2] * to_middle[0]  # its height and its way from the wheel, times to_middle[0]
    aside = to_contact[1] * to_middle[0] - to_middle[1] * (wheel[0] - mount[0])
    assert found["roll_centre"] == pytest.approx(towards_pole / aside * wheel[1], abs=STIFF)
    assert found["camber_rate"] == pytest.approx(camber, abs=STIFF) and found["toe_rate"] == pytest.approx(toe, abs=STIFF)
    assert found["rate"] == pytest.approx(wheel_rate(axle), rel=STIFF)


CAR = replace(
    MID_SIZE_CAR,
    rear=TWIST_BEAM.ahead(-BASE),
    rear_bar=None,
    drivetrain=replace(MID_SIZE_CAR.drivetrain, axle="front", centre=Point(0.0, 0.0, 0.31)),
)


@pytest.mark.slow
def test_a_car_with_it_comes_back_to_its_ride_height_behind_a_bump():
    flat, bump = (car_model("Car", "", CAR, road, mid_size_tire)[0] for road in (FlatRoad(), BumpRoad(bump=0.08, length=0.5, edge=0.3, start=10.0)))
    rest = equilibrium(flat)
    assert rest.acceleration <= BALANCED
    smooth, run = (simulate(model, stop, 1e-2, {"speed": 10.0}) for model, stop in ((flat, 3.0), (bump, 8.0)))
    assert run["tire_force_RL[3]"].max() > 1.1e4  # it was in its stops
    assert run["position[3]"][-1] == pytest.approx(smooth["position[3]"][-1], abs=RIDE_HEIGHT)
    assert run["pitch"][-1] == pytest.approx(smooth["pitch"][-1], abs=RIDE_HEIGHT)
    assert np.abs(run["energy_error"]).max() < 1e-2


def slippery(wheel: Frame, road: Road) -> LinearTire:
    """Carries as the tires of the library, and lets go sideways."""
    return LinearTire(wheel, road, radius=CAR.rear.wheel.radius, c_z=STIFFNESS, d_z=100.0, c_alpha=1e-9)


@pytest.mark.slow
def test_a_car_rolls_lower_than_it_stands_because_its_front_wheels_toe_out():
    """Soft springs let it sink. Its front wheels then toe out, and spread as it rolls: by virtual work, F_y dy lowers it against F_z dr."""
    stands = equilibrium(car_model("Car", "", CAR, FlatRoad(), slippery)[0]).outputs
    rolls = simulate(car_model("Car", "", CAR, FlatRoad(), mid_size_linear_tire)[0], 5.0, 1.0, {"speed": 10.0})[-1]
    load = stands["tire_force_FL[3]"]
    sunk = -stands["position[3]"] - (load - LOAD) / STIFFNESS
    table = kinematics_rig(CAR.front, "bounce", [sunk - 1e-3, sunk, sunk + 1e-3]).table
    aside = -17.0 * load * table["toe_left"][1]
    assert rolls["tire_force_FL[2]"] == pytest.approx(aside, rel=0.01)
    spread = (table["outward_left"][2] - table["outward_left"][0]) / 2e-3
    lower = aside * spread / table["wheel_rate_left"][1]
    assert stands["position[3]"] - rolls["position[3]"] == pytest.approx(lower, rel=AT_CENTRES) and lower > 1.9e-4
