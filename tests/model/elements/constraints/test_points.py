"""Rods, lines, planes, couplings and prescribed motions against closed forms."""

import numpy as np
import pytest

from mbfmu.base.scalars import Record
from mbfmu.base.spatial.rotations import cross
from mbfmu.model.elements.constraints import CoordinateCoupling, Distance, FrameMotionInput, JointMotionFiltered, PointOnLine, PointOnPlane
from mbfmu.model.elements.constraints.base import acceleration, forces, position, velocity
from mbfmu.model.elements.constraints.point_on_line import across
from mbfmu.model.elements.joints import Prismatic, Revolute

from ....tolerances import ROUNDOFF
from .kinds import element_of, random_case, random_frame
from .test_rolling import GROUND, STILL

seeds = pytest.mark.parametrize("seed", range(5))


def test_a_rod_pulls_what_circles_on_it():
    """A mass m at speed v on a rod of length s: the rod pulls with m v^2 / s, and the mass accelerates to its centre."""
    m, s, v = 2.0, 0.5, 3.0
    p, point = Record(s=s, enabled=1.0), Record(GROUND, r=np.array([0.0, s, 0.0]), v=np.array([v, 0.0, 0.0]))
    motion = GROUND, point
    excess = acceleration(Distance, p, Record(), 0.0, motion, (STILL, STILL))  # of the distance, while nothing pulls
    multiplier = -m * excess
    (f_a, _), (f_b, _) = forces(Distance, p, Record(), 0.0, motion, multiplier)
    assert Distance.outputs(p, Record(), 0.0, multiplier, *motion)["f"] == pytest.approx(m * v**2 / s, rel=ROUNDOFF)
    np.testing.assert_allclose(f_b, [0.0, -m * v**2 / s, 0.0], atol=ROUNDOFF)
    np.testing.assert_allclose(f_a, -f_b, atol=ROUNDOFF)
    held = acceleration(Distance, p, Record(), 0.0, motion, (STILL, Record(a=f_b / m, z=np.zeros(3))))
    assert held == pytest.approx(0.0, abs=10 * ROUNDOFF)


def test_a_rod_tells_its_excess_length():
    frames = GROUND, Record(GROUND, r=np.array([0.0, 0.0, 1.001]))
    assert position(Distance, Record(s=1.0), Record(), 0.0, frames) == pytest.approx(1e-3, rel=1e-3)  # to first order


@seeds
def test_across_is_a_right_angled_pair(seed):
    n = np.random.default_rng(seed).normal(size=3)
    for direction in (n, [0.0, 0.0, 1.0], [0.0, 0.0, -2.0], [1.0, 0.0, 0.0], [0.0, -3.0, 0.0], [1e-9, 0.0, -1.0]):
        pair = across(np.array(direction))
        np.testing.assert_allclose(pair @ pair.T, np.eye(2), atol=ROUNDOFF)
        np.testing.assert_allclose(pair @ direction, np.zeros(2), atol=10 * ROUNDOFF)


@pytest.mark.parametrize("n", [[-1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.6, -0.8, 0.0], [0.0, 0.0, -1.0], [0.0, 2.0**-0.5, -(2.0**-0.5)]])
def test_roundoff_does_not_turn_the_pair_about(n):
    """Friction holds directions in these axes: on sides of boxes sliding reversed at random."""
    pairs = [across(np.array(n) + [0.0, 0.0, error]) for error in (-1e-16, 1e-16)]
    np.testing.assert_allclose(*pairs, atol=10 * ROUNDOFF)


@seeds
def test_a_point_may_move_along_its_line_and_in_its_plane(seed):
    rng = np.random.default_rng(seed)
    a, n, s, s_dot = random_frame(rng), rng.normal(size=3), *rng.normal(size=2)
    p = Record(n=n, enabled=1.0)
    level = cross(n, rng.normal(size=3))
    for kind, direction in ((PointOnLine, n), (PointOnPlane, level)):
        r = a.R @ direction
        b = Record(random_frame(rng), r=a.r + s * r, v=a.v + cross(a.R @ a.w, s * r) + s_dot * r)
        np.testing.assert_allclose(position(kind, p, Record(), 0.0, (a, b)), np.zeros(len(kind.units)), atol=10 * ROUNDOFF)
        np.testing.assert_allclose(velocity(kind, p, Record(), 0.0, (a, b)), np.zeros(len(kind.units)), atol=10 * ROUNDOFF)
    off = Record(b, r=b.r + 0.3 * a.R @ n / np.linalg.norm(n))
    assert position(PointOnPlane, p, Record(), 0.0, (a, off)) == pytest.approx(0.3, abs=10 * ROUNDOFF)


@seeds
@pytest.mark.parametrize("kind", [PointOnLine, FrameMotionInput], ids=lambda k: k.__name__)
def test_the_force_shown_is_the_force_on_frame_b(kind, seed):
    p, u, t, (a, b) = random_case(kind, seed)
    multipliers = np.random.default_rng(seed).normal(size=len(kind.units))
    (f_a, t_a), (f_b, t_b) = forces(kind, p, u, t, (a, b), multipliers)
    np.testing.assert_allclose(a.R @ kind.outputs(p, u, 0.0, multipliers, a, b)["f"], f_b, atol=ROUNDOFF)
    np.testing.assert_allclose(f_a + f_b, np.zeros(3), atol=ROUNDOFF)
    np.testing.assert_allclose(t_a + cross(b.r - a.r, f_b) + t_b, np.zeros(3), atol=10 * ROUNDOFF)


def test_a_rack_on_a_pinion():
    """0.1 m of travel a radian: units, and torque against force."""
    rack = element_of(CoordinateCoupling)
    pinion, slide = Revolute(*rack.joint_a.attached.values()), Prismatic(*rack.joint_b.attached.values())
    rack = CoordinateCoupling(pinion, slide, ratio=(100.0, "mm/rad"), offset=(5.0, "mm"))
    units = {name: getattr(rack, name).unit for name in ("ratio", "offset", "tau_a", "tau_b")}
    assert units == {"ratio": "m/rad", "offset": "m", "tau_a": "N.m", "tau_b": "N"}
    p = Record(rack.values)
    q_a, q_b = (Record(q=np.array([q]), q_dot=np.zeros(1), v=np.zeros(1)) for q in (2.0, 0.205))
    assert position(CoordinateCoupling, p, Record(), 0.0, (q_a, q_b)) == pytest.approx(0.0, abs=ROUNDOFF)
    tau_a, tau_b = forces(CoordinateCoupling, p, Record(), 0.0, (q_a, q_b), np.array([30.0]))
    assert (tau_a, tau_b) == (pytest.approx(-3.0, rel=ROUNDOFF), pytest.approx(30.0, rel=ROUNDOFF))
    shown = CoordinateCoupling.outputs(p, Record(), 0.0, np.array([30.0]), q_a, q_b)
    assert (shown["tau_a"], shown["tau_b"]) == (pytest.approx(-3.0, rel=ROUNDOFF), 30.0)


def test_a_filter_follows_its_input_as_a_damped_oscillator():
    """Critically damped from rest: y = s (1 - (1 + w t) exp(-w t)) fulfils what the filter says of its rates."""
    p, s, t = Record(w=3.0, D=1.0, enabled=1.0), 0.7, 0.4
    decay = np.exp(-3.0 * t)
    y, y_dot, y_ddot = s * (1.0 - (1.0 + 3.0 * t) * decay), s * 9.0 * t * decay, s * 9.0 * (1.0 - 3.0 * t) * decay
    u = Record(s=np.array(s), y=np.array(y), y_dot=np.array(y_dot))
    rates = JointMotionFiltered.rates(p, u, t)
    assert (rates["y"], rates["y_dot"]) == (pytest.approx(y_dot, rel=ROUNDOFF), pytest.approx(y_ddot, rel=10 * ROUNDOFF))
    joint = Record(q=np.array([y]), q_dot=np.array([y_dot]), v=np.array([y_dot]))
    joint_dot = Record(q_ddot=np.array([y_ddot]), v_dot=np.array([y_ddot]))
    assert acceleration(JointMotionFiltered, p, u, t, (joint,), (joint_dot,)) == pytest.approx(0.0, abs=10 * ROUNDOFF)
