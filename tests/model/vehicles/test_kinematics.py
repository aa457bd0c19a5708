"""The kinematics of suspensions against the equations of their geometry, solved by SciPy, and their wheel rates against virtual work."""

from dataclasses import replace

import numpy as np
import pytest
from scipy.optimize import root
from scipy.spatial.transform import Rotation

from mbfmu import Model, Posture, World
from mbfmu.model.vehicles import Mass, Point, RackSteering
from tests.tolerances import LOOPS

from .suspensions import DOUBLE_WISHBONE, FIVE_LINK, MCPHERSON, SEMI_TRAILING_ARM, SOLID_AXLE, WHEEL

DOWN = np.array([0.0, 0.0, -1.0])


def told(R, centre) -> dict[str, float]:
    """Camber and toe [rad] of a left wheel that stands at `centre` with axes R, and where its lowest point is, to the left and forward [m]."""
    axle = R[:, 1]
    lowest = DOWN - (axle @ DOWN) * axle
    ground = centre + WHEEL.radius * lowest / np.linalg.norm(lowest)
    return {"camber": -np.arcsin(axle[2]), "toe": np.arctan2(axle[0], axle[1]), "track": ground[1], "ahead": ground[0], "up": centre[2]}


def moved(pose, point: Point) -> np.ndarray:
    """Where a point of a part is, whose pose is a rotation vector and a displacement (6,)."""
    return Rotation.from_rotvec(pose[:3]).apply(point.r) + pose[3:]


def turned(a: Point, b: Point, angle: float, point: Point) -> np.ndarray:
    """Where a point of an arm is that turns about the line from a to b."""
    axis = a.to(b) / a.distance(b)
    return a.r + Rotation.from_rotvec(angle * axis).apply(a.to(point))


def length(pose, here: Point, there: np.ndarray, as_long_as: float) -> float:
    return np.linalg.norm(moved(pose, here) - there) - as_long_as


def mcpherson(pose, angle, s, up, rack):
    """What is zero where the knuckle stands at `pose`, the arm at `angle`, and the wheel's centre at the height `up`, the rack `rack` to the left."""
    line = Rotation.from_rotvec(pose[:3]).apply(s.strut_foot.to(s.strut_top))
    across = np.cross(line, s.strut_top.r - moved(pose, s.strut_foot))
    return [
        *(moved(pose, s.ball_joint) - turned(s.arm_front, s.arm_rear, angle, s.ball_joint)),
        *across[:2],
        length(pose, s.tie_rod_outer, s.tie_rod_inner.r + [0.0, rack, 0.0], s.tie_rod_inner.distance(s.tie_rod_outer)),
        moved(pose, s.wheel_centre)[2] - up,
    ]


def double_wishbone(pose, angle, s, up, rack):
    upper = moved(pose, s.upper_ball) - s.upper_front.r
    axis = s.upper_front.to(s.upper_rear) / s.upper_front.distance(s.upper_rear)
    drawn = s.upper_front.to(s.upper_ball)
    return [
        *(moved(pose, s.lower_ball) - turned(s.lower_front, s.lower_rear, angle, s.lower_ball)),
        upper @ axis - drawn @ axis,
        upper @ upper - drawn @ drawn,
        length(pose, s.tie_rod_outer, s.tie_rod_inner.r + [0.0, rack, 0.0], s.tie_rod_inner.distance(s.tie_rod_outer)),
        moved(pose, s.wheel_centre)[2] - up,
    ]


def semi_trailing_arm(pose, angle, s, up, rack):
    about = Rotation.from_rotvec(angle * s.pivot_inner.to(s.pivot_outer) / s.pivot_inner.distance(s.pivot_outer))
    return [
        *(Rotation.from_rotvec(pose[:3]) * about.inv()).as_rotvec(),
        *(moved(pose, s.pivot_inner) - s.pivot_inner.r),
        moved(pose, s.wheel_centre)[2] - up,
    ]


def five_link(pose, s, up, rack):
    links = [(s.upper_front, 0.0), (s.upper_rear, 0.0), (s.lower_front, 0.0), (s.lower_rear, 0.0), (s.tie_rod, rack)]
    kept = [length(pose, link.outer, link.inner.r + [0.0, y, 0.0], link.inner.distance(link.outer)) for link, y in links]
    return [*kept, moved(pose, s.wheel_centre)[2] - up]


def by_geometry(equations, suspension, up: float, rack: float = 0.0) -> np.ndarray:
    """The pose (6,) of what carries the wheel."""
    found = root(lambda x: equations(x[:6], x[6], suspension, up, rack), np.zeros(7), tol=1e-13)
    assert np.abs(found.fun).max() < 1e-12
    return found.x[:6]


def corner(suspension, side: str) -> tuple:
    """A suspension on a body that does not move, and a Posture of it."""
    model = Model("Rig")
    model.world = World(g=0)
    sided = suspension if side == "left" else suspension.mirrored()
    steered = (model.world,) if hasattr(suspension, "tie_rod_inner") else ()
    return sided.add(model, side, model.world, *steered), Posture(model)


KINDS = {
    "mcpherson": (MCPHERSON, mcpherson),
    "double_wishbone": (DOUBLE_WISHBONE, double_wishbone),
    "semi_trailing_arm": (SEMI_TRAILING_ARM, semi_trailing_arm),
}


@pytest.mark.parametrize("kind", KINDS)
def test_camber_toe_and_track_over_travel(kind):
    suspension, equations = KINDS[kind]
    found, posture = corner(suspension, "left")
    assert len(posture.speeds) == 2  # travel and spin
    for angle in (-0.2, -0.07, 0.0, 0.1, 0.22):
        posture.place({f"{found.travel.name}.phi": angle})
        T = posture.pose(found.hub)
        ours = told(T[:3, :3], T[:3, 3])
        pose = by_geometry(equations, suspension, T[2, 3])
        theirs = told(Rotation.from_rotvec(pose[:3]).as_matrix(), moved(pose, suspension.wheel_centre))
        assert ours == pytest.approx(theirs, abs=LOOPS)
        assert (ours["up"] - suspension.wheel_centre.z) * angle > 0 or angle == 0


@pytest.mark.parametrize("kind", ["mcpherson", "double_wishbone"])
def test_a_rack_steers(kind):
    suspension, equations = KINDS[kind]
    model = Model("Rig")
    model.world = World(g=0)
    steering = RackSteering(suspension.tie_rod_inner, Mass(3.0, Point(-0.13, 0.0, 0.27), (0.2, 0.01, 0.2, 0.0, 0.0, 0.0)), c=1e6, d=1e3)
    rack = steering.add(model, "steering", model.world)
    found = suspension.add(model, "left", model.world, rack.rack)
    posture = Posture(model)
    assert len(posture.speeds) == 3  # rack, travel and spin
    for moved_by, angle in ((-0.04, -0.1), (0.05, 0.1)):
        posture.place({"steering_guide.s": moved_by, f"{found.travel.name}.phi": angle})
        T = posture.pose(found.hub)
        pose = by_geometry(
            equations, suspension, T[2, 3], -moved_by
        )  # the tie rod lies behind the axle, so the rack slides to the right to steer left
        theirs = told(Rotation.from_rotvec(pose[:3]).as_matrix(), moved(pose, suspension.wheel_centre))
        assert told(T[:3, :3], T[:3, 3]) == pytest.approx(theirs, abs=LOOPS)
        assert np.sign(theirs["toe"]) == -np.sign(moved_by)  # a left wheel that steers to the left toes out


@pytest.mark.parametrize("kind", ["mcpherson", pytest.param("double_wishbone", marks=pytest.mark.slow), "semi_trailing_arm"])
def test_the_right_side_is_the_mirror_image_of_the_left(kind):
    (left, here), (right, there) = (corner(KINDS[kind][0], side) for side in ("left", "right"))
    mirror = np.diag([1.0, -1.0, 1.0])
    for posture, found in ((here, left), (there, right)):
        posture.place({f"{found.travel.name}.phi": 0.15})
    a, b = here.pose(left.hub), there.pose(right.hub)
    assert b[:3, 3] == pytest.approx(mirror @ a[:3, 3], abs=LOOPS)
    assert b[:3, :3] == pytest.approx(mirror @ a[:3, :3] @ mirror, abs=LOOPS)
    assert there.mass_matrix() == pytest.approx(here.mass_matrix(), abs=LOOPS)


@pytest.mark.parametrize("rack", [pytest.param(0.0, marks=pytest.mark.slow), 0.03])
def test_five_links_over_travel_and_steered(rack):
    """Against the lengths of the links, solved by SciPy."""
    s, model = FIVE_LINK, Model("Rig")
    model.world = World(g=0)
    moved_rack = RackSteering(s.tie_rod.inner, Mass(3.0, Point(-0.2, 0.0, 0.27), (0.2, 0.01, 0.2, 0.0, 0.0, 0.0)), c=1e6, d=1e3, rods_ahead=True)
    found, posture = s.add(model, "left", model.world, moved_rack.add(model, "steering", model.world).rack), Posture(model)
    assert len(posture.speeds) == 3  # rack, travel and spin
    for travel in (-0.08, -0.03, 0.05, 0.09):
        posture.place({"steering_guide.s": rack, f"{found.travel.name}.r[3]": travel})
        T = posture.pose(found.hub)
        pose = root(lambda x, up=T[2, 3]: five_link(x, s, up, rack), np.zeros(6), tol=1e-14).x
        theirs = told(Rotation.from_rotvec(pose[:3]).as_matrix(), moved(pose, s.wheel_centre))
        assert told(T[:3, :3], T[:3, 3]) == pytest.approx(theirs, abs=LOOPS) and T[2, 3] - s.wheel_centre.z == pytest.approx(travel, abs=LOOPS)


@pytest.mark.parametrize("side", [pytest.param("left", marks=pytest.mark.slow), "right"])
def test_static_toe_and_camber(side: str):
    """ISO 8855: toe-in and a top that leans outward are positive, on both sides."""
    toe, camber = 0.004, -0.02
    found, posture = corner(replace(MCPHERSON, wheel=replace(WHEEL, toe=toe, camber=camber)), side)
    T = posture.pose(found.hub)
    mirror = np.diag([1.0, 1.0 if side == "left" else -1.0, 1.0])
    ours = told(mirror @ T[:3, :3] @ mirror, mirror @ T[:3, 3])
    assert (ours["toe"], ours["camber"]) == (pytest.approx(toe, abs=LOOPS), pytest.approx(camber, abs=LOOPS))
    assert T[:3, 3] == pytest.approx(mirror @ MCPHERSON.wheel_centre.r, abs=LOOPS)
    assert posture.pose(posture.model.elements[f"{side}_wheel"].frame_a)[:3, 1] == pytest.approx(T[:3, 1], abs=LOOPS)


def test_a_solid_axle_goes_up_and_rolls():
    s, model = SOLID_AXLE, Model("Rig")
    model.world = World(g=0)
    axle, posture = s.add(model, "rear", model.world), Posture(model)
    assert len(posture.speeds) == 4  # up and down, roll, two spins
    links = [(s.lower_link_body, s.lower_link_beam), (s.upper_link_body, s.upper_link_beam), (s.panhard_body, s.panhard_beam)]
    links.append((links[0][0].mirrored(), links[0][1].mirrored()))
    for up, roll in ((0.0, 0.0), (0.06, 0.03), (-0.05, 0.05), (0.02, -0.06)):
        posture.place({"rear_motion.r[3]": up, "rear_motion.Q[1]": roll / 2})
        beam = posture.pose(axle.beam.frame_a)

        def equations(pose, beam=beam):
            kept = [length(pose, end, start.r, start.distance(end)) for start, end in links]
            return [*kept, pose[5] - beam[2, 3], Rotation.from_rotvec(pose[:3]).as_matrix()[2, 1] - beam[2, 1]]

        pose = root(equations, np.zeros(6), tol=1e-13).x
        T = posture.pose(axle.left.hub)
        theirs = told(Rotation.from_rotvec(pose[:3]).as_matrix(), moved(pose, s.wheel_centre))
        assert told(T[:3, :3], T[:3, 3]) == pytest.approx(theirs, abs=LOOPS) and beam[2, 1] == pytest.approx(roll, abs=1e-3)


@pytest.mark.parametrize("kind", KINDS)
def test_wheel_rates_are_those_of_virtual_work(kind):
    """The force that holds the wheel does the work that goes into the spring."""
    suspension, equations = KINDS[kind]
    found, posture = corner(suspension, "left")
    for angle in (-0.1, 0.05):
        posture.place({f"{found.travel.name}.phi": angle})
        up = posture.pose(found.hub)[2, 3]
        rise = posture.jacobian(found.hub)[2, posture.speeds.index(f"{found.travel.name}.w")]
        force = posture.holding_forces()[posture.speeds.index(f"{found.travel.name}.w")] / rise
        h = 1e-4
        stored = [energy(kind, suspension, by_geometry(equations, suspension, up + step)) for step in (-2 * h, -h, h, 2 * h)]
        assert force == pytest.approx((stored[0] - 8 * stored[1] + 8 * stored[2] - stored[3]) / (12 * h), rel=1e-8)


def energy(kind: str, s, pose) -> float:
    """What the spring stores where the part that carries the wheel stands at `pose` [J]."""
    if kind == "mcpherson":
        foot, top, drawn = moved(pose, s.strut_foot), s.strut_top, s.strut_foot
    elif kind == "double_wishbone":
        ball = moved(pose, s.lower_ball)
        angle = root(lambda x: turned(s.lower_front, s.lower_rear, x[0], s.lower_ball)[2:] - ball[2:], [0.0], tol=1e-14).x[0]
        foot, top, drawn = turned(s.lower_front, s.lower_rear, angle, s.spring_foot), s.spring_top, s.spring_foot
    else:
        foot, top, drawn = moved(pose, s.spring_foot), s.spring_top, s.spring_foot
    free = drawn.distance(top) + s.spring.force / s.spring.c
    return 0.5 * s.spring.c * (np.linalg.norm(top.r - foot) - free) ** 2
