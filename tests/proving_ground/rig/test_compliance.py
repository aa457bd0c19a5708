"""How suspensions give way on the rig, against stiffness by hand, a solver of bodies on springs written here, and virtual work."""

from dataclasses import dataclass, replace
from functools import cache

import numpy as np
import pytest
from scipy.optimize import root

from mbfmu import LookupTable, MbfmuError
from mbfmu.model.vehicles import (
    MID_SIZE_CAR,
    Bush,
    BushCurves,
    LinkBushes,
    Mass,
    PivotBushes,
    RackSteering,
    StrutMount,
    SuspensionSpring,
)
from mbfmu.model.vehicles.mid_size_car import BASE
from mbfmu.model.vehicles.suspension import SteerableSuspension
from mbfmu.proving_ground.rig.axle_on_rig import AxleOnRig, Setup
from mbfmu.proving_ground.rig.kinematics_rig import kinematics_rig
from mbfmu.proving_ground.rig.side_now import RACK
from tests.model.vehicles.suspensions import DOUBLE_WISHBONE, FIVE_LINK, MCPHERSON, SEMI_TRAILING_ARM, SOLID_AXLE, WHEEL
from tests.model.vehicles.test_bushes import FIRST, SECOND, wrench_by_hand
from tests.tolerances import LOOPS

LINEAR = 1e-6  # of a linear calculation, which is asked of compliance
UNLOADED = 1e-5  # of compliance by loads of +-20 N on a suspension that bends its geometry, relative
SLACK = SuspensionSpring(c=1e-6, d=0.0)
C_LOWER, C_UPPER, C_BALL, C_ROD = (4e6, 2e6, 3e6), (1e6, 1.5e6, 3e6), 5e6, 6e6


def by_hand(arm, bushes: PivotBushes, force: np.ndarray, torque: np.ndarray, point: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Shift of the wheel's centre and turn of an arm on bushes, by a force at a point and a torque while the centre stays at its height."""
    K = np.array([wrench_by_hand(arm, bushes, *np.split(one, 2)) for one in np.eye(6)]).T[[3, 4, 5, 0, 1, 2]]
    up = np.eye(6)[:, [2]]
    wrench = np.array([*force, *(np.cross(point - arm.wheel_centre.r, force) + torque)])
    found = np.linalg.solve(np.block([[K, -up], [up.T, np.zeros((1, 1))]]), [*wrench, 0.0])
    return found[:3], found[3:6]


@pytest.mark.parametrize(
    "bushes", [PivotBushes(FIRST, Bush()), pytest.param(PivotBushes(Bush(), SECOND), marks=pytest.mark.slow)], ids=["first", "second"]
)
def test_compliance_is_that_of_a_linear_calculation_by_hand(bushes: PivotBushes):
    """One bush at a time; curves of the same slope give the same."""
    s = replace(SEMI_TRAILING_ARM, arm_bushes=bushes, spring=SLACK)
    row = kinematics_rig(s, "bounce", [0.0]).compliance[0]
    centre, contact = s.wheel_centre.r, s.wheel_centre.r - [0.0, 0.0, WHEEL.radius]
    x, y, z, none = *np.eye(3), np.zeros(3)
    for name, size, force, torque, point in (
        ("lateral_force", 1e3, y, none, contact),
        ("driving_force", 1e3, x, none, centre),
        ("braking_force", 1e3, -x, none, contact),
        ("aligning_torque", 1e2, none, z, contact),
    ):
        shift, turn = by_hand(s, bushes, size * force, size * torque, point)
        moved = 1e3 * (shift + np.cross(turn, point - centre))
        wanted = {"toe": -np.degrees(turn[2]), "camber": -np.degrees(turn[0]), "outward": moved[1], "forward": moved[0]}
        for side in ("left", "right"):
            ours = {quantity: row[f"{quantity}_by_{name}_{side}"] for quantity in wanted}
            assert ours == pytest.approx(wanted, rel=LINEAR, abs=LINEAR * max(map(abs, wanted.values())))


def test_a_strut_mount_gives_way_across_the_strut_as_by_hand():
    """Motions of a knuckle (turn about the wheel's centre, shift) that keep ball joint, tie rod and the wheel's height are two; the mount holds them.

    Nothing holds the slack strut along its line, so the force in the mount is across it: its flexibility there is that of the bush, seen along two
    directions.
    """
    c = np.array([9e5, 7e5, 5e5])
    mount = StrutMount(Bush(c=tuple(c)), Mass(2.0, MCPHERSON.strut_top, (0.02, 0.02, 0.002, 0.0, 0.0, 0.0)))
    s = replace(MCPHERSON, strut_mount=mount, spring=SLACK)
    row = kinematics_rig(s, "bounce", [0.0]).compliance[0]
    centre = s.wheel_centre.r
    shift_of = lambda point: np.hstack([-np.cross(np.eye(3), point - centre), np.eye(3)])  # (3, 6): omega x lever + v
    free = np.cross(s.arm_rear.to(s.arm_front), s.arm_front.to(s.ball_joint))
    across = lambda line: np.linalg.svd(np.atleast_2d(line))[2][1:]
    rod = s.tie_rod_inner.to(s.tie_rod_outer) @ shift_of(s.tie_rod_outer.r)
    kept = np.vstack([across(free) @ shift_of(s.ball_joint.r), rod, [0, 0, 0, 0, 0, 1]])
    motions = np.linalg.svd(kept)[2][4:].T
    P = across(s.strut_foot.to(s.strut_top))
    B = P @ shift_of(s.strut_top.r) @ motions
    K = B.T @ np.linalg.inv(P @ np.diag(1.0 / c) @ P.T) @ B
    at_contact = shift_of(centre - [0.0, 0.0, WHEEL.radius])
    moved = motions @ np.linalg.solve(K, motions.T @ at_contact.T @ [0.0, 1e3, 0.0])
    wanted = {"toe": -np.degrees(moved[2]), "camber": -np.degrees(moved[0]), "outward": 1e3 * (at_contact @ moved)[1]}
    ours = {quantity: row[f"{quantity}_by_lateral_force_left"] for quantity in wanted}
    assert ours == pytest.approx(wanted, rel=LINEAR)


@cache
def on_rubber():
    """A double wishbone whose every joint is rubber, without stiffness about axes."""
    lower, upper, ball = (Bush(c=c) for c in (C_LOWER, C_UPPER, (C_BALL,) * 3))
    return replace(
        DOUBLE_WISHBONE,
        lower_bushes=PivotBushes(lower, lower),
        upper_bushes=PivotBushes(upper, upper),
        lower_ball_bush=ball,
        upper_ball_bush=ball,
        tie_rod_bushes=LinkBushes(c=C_ROD, d=0.0),
    )


def turned(v: np.ndarray) -> np.ndarray:
    """The rotation matrix of a rotation vector (Rodrigues), of complex numbers too."""
    square = v @ v
    W = np.array([[0, -v[2], v[1]], [v[2], 0, -v[0]], [-v[1], v[0], 0]])
    angle = np.sqrt(square + 1e-300)
    return np.eye(3) + np.sin(angle) / angle * W + 2.0 * (np.sin(angle / 2) / angle) ** 2 * W @ W


def points(pose: np.ndarray, *fixed: np.ndarray) -> list[np.ndarray]:
    R = turned(pose[:3])
    return [R @ p + pose[3:] for p in fixed]


def stored(x: np.ndarray, force: np.ndarray, contact: np.ndarray) -> complex:
    """The energy of springs and rubber less the work of a force on the point `contact` of the knuckle. x: poses of the lower arm, the upper one, the
    knuckle."""
    s, (lower, upper, knuckle) = DOUBLE_WISHBONE, x.reshape(3, 6)
    front, rear, lower_ball, foot = points(lower, s.lower_front.r, s.lower_rear.r, s.lower_ball.r, s.spring_foot.r)
    above, behind, upper_ball = points(upper, s.upper_front.r, s.upper_rear.r, s.upper_ball.r)
    low, high, rod, touched = points(knuckle, s.lower_ball.r, s.upper_ball.r, s.tie_rod_outer.r, contact)
    square = lambda v, c: 0.5 * np.sum(np.array(c) * v**2)
    far = lambda a, b: np.sqrt(np.sum((a - b) ** 2))
    return (
        sum(square(a - b.r, C_LOWER) for a, b in ((front, s.lower_front), (rear, s.lower_rear)))
        + sum(square(a - b.r, C_UPPER) for a, b in ((above, s.upper_front), (behind, s.upper_rear)))
        + square(low - lower_ball, C_BALL)
        + square(high - upper_ball, C_BALL)
        + 0.5 * C_ROD * (far(rod, s.tie_rod_inner.r) - s.tie_rod_inner.distance(s.tie_rod_outer)) ** 2
        + 0.5 * s.spring.c * (far(foot, s.spring_top.r) - s.spring_foot.distance(s.spring_top) - s.spring.force / s.spring.c) ** 2
        - force @ touched
    )


def resting(rise: float, force=(0.0, 0.0, 0.0), contact=(0.0, 0.0, 0.0)) -> tuple[np.ndarray, float]:
    """Poses (18,) at rest with the wheel's centre at a height, and the force under it."""
    centre, small = DOUBLE_WISHBONE.wheel_centre, 1e-30

    def equations(z):
        along = z[:18] + 1j * small * np.eye(18)
        slope = np.array([stored(one, np.array(force), np.array(contact)).imag for one in along]) / small
        height = [points(one[12:], centre.r)[0][2] for one in along]
        return [*(1e-4 * slope - z[18] * np.imag(height) / small), 10.0 * (np.real(height[0]) - centre.z - rise)]

    found = root(equations, np.zeros(19), tol=1e-13)
    assert np.abs(equations(found.x)).max() < 1e-8
    return found.x, 1e4 * found.x[18]


def seen(x: np.ndarray) -> np.ndarray:
    """Toe and camber [rad] of the left wheel, and its contact [m]."""
    R = turned(x[12:15])
    axle = R[:, 1]
    down = R[:, 1] * R[2, 1] - [0.0, 0.0, 1.0]
    contact = points(x[12:18], DOUBLE_WISHBONE.wheel_centre.r)[0] + WHEEL.radius * down / np.linalg.norm(down)
    return np.array([np.arctan2(axle[0], axle[1]), -np.arcsin(axle[2]), *contact])


@pytest.mark.slow
@pytest.mark.parametrize("rise", [0.0, 0.03])
def test_a_double_wishbone_on_rubber_rests_and_gives_way_as_bodies_on_springs_do(rise: float):
    found = kinematics_rig(on_rubber(), "bounce", [rise])
    row, soft = found.table[0], found.compliance[0]
    start, _ = resting(0.0)
    x, _ = resting(rise)
    now, design = seen(x), seen(start)
    ours = [row[f"{name}_left"] for name in ("toe", "camber", "outward", "forward")]
    assert ours == pytest.approx([now[0], now[1], now[3] - design[3], now[2] - design[2]], abs=LOOPS * 10)
    body = turned(x[12:15]).T @ (now[2:] - x[15:18])  # the contact, as a point of the knuckle
    step, push = 1e-3, 20.0
    forces = [resting(rise + sign * step)[1] for sign in (-1, 1)]
    assert row["wheel_rate_left"] == pytest.approx((forces[1] - forces[0]) / (2 * step), rel=1e-4)
    for name, direction in (("lateral_force", [0.0, 1.0, 0.0]), ("braking_force", [-1.0, 0.0, 0.0])):
        ends = [resting(rise, sign * push * np.array(direction), body)[0] for sign in (-1, 1)]
        by = (seen(ends[1])[:2] - seen(ends[0])[:2]) / (2 * push)
        ours = [soft[f"{quantity}_by_{name}_left"] for quantity in ("toe", "camber")]
        assert ours == pytest.approx(1e3 * np.degrees(by), rel=UNLOADED)


def test_forces_under_held_wheels_follow_from_slopes():
    """Maxwell and Betti: what a braking force takes off the wheel's load at a held height is the slope of anti-dive, on rubber too."""
    rig = AxleOnRig(Setup(replace(SEMI_TRAILING_ARM, arm_bushes=PivotBushes(FIRST, SECOND))))
    rig.place({"left": 0.03, "right": -0.02}, 0.0)
    sides = rig.sides()
    for i, side in enumerate(sides.values()):
        slope, push = side.at(side.contact, side.alone)[0], np.zeros(15)
        push[3 + 6 * i : 9 + 6 * i] = [1.0, 0.0, 0.0, *np.cross(side.contact - side.centre, [1.0, 0.0, 0.0])]
        assert side.forces @ push == pytest.approx(-slope, rel=LINEAR) and abs(slope) > 0.1


def rods(s) -> np.ndarray:
    """The rows (4, 6) of the rods of a solid axle: shift at the origin, then turn."""
    pairs = [(s.lower_link_body, s.lower_link_beam), (s.upper_link_body, s.upper_link_beam), (s.panhard_body, s.panhard_beam)]
    pairs.append((pairs[0][0].mirrored(), pairs[0][1].mirrored()))
    return np.array([[*(line := b.to(a)), *np.cross(b.r, line)] for a, b in pairs])


@pytest.mark.parametrize("motion, sign", [pytest.param("bounce", 1.0, marks=pytest.mark.slow), ("roll", -1.0)])
def test_a_solid_axle_moves_as_its_rods_let_it_and_its_springs_act_at_their_levers(motion: str, sign: float):
    s = replace(SOLID_AXLE, spring=replace(SOLID_AXLE.spring, force=0.0))
    row = kinematics_rig(s, motion, [0.0]).table[0]
    centre = s.wheel_centre.r
    heights = np.array([[0.0, 0.0, 1.0, *np.cross(p, [0.0, 0.0, 1.0])] for p in (centre, s.wheel_centre.mirrored().r)])
    at = lambda motion, p: motion[:3] + np.cross(motion[3:], p)
    shift = lambda up: np.linalg.solve(np.vstack([rods(s), heights]), [0.0, 0.0, 0.0, 0.0, 1.0, up])
    moved, rolled = shift(sign), shift(-1.0)
    slope = at(moved, centre)[0]
    assert row["driving_slope_left"] == pytest.approx(slope, abs=LOOPS)
    contacts = [p - [0.0, 0.0, WHEEL.radius] for p in (centre, s.wheel_centre.mirrored().r)]
    angle = rolled[3]
    sideways = 0.5 * sum(at(rolled, p)[1] for p in contacts)
    assert row["roll_centre_height"] == pytest.approx(sideways / angle, abs=LOOPS)
    lines = [(foot, top) for foot, top in ((s.spring_foot, s.spring_top), (s.spring_foot.mirrored(), s.spring_top.mirrored()))]
    shorter = np.array([at(moved, a.r) @ a.to(b) / a.distance(b) for a, b in lines])
    assert row["motion_ratio_left"] == pytest.approx(shorter[0], abs=LOOPS)
    assert row["wheel_rate_left"] + row["wheel_rate_right"] == pytest.approx(s.spring.c * shorter @ shorter, rel=LINEAR)


def test_the_column_gives_way_to_aligning_torque_by_the_square_of_its_lever():
    s, steering = replace(MCPHERSON, spring=SLACK), MID_SIZE_CAR.steering
    assert isinstance(steering, RackSteering)
    rig = AxleOnRig(Setup(s, steering))
    left, right = rig.sides().values()
    levers = [(side.motions @ RACK)[5] for side in (left, right)]  # rad a metre of rack
    for side, lever in zip((left, right), levers):
        turn = np.zeros(15)
        turn[[8, 14]] = 1.0
        assert (side.motions @ turn)[5] == pytest.approx(lever * sum(levers) / steering.c, rel=LINEAR)


def test_a_bar_makes_roll_stiffer_by_its_twist_and_leaves_bounce_alone():
    s, bar = replace(SEMI_TRAILING_ARM, spring=SLACK), replace(MID_SIZE_CAR.rear_bar.ahead(BASE), link=None)
    without, beside = (AxleOnRig(Setup(s, bar=one)).sides()["left"] for one in (None, bar))
    bounce = np.eye(15)[0] + np.eye(15)[1]
    roll = np.eye(15)[0] - np.eye(15)[1]
    assert beside.forces @ bounce == pytest.approx(without.forces @ bounce, abs=LINEAR)
    link = bar.arm_end.to(bar.link_end)
    turn = without.at(bar.link_end.r, roll) @ link / (np.cross([0.0, 1.0, 0.0], bar.bearing.to(bar.arm_end)) @ link)
    assert (beside.forces - without.forces) @ roll == pytest.approx(2.0 * bar.c * turn**2, rel=LINEAR)


@dataclass(frozen=True)
class Unequal(SteerableSuspension):
    """A suspension whose right side is that of another."""

    left: SteerableSuspension
    right: SteerableSuspension

    @property
    def wheel(self):
        return self.left.wheel

    def add(self, model, name, chassis, rack):
        return self.left.add(model, name, chassis, rack)

    def axle(self, model, name, chassis, rack):
        return self.left.add(model, f"{name}_left", chassis, rack), self.right.mirrored().add(model, f"{name}_right", chassis, rack)


@pytest.mark.slow
def test_sides_of_an_unequal_axle_are_those_of_equal_ones():
    rows = [kinematics_rig(s, "bounce", [0.02]) for s in (Unequal(on_rubber(), DOUBLE_WISHBONE), on_rubber(), DOUBLE_WISHBONE)]
    for name in ("toe_{}", "wheel_rate_{}", "caster_{}"):
        unequal, *equal = (found.table[name.format("left")][0] for found in rows)
        assert unequal == pytest.approx(equal[0], rel=LINEAR)
        assert rows[0].table[name.format("right")][0] == pytest.approx(equal[1], rel=LINEAR)
    assert rows[0].compliance["toe_by_lateral_force_right"][0] == pytest.approx(0.0, abs=LOOPS)


def five_link_on(c: float):
    names = ("upper_front", "upper_rear", "lower_front", "lower_rear", "tie_rod")
    return replace(FIVE_LINK, **{name: replace(getattr(FIVE_LINK, name), bushes=LinkBushes(c=c, d=0.0)) for name in names})


@pytest.mark.slow
def test_stiff_rubber_is_nearly_a_joint_and_gives_way_less_by_as_much_as_it_is_stiffer():
    rigid, *found = (kinematics_rig(s, "bounce", [0.03]) for s in (FIVE_LINK, five_link_on(1e8), five_link_on(1e9)))
    offs = [one.table["toe_left"][0] - rigid.table["toe_left"][0] for one in found]
    soft = [one.compliance["toe_by_lateral_force_left"][0] for one in found]
    assert (offs[0] / offs[1], soft[0] / soft[1]) == (pytest.approx(10.0, rel=1e-3), pytest.approx(10.0, rel=1e-3))


@pytest.mark.slow
def test_rubber_with_bends_in_its_curves_comes_to_rest():
    bent = LookupTable([-4.0, -1.0, 0.0, 2.0, 5.0], [-9.0, -1.0, 0.0, 4.0, 16.0], units=("mm", "kN"), outside="extrapolated")
    curves = BushCurves(c=(1e5,) * 3, c_phi=(50.0,) * 3, f_x=bent, f_y=bent, f_z=bent)
    found = kinematics_rig(replace(on_rubber(), lower_bushes=PivotBushes(curves, curves)), "bounce", [-0.03, 0.0, 0.03])
    assert np.ptp(found.compliance["outward_by_lateral_force_left"]) > 0.0
    assert found.table["wheel_rate_left"] == pytest.approx(found.table["wheel_rate_right"], rel=LINEAR)


@pytest.mark.parametrize(
    ("named", "said"),
    [
        ({"suspension": SEMI_TRAILING_ARM, "steering": MID_SIZE_CAR.steering}, "no tie rods"),
        ({"suspension": five_link_on(1e4)}, r"_motion.w.3. is -\d+ N/m .* stiffer bushes"),
        ({"suspension": MCPHERSON, "bar": 3e4}, "bar = 30000.0 .* AntiRollBar"),
        ({"suspension": MCPHERSON, "steering": "rack"}, "steering = 'rack' .* RackSteering"),
    ],
)
def test_what_is_refused(named, said):
    with pytest.raises(MbfmuError, match=said):
        kinematics_rig(**named)
