"""Joints that close loops: their coordinates and speeds from the motion of their frames, and what they restrict."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from ...base.scalars import Record, gradient, kernel, rate
from ...base.spatial.rotations import cross, skew
from ...model.elements.joints import Coordinates, Joint


@dataclass(frozen=True)
class Closure:
    """A joint as a constraint between its frames: relative motions complementary to its motion subspace vanish.

    Supplies what the kernels of mbfmu.model.elements.constraints ask of a kind; its parameter `layout` says how the joint's axes lie.
    """

    joint: type[Joint]
    holonomic = True
    modes = ()

    @property
    def units(self) -> tuple[str, ...]:
        return self.joint.closure_units

    def residual(self, p, u, t, a, b):
        R, r = pose_between(p.layout, a, b)
        return np.array(self.joint.closure(R, r))

    @staticmethod
    def rates(p, u, t):
        return {}


@dataclass(frozen=True)
class Relations:
    """What the redundant coordinates of a joint have to fulfil (Schutte & Udwadia (2011), eq. 15)."""

    joint: type[Coordinates]
    holonomic = True
    modes = ()

    @property
    def units(self) -> tuple[str, ...]:
        return self.joint.units

    def residual(self, p, u, t, joint):
        return np.array(self.joint.relations(joint.q))

    @staticmethod
    def rates(p, u, t):
        return {}


def layout(joint: Joint) -> np.ndarray:
    """How the axes of a joint lie in its frames (3, 3)."""
    return joint.layout(joint.values)


def pose_between(layout, a, b):
    """The pose (R_ab, r_ab_a) of b against a, both laid out."""
    R_a = a.R @ layout
    return R_a.T @ (b.R @ layout), R_a.T @ (b.r - a.r)


def motion_between(layout, a, b):
    """The motion (6,) of b against a, resolved in b laid out."""
    R_b = b.R @ layout
    w_a = a.R @ a.w
    return np.array([*(R_b.T @ (b.R @ b.w - w_a)), *(R_b.T @ (b.v - a.v - cross(w_a, b.r - a.r)))])


@kernel
def measured(joint, layout, near, a, b):
    """Coordinates (nq,) of a joint from the states of its frames, on the turn nearest to `near`."""
    return np.array(joint.coordinates_from_pose(*pose_between(layout, a, b), near))


@kernel
def closure_branch(joint, layout, near, a, b):
    """2 where a joint that is closed can have the pose of its frames, -2 where these are half a turn off, which closures cannot tell."""
    R, r = pose_between(layout, a, b)
    reached, _ = joint.motion(joint.coordinates_from_pose(R, r, near))
    return np.array(sum(R[:, i] @ reached[:, i] for i in range(3)) - 1.0)


@kernel
def relative_speeds(joint, layout, q, a, b):
    """Speeds (nv,) of a joint at q from the states of its frames."""
    return np.array(joint.speeds(q, motion_between(layout, a, b)))


@kernel
def relative_speed_rates(joint, layout, q, q_dot, a, b, a_dot, b_dot):
    """Rates (nv,) of the speeds of a joint, from the accelerations of its frames."""
    speeds = lambda q, a, b: np.array(joint.speeds(q, motion_between(layout, a, b)))
    return rate(speeds, (q, a, b), (q_dot, moving(a, a_dot), moving(b, b_dot)))


@kernel
def acting_along(joint, layout, q, a, b, tau):
    """What a generalized force tau (nv,) along a joint exerts on its frames: (f, t) on each, in the world."""

    def speeds(v_a, w_a, v_b, w_b):
        return np.array(joint.speeds(q, motion_between(layout, Record(a, v=v_a, w=w_a), Record(b, v=v_b, w=w_b))))

    f_a, t_a, f_b, t_b = gradient(speeds, (a.v, a.w, b.v, b.w), tau)
    return (f_a, a.R @ t_a), (f_b, b.R @ t_b)


@kernel
def followed(q, q_dot, near):
    """Rates (nq,) of states that follow the coordinates q of a joint from turn to turn: an error dies out with one per second."""
    return q_dot + q - near


def moving(frame, acceleration):
    """The rates of a frame's state."""
    return Record(R=frame.R @ skew(frame.w), r=frame.v, v=acceleration.a, w=acceleration.z)
