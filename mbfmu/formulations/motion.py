"""The motion of a tree: positions and velocities of its bodies and frames, by the forward recursion."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, Mapping

import numpy as np

from ..model.frame import Frame
from ..scalars import Record, kernel
from ..spatial.placement import compose, motion_cross, move_motion
from ..spatial.rotations import cross
from ..topology import Tree


@dataclass
class Motion:
    """A tree at coordinates q and speeds v (one piece a body), with derived values d.

    `placements[k]` is (R_pb, r_pb_p) of body k on its lower body and `steps[k]` the two placements it is composed of, of its
    joint and by its joint; `carried[k]` is the motion (6,) of its lower body seen from its joint and resolved there, `V[k]`
    its own resolved in itself, `bias[k]` the part of its acceleration beside its lower body's and S v_dot; index 0 is the
    world. `points` are the positions of the massless points, `point_velocities` what stands for their velocities.
    """

    tree: Tree
    d: Record
    q: list
    v: list
    frame_index: Mapping[Frame, int]
    points: list = field(default_factory=list)
    point_velocities: list = field(default_factory=list)

    def __post_init__(self) -> None:
        n = len(self.tree.bodies)
        self.placements: list[Any] = [None] * (n + 1)
        self.steps: list[Any] = [None] * (n + 1)
        self.carried: list[Any] = [None] * (n + 1)
        self.V: list[Any] = [np.zeros(6)] + [None] * n
        self.bias: list[Any] = [None] * (n + 1)
        for k, (body, j) in enumerate(zip(self.tree.bodies, self.tree.lower), 1):
            screw, q, v = self.d.screws[k - 1], self.q[k - 1], self.v[k - 1]
            self.steps[k], self.carried[k], self.V[k], self.bias[k] = forward(body.kind, screw, q, v, self.V[j])
            self.placements[k] = placed(self.steps[k])

    @cached_property
    def poses(self) -> list:
        """(R_0b, r_0b_0) of every body, index 0 the world."""
        poses = [(np.eye(3), np.zeros(3))]
        for k, j in enumerate(self.tree.lower, 1):
            poses.append(pose(poses[j], self.placements[k]))
        return poses

    def body_of(self, frame: Frame) -> int | None:
        """The number of the body that carries a frame, None on a massless point."""
        return self.tree.place.get(frame.part)

    def frame(self, frame: Frame) -> Record:
        """R (world from frame), r and v (in the world) and w (in the frame) of a frame."""
        k = self.body_of(frame)
        placement = self.d.frames[self.frame_index[frame]]
        if k is None:
            i = self.tree.points.index(frame.part)
            return point_state(self.points[i], self.point_velocities[i], placement)
        return frame_state(self.poses[k], self.V[k], placement)


@kernel
def forward(kind, screw, q, v, V_lower):
    """Step of the forward recursion: the two steps of the placement, motion carried and own, and bias acceleration of one body.

    Source: Schiehlen (2005), eqs. 20-21, resolved in the body's own frame.
    """
    joint, turn, shift = screw
    R, r = kind.motion(q + turn)
    steps = joint, (R, r + shift)
    V_joint = kind.subspace(q) @ v
    carried = move_motion(joint, V_lower)
    V = move_motion(steps[1], carried) + V_joint
    return steps, carried, V, kind.bias(q, v) + motion_cross(V, V_joint)


@kernel
def placed(steps):
    """The placement composed of two steps."""
    return compose(*steps)


@kernel
def pose(lower, placement):
    """Pose of a body in the world from that of its lower body."""
    return lower[0] @ placement[0], lower[1] + lower[0] @ placement[1]


@kernel
def frame_state(pose, V, placement):
    """R, r, v, w of a frame at `placement` in a body."""
    R_0b, r_0b = pose
    R, r = placement
    velocity = R_0b @ (V[3:] + cross(V[:3], r))
    return Record(R=R_0b @ R, r=r_0b + R_0b @ r, v=velocity, w=R.T @ V[:3])


@kernel
def point_state(r, v, placement):
    """R, r, v, w of a frame on a massless point, which does not turn."""
    return Record(R=placement[0], r=r + placement[1], v=v, w=np.zeros(3))
