"""Rolling and gliding against closed forms."""

import numpy as np
import pytest

from mbfmu.base.scalars import Record
from mbfmu.base.spatial.rotations import about_axis, about_x, about_y, about_z, cross
from mbfmu.model.elements.constraints import KnifeEdge, RollingDisk, RollingSphere
from mbfmu.model.elements.constraints.base import acceleration, forces, position, velocity

from ....tolerances import PUBLISHED_DIGITS, ROUNDOFF, SAMPLED
from .kinds import random_frame

GROUND = Record(R=np.eye(3), r=np.zeros(3), v=np.zeros(3), w=np.zeros(3))
STILL = Record(a=np.zeros(3), z=np.zeros(3))
RADIUS = 0.3
P = Record(radius=RADIUS, enabled=1.0)
UP = np.array([0.0, 0.0, 1.0])


def fulfilled(kind, plane, body, plane_dot, body_dot):
    """Residuals of position, velocity and acceleration, one row each."""
    motion, accelerations = (plane, body), (plane_dot, body_dot)
    arguments = kind, P, Record(), 0.0, motion
    return np.array([position(*arguments), velocity(*arguments), acceleration(*arguments, accelerations)])


def turning_disk(lean, yaw_rate, spin, turned=0.7):
    """A disk that rolls steadily in a circle, contact in the origin, heading along x, and its accelerations."""
    R = about_x(lean) @ about_y(turned)
    centre = np.array([0.0, RADIUS * spin / yaw_rate, 0.0])
    r = about_x(lean) @ np.array([0.0, 0.0, RADIUS])
    w, axle = yaw_rate * UP, R[:, 1]
    v = cross(w, r - centre)
    disk = Record(R=R, r=r, v=v, w=R.T @ (w + spin * axle))
    return disk, Record(a=cross(w, v), z=R.T @ cross(w, spin * axle))


@pytest.mark.parametrize("turned", [0.0, 1.0, 2.0, 4.0])
def test_a_disk_rolls_straight(turned):
    disk = Record(R=about_z(0.4) @ about_y(turned), r=np.array([1.0, 2.0, RADIUS]), v=about_z(0.4) @ [1.5, 0.0, 0.0], w=np.array([0.0, 5.0, 0.0]))
    np.testing.assert_allclose(fulfilled(RollingDisk, GROUND, disk, STILL, STILL), np.zeros((3, 3)), atol=ROUNDOFF)


@pytest.mark.parametrize("lean", [-0.9, -0.3, 0.0, 0.5])
def test_a_disk_rolls_in_a_circle(lean):
    disk, disk_dot = turning_disk(lean, yaw_rate=1.5, spin=4.0)
    np.testing.assert_allclose(fulfilled(RollingDisk, GROUND, disk, STILL, disk_dot), np.zeros((3, 3)), atol=10 * ROUNDOFF)


def test_a_disk_that_spins_too_fast_slips_backwards():
    disk, _ = turning_disk(0.2, yaw_rate=1.5, spin=4.0)
    disk = Record(disk, w=disk.w + np.array([0.0, 0.5, 0.0]))
    slip = velocity(RollingDisk, P, Record(), 0.0, (GROUND, disk))
    np.testing.assert_allclose(slip, [0.0, -0.5 * RADIUS, 0.0], atol=ROUNDOFF)


def test_a_disk_in_a_steady_turn_is_held_by_its_contact_force():
    """The reference spin of the published case rolling_disk: gyroscopic torque, weight and contact force balance."""
    m, g = 5.0, 9.81
    I = m * RADIUS**2 * np.diag([0.25, 0.5, 0.25])
    disk, disk_dot = turning_disk(lean=-0.3, yaw_rate=1.5, spin=4.865087085986531)
    f = m * (disk_dot.a + g * UP)
    t = disk.R @ (I @ disk_dot.z + cross(disk.w, I @ disk.w))
    on_plane, on_disk = forces(RollingDisk, P, Record(), 0.0, (GROUND, disk), f[[2, 0, 1]])
    np.testing.assert_allclose(on_disk, [f, t], atol=PUBLISHED_DIGITS * m * g)
    np.testing.assert_allclose(on_plane, [-f, np.zeros(3)], atol=PUBLISHED_DIGITS * m * g)  # the contact is its origin


@pytest.mark.parametrize("seed", range(5))
def test_contact_is_the_lowest_point_of_the_rim(seed):
    disk = random_frame(np.random.default_rng(seed))
    angles = np.linspace(0.0, 2.0 * np.pi, 20001)
    rim = disk.r + RADIUS * np.array([np.cos(angles), 0.0 * angles, np.sin(angles)]).T @ disk.R.T
    lowest = rim[np.argmin(rim[:, 2])]
    height = position(RollingDisk, P, Record(), 0.0, (GROUND, disk))[0]
    assert height == pytest.approx(lowest[2], abs=SAMPLED)
    shown = RollingDisk.outputs(P, Record(), 0.0, np.array([3.0, 1.0, 2.0]), GROUND, disk)
    np.testing.assert_allclose(shown["r_contact"], lowest, atol=np.sqrt(SAMPLED))
    np.testing.assert_array_equal(shown["f"], [1.0, 2.0, 3.0])


def test_a_ball_rolls_straight_and_may_spin():
    ball = Record(R=about_axis(np.array([0.6, 0.0, 0.8]), 1.0), r=np.array([1.0, 2.0, RADIUS]), v=np.array([1.2, -0.6, 0.0]), w=None)
    w = np.array([0.6 / RADIUS, 1.2 / RADIUS, 7.0])  # v = w x up radius
    ball = Record(ball, w=ball.R.T @ w)
    ball_dot = Record(a=np.zeros(3), z=np.zeros(3))
    np.testing.assert_allclose(fulfilled(RollingSphere, GROUND, ball, STILL, ball_dot), np.zeros((3, 3)), atol=10 * ROUNDOFF)


@pytest.mark.parametrize("kind", [RollingSphere, RollingDisk], ids=lambda k: k.__name__)
def test_a_turntable_under_a_resting_body_slips_with_its_own_velocity(kind):
    turntable = Record(GROUND, R=about_z(0.3), w=2.0 * UP)
    body = Record(GROUND, r=np.array([0.5, -0.2, RADIUS]))
    slip = turntable.R.T @ -cross(2.0 * UP, body.r)
    np.testing.assert_allclose(velocity(kind, P, Record(), 0.0, (turntable, body)), [0.0, *slip[:2]], atol=ROUNDOFF)


@pytest.mark.parametrize("kind", [RollingSphere, RollingDisk], ids=lambda k: k.__name__)
def test_a_body_carried_by_its_plane_rests_on_it(kind):
    """Ground and body move as one rigid body, however that moves."""
    rng = np.random.default_rng(3)
    plane = random_frame(rng)
    at, R = np.array([0.4, 0.1, RADIUS]), about_z(0.8)
    w = plane.R @ plane.w
    body = Record(R=plane.R @ R, r=plane.r + plane.R @ at, v=plane.v + cross(w, plane.R @ at), w=R.T @ plane.w)
    np.testing.assert_allclose(position(kind, P, Record(), 0.0, (plane, body)), np.zeros(3), atol=ROUNDOFF)
    np.testing.assert_allclose(velocity(kind, P, Record(), 0.0, (plane, body)), np.zeros(3), atol=10 * ROUNDOFF)


def test_a_blade_glides_along_itself_and_not_sideways():
    heading = about_z(0.4)
    for lean in (0.0, 0.7):
        blade = Record(GROUND, R=heading @ about_x(lean), w=np.array([0.3, 0.0, 2.0]))
        for v, wanted in (([1.5, 0.0, 0.0], 0.0), ([0.0, 0.2, 0.0], 0.2), ([0.0, 0.0, 1.0], 0.0)):
            sideways = velocity(KnifeEdge, P, Record(), 0.0, (GROUND, Record(blade, v=heading @ v)))
            assert sideways == pytest.approx(wanted, abs=ROUNDOFF)
        (f_plane, _), (f, t) = forces(KnifeEdge, P, Record(), 0.0, (GROUND, blade), np.array([2.0]))
        np.testing.assert_allclose(f, heading @ [0.0, 2.0, 0.0], atol=ROUNDOFF)
        np.testing.assert_allclose([*f_plane, *t], [*-f, 0.0, 0.0, 0.0], atol=ROUNDOFF)
