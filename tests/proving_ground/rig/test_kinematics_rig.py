"""Suspensions on the rig, against their geometry solved by SciPy, textbook constructions and virtual work."""

from dataclasses import replace
from functools import cache

import numpy as np
import pytest
from scipy.spatial.transform import Rotation

from mbfmu import MbfmuError
from mbfmu.model.vehicles import Bush, DoubleWishbone, PivotBushes, Point, Stop
from mbfmu.proving_ground.rig.kinematics_rig import kinematics_rig
from mbfmu.proving_ground.rig.rig_result import support
from tests.model.vehicles.suspensions import DOUBLE_WISHBONE, FIVE_LINK, MCPHERSON, SEMI_TRAILING_ARM, WHEEL
from tests.model.vehicles.test_kinematics import by_geometry, double_wishbone, energy, mcpherson, moved, told
from tests.tolerances import LOOPS

KINDS = {"mcpherson": (MCPHERSON, mcpherson), "double_wishbone": (DOUBLE_WISHBONE, double_wishbone)}
RUBBER = Bush(c=(1e6, 1e6, 1e6))
RISES, RACKS = (-0.06, 0.0, 0.05), (-0.03, 0.0, 0.04)


@cache
def curves(kind: str, motion: str):
    return kinematics_rig(KINDS[kind][0], motion, RACKS if motion == "steer" else RISES).table


def geometry(kind: str, rise: float, rack: float = 0.0):
    """What SciPy finds of the left wheel, and the pose of its carrier."""
    suspension, equations = KINDS[kind]
    pose = by_geometry(equations, suspension, suspension.wheel_centre.z + rise, rack)
    return told(Rotation.from_rotvec(pose[:3]).as_matrix(), moved(pose, suspension.wheel_centre)), pose


def lowest(pose, suspension) -> np.ndarray:
    """The lowest point (3,) of the left wheel."""
    axle = Rotation.from_rotvec(pose[:3]).as_matrix()[:, 1]
    down = -np.array([0.0, 0.0, 1.0]) + axle[2] * axle
    return moved(pose, suspension.wheel_centre) + WHEEL.radius * down / np.linalg.norm(down)


@pytest.mark.parametrize("kind", [pytest.param("mcpherson", marks=pytest.mark.slow), "double_wishbone"])
def test_curves_over_travel_and_rack(kind):
    start, _ = geometry(kind, 0.0)
    for motion, places in (("bounce", [(z, 0.0) for z in RISES]), ("roll", [(z, 0.0) for z in RISES]), ("steer", [(0.0, y) for y in RACKS])):
        table = curves(kind, motion)
        for row, place in zip(table, places):
            wanted, _ = geometry(kind, *place)
            outward, forward = wanted["track"] - start["track"], wanted["ahead"] - start["ahead"]
            ours = [row[f"{name}_left"] for name in ("toe", "camber", "outward", "forward")]
            assert ours == pytest.approx([wanted["toe"], wanted["camber"], outward, forward], abs=LOOPS)
            right, _ = geometry(kind, -place[0] if motion == "roll" else place[0], -place[1])
            assert [row["toe_right"], row["camber_right"]] == pytest.approx([right["toe"], right["camber"]], abs=LOOPS)
            assert row["track"] == pytest.approx(wanted["track"] + right["track"], abs=LOOPS)


@pytest.mark.parametrize("kind", KINDS)
def test_the_steer_axis_goes_through_both_upper_and_lower_ball(kind):
    suspension, _ = KINDS[kind]
    for row, rise in zip(curves(kind, "bounce"), RISES):
        seen, pose = geometry(kind, rise)
        lower = moved(pose, suspension.ball_joint if kind == "mcpherson" else suspension.lower_ball)
        upper = suspension.strut_top.r if kind == "mcpherson" else moved(pose, suspension.upper_ball)
        k = upper - lower
        assert row["caster_left"] == pytest.approx(np.arctan2(-k[0], k[2]), abs=LOOPS)
        assert row["kingpin_left"] == pytest.approx(np.arctan2(-k[1], k[2]), abs=LOOPS)
        ground = lowest(pose, suspension)[2]
        there = lower + k * (ground - lower[2]) / k[2] - [seen["ahead"], seen["track"], ground]
        heading = np.array([np.cos(-seen["toe"]), np.sin(-seen["toe"]), 0.0])
        assert row["caster_trail_left"] == pytest.approx(there @ heading, abs=LOOPS)
        assert row["scrub_radius_left"] == pytest.approx(-there @ np.array([-heading[1], heading[0], 0.0]), abs=LOOPS)


def planar() -> DoubleWishbone:
    """Both arms turn about axes along x, so that all moves in the plane of the axle, the tie rod in the lower arm's."""
    s = DOUBLE_WISHBONE
    flat = {"lower_rear": replace(s.lower_front, x=-0.2), "upper_rear": replace(s.upper_front, x=-0.15)}
    return replace(s, **flat, tie_rod_inner=replace(s.lower_front, x=-0.14), tie_rod_outer=replace(s.lower_ball, x=-0.14))


def crossing(a, b, c, d):
    """Where the line from a to b meets that from c to d, in a plane."""
    s, _ = np.linalg.solve(np.column_stack((b - a, c - d)), c - a)
    return a + s * (b - a)


def test_the_roll_centre_lies_where_the_textbook_draws_it():
    """Also where the wheels have come up and lean, so that the contact rises otherwise than the centre."""
    s, rises = planar(), (0.0, 0.05)
    table = kinematics_rig(s, "bounce", rises).table
    for row, rise in zip(table, rises):
        pose = by_geometry(double_wishbone, s, s.wheel_centre.z + rise)
        lower, upper = (moved(pose, ball)[1:] for ball in (s.lower_ball, s.upper_ball))
        pole = crossing(s.lower_front.r[1:], lower, s.upper_front.r[1:], upper)
        contact = lowest(pose, s)[1:]
        drawn = crossing(contact, pole, np.array([0.0, 0.0]), np.array([0.0, 1.0]))
        assert row["roll_centre_height"] == pytest.approx(drawn[1] - contact[1], abs=LOOPS)
    assert abs(table["camber_left"][1]) > 0.01


def test_anti_dive_is_the_slope_to_the_pole_of_the_side_view():
    """Of a trailing arm, whose pole is its pivot, which is parallel to y."""
    s = SEMI_TRAILING_ARM
    trailing = replace(s, pivot_inner=replace(s.pivot_inner, x=s.pivot_outer.x, z=s.pivot_outer.z))
    row = kinematics_rig(trailing, "bounce", [0.0]).table[0]
    ahead, up = trailing.pivot_outer.x - s.wheel_centre.x, trailing.pivot_outer.z - s.wheel_centre.z
    assert row["driving_slope_left"] == pytest.approx(-up / ahead, abs=LOOPS)
    assert row["braking_slope_left"] == pytest.approx(-(up + WHEEL.radius) / ahead, abs=LOOPS)
    height, wheelbase = 0.5, 2.7
    assert support(row["braking_slope_left"], -1.0, wheelbase, height) == pytest.approx((up + WHEEL.radius) / ahead * wheelbase / height, abs=LOOPS)


def test_anti_dive_of_a_double_wishbone_is_that_of_its_drawing():
    """The planes of both arms meet in the axis about which the knuckle turns, if the tie rod lies in one of them; it pierces the plane of the wheel
    in the pole of the side view (Reimpell, The Automotive Chassis, section 3.5)."""
    s = DOUBLE_WISHBONE
    axis = s.lower_front.to(s.lower_rear)
    inner, outer = s.lower_front.r + 0.8 * axis, s.lower_ball.r + 0.4 * axis
    s = replace(s, tie_rod_inner=Point(*inner), tie_rod_outer=Point(*outer))
    planes = [np.cross(a.to(b), a.to(c)) for a, b, c in ((s.lower_front, s.lower_rear, s.lower_ball), (s.upper_front, s.upper_rear, s.upper_ball))]
    in_plane = [n @ p.r for n, p in zip(planes, (s.lower_ball, s.upper_ball))]
    pole = np.linalg.solve([*planes, [0.0, 1.0, 0.0]], [*in_plane, s.wheel_centre.y])
    row = kinematics_rig(s, "bounce", [0.0]).table[0]
    for name, height in (("braking_slope", s.wheel_centre.z - WHEEL.radius), ("driving_slope", s.wheel_centre.z)):
        drawn = (pole[2] - height) / (pole[0] - s.wheel_centre.x)  # the slope of the line from contact or centre to the pole
        assert row[f"{name}_left"] == pytest.approx(-drawn, abs=LOOPS) == row[f"{name}_right"]
        assert abs(drawn) > 0.01
    share, wheelbase, height = 0.65, 2.7, 0.55
    angle = np.arctan(-(pole[2] - s.wheel_centre.z + WHEEL.radius) / (pole[0] - s.wheel_centre.x))
    assert support(row["braking_slope_left"], share, wheelbase, height) == pytest.approx(share * np.tan(angle) * wheelbase / height, abs=LOOPS * 10)


@pytest.mark.parametrize("kind", KINDS)
def test_wheel_rate_and_motion_ratio_are_those_of_virtual_work(kind):
    suspension, equations = KINDS[kind]
    z, h, c = suspension.wheel_centre.z, 4e-3, suspension.spring.c
    for row, rise in zip(curves(kind, "bounce"), RISES):
        stored = [energy(kind, suspension, by_geometry(equations, suspension, z + rise + i * h)) for i in range(-3, 4)]
        curvature = np.array([2, -27, 270, -490, 270, -27, 2]) @ stored / (180 * h**2)
        slope = np.array([-1, 9, -45, 0, 45, -9, 1]) @ np.sqrt(2.0 * np.array(stored) / c) / (60 * h)
        assert row["wheel_rate_left"] == pytest.approx(curvature, rel=1e-6)
        assert row["motion_ratio_left"] == pytest.approx(slope, abs=LOOPS * 10)


@pytest.mark.slow
def test_the_wheel_rate_where_a_stop_begins_is_that_of_its_side():
    """3 mm before and after the stop touches: the stop alone makes the difference."""
    spring = replace(DOUBLE_WISHBONE.spring, bump=Stop(gap=0.02, c=2e5, c_3=1e8))
    before, after = (kinematics_rig(replace(DOUBLE_WISHBONE, spring=s), "bounce", [0.025, 0.04]).table for s in (DOUBLE_WISHBONE.spring, spring))
    i = before["motion_ratio_left"]
    assert 0.025 * i[0] < 0.02 < 0.04 * i[1]
    assert after["wheel_rate_left"][0] == before["wheel_rate_left"][0]
    assert after["wheel_rate_left"][1] > before["wheel_rate_left"][1] + 2e5 * i[1] ** 2


def test_other_kinds():
    five = kinematics_rig(FIVE_LINK, "bounce", [0.03]).table
    assert five["toe_left"] == pytest.approx(five["toe_right"], abs=LOOPS)
    assert "caster_left" not in kinematics_rig(SEMI_TRAILING_ARM, "roll", [0.01]).table.dtype.names


@pytest.mark.parametrize(
    ("suspension", "motion", "at", "said"),
    [
        (MCPHERSON, "pitch", None, "bounce, roll, steer"),
        (SEMI_TRAILING_ARM, "steer", None, "no tie rods"),
        (
            replace(SEMI_TRAILING_ARM, arm_bushes=PivotBushes(RUBBER, Bush())),
            "bounce",
            None,
            r"axle_(left|right)_pivot.w.1. is -\d+ N/m .* must be > 0",
        ),
        (MCPHERSON, "bounce", [np.nan], "finite"),
        (MCPHERSON, "bounce", [0.9], r"comes to \d+.\d% of that. Give less"),
        ("strut", "bounce", None, "McPherson"),
    ],
)
def test_what_is_refused(suspension, motion, at, said):
    with pytest.raises(MbfmuError, match=said):
        kinematics_rig(suspension, motion, at)
