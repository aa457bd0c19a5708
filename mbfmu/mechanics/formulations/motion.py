"""The motion of a tree: positions and velocities of its bodies and frames, by the forward recursion."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any

import numpy as np

from ...base.scalars import Record, kernel, rate
from ...base.spatial.placement import compose, motion_cross, move_motion
from ...base.spatial.rotations import cross
from ...model.declare.frame import Frame
from ...model.elements.joints import Joint
from ..topology import Tree, TreeBody
from .closing_joints import layout, measured, relative_speed_rates, relative_speeds
from .elastic_bodies import Material, material


@dataclass
class Motion:
    """A tree at coordinates q and speeds v (one piece a body), with derived values d.

    `placements[k]` is (R_pb, r_pb_p) of body k on its lower body and `steps[k]` the two placements it is composed of, of its
    joint and by its joint; `transported[k]` is the motion (6,) of its lower body seen from its joint and resolved there, `V[k]`
    its own resolved in itself, `bias[k]` the part of its acceleration beside its lower body's and S v_dot; index 0 is the
    world. `points` are the positions of the massless points, `point_velocities` what stands for their velocities, `closing`, for
    joints that close loops, coordinates that tell which turn they are on. All of it is seen from body `base` as if that stood still,
    of the bodies above it only; as a rule the base is the world.
    """

    tree: Tree
    d: Record
    q: list
    v: list
    frame_index: Mapping[Frame, int]
    points: list = field(default_factory=list)
    point_velocities: list = field(default_factory=list)
    closing: Mapping[Joint, Any] = field(default_factory=dict)
    base: int = 0

    def __post_init__(self) -> None:
        n = len(self.tree.bodies)
        self._frames: dict[Frame, Record] = {}
        self._joints: dict[Joint, Record] = {}
        self.placements: list[Any] = [None] * (n + 1)
        self.steps: list[Any] = [None] * (n + 1)
        self.transported: list[Any] = [None] * (n + 1)
        self.V: list[Any] = [None] * (n + 1)
        self.V[self.base] = np.zeros(6)
        self.bias: list[Any] = [None] * (n + 1)
        for k, body, j in self._above:
            screw, q, v = self.d.denavit_hartenberg[k - 1], self.coordinates(k), self.speeds(k)
            self.steps[k], self.transported[k], self.V[k], self.bias[k] = forward(body.kind, screw, q, v, self.V[j])
            self.placements[k] = placed(self.steps[k])

    @cached_property
    def _above(self) -> list[tuple[int, TreeBody, int]]:
        """The bodies above the base, numbered, each with the number of its lower body."""
        above: list[tuple[int, TreeBody, int]] = []
        seen = {self.base}
        for k, (body, j) in enumerate(zip(self.tree.bodies, self.tree.lower), 1):
            if j in seen:
                seen.add(k)
                above.append((k, body, j))
        return above

    def coordinates(self, k: int) -> Any:
        """The coordinates that move body k against its lower body."""
        return self.q[self.tree.movers[k - 1] - 1]

    def speeds(self, k: int) -> Any:
        """The speeds that move body k against its lower body."""
        return self.v[self.tree.movers[k - 1] - 1]

    @cached_property
    def materials(self) -> dict[int, Material]:
        """The material of each flexible body."""
        constants = zip(self.tree.flexible, self.d.elastic)
        return {k: material(own, self.q[k - 1], self.v[k - 1], self.V[k]) for k, own in constants}

    @cached_property
    def poses(self) -> list:
        """(R_0b, r_0b_0) of every body, index 0 the world."""
        poses: list[Any] = [None] * (len(self.tree.bodies) + 1)
        poses[self.base] = (np.eye(3), np.zeros(3))
        for k, _, j in self._above:
            poses[k] = pose(poses[j], self.placements[k])
        return poses

    def seen_from(self, base: int) -> Motion:
        """The same motion seen from a body."""
        return self if base == self.base else replace(self, base=base)

    def body_of(self, frame: Frame) -> int | None:
        """The number of the body that carries a frame, None on a massless point."""
        return self.tree.place.get(frame.part)

    def frame(self, frame: Frame) -> Record:
        """R (world from frame), r and v (in the world) and w (in the frame) of a frame."""
        if frame not in self._frames:
            self._frames[frame] = self._frame(frame)
        return self._frames[frame]

    def _frame(self, frame: Frame) -> Record:
        k = self.body_of(frame)
        placement = self.d.frames[self.frame_index[frame]]
        if k is None:
            i = self.tree.points.index(frame.part)
            return point_state(self.points[i], self.point_velocities[i], placement)
        return frame_state(self.poses[k], self.V[k], placement)

    def joint(self, joint: Joint) -> Record:
        """q, q_dot and v of a joint."""
        if joint not in self._joints:
            self._joints[joint] = self._joint(joint)
        return self._joints[joint]

    def _joint(self, joint: Joint) -> Record:
        cut = self.tree.cut_of(joint)
        if cut is None:
            k = self.tree.number(joint) - 1
            q, v = self.q[k], self.v[k]
        else:
            frames = self.frame(cut.frame_a), self.frame(cut.frame_b)
            q = measured(type(joint), layout(joint), self.closing[joint], *frames)
            v = relative_speeds(type(joint), layout(joint), q, *frames)
        return Record(q=q, q_dot=coordinate_rates(type(joint), q, v), v=v)

    def accelerations(self, v_dot: list, base: Any) -> list:
        """Acceleration (6,) of every body, resolved in it, for speeds that change at v_dot (one piece a body), on a `base` (6,).

        Source: Schiehlen (2005), eq. 21.
        """
        A: list = [None] * (len(self.tree.bodies) + 1)
        A[self.base] = base
        for k, body, j in self._above:
            A[k] = acceleration(body.kind, self.placements[k], self.coordinates(k), self.bias[k], v_dot[self.tree.movers[k - 1] - 1], A[j])
        return A

    def frame_acceleration(self, frame: Frame, A: list, g: Any = np.zeros(3)) -> Record:
        """a (of the frame's origin, in the world) and z (angular acceleration, in the frame) from the bodies' accelerations.

        `g` is what these lack of the true ones.
        """
        k = self.tree.place[frame.part]
        return frame_acceleration(self.poses[k][0], self.V[k], A[k], self.d.frames[self.frame_index[frame]], g)

    def joint_acceleration(self, joint: Joint, v_dot: list, A: list) -> Record:
        """q_ddot and v_dot of a joint."""
        own = self.joint(joint)
        cut = self.tree.cut_of(joint)
        if cut is None:
            rates = v_dot[self.tree.number(joint) - 1]
        else:
            frames = [self.frame(f) for f in (cut.frame_a, cut.frame_b)]
            turning = [self.frame_acceleration(f, A) for f in (cut.frame_a, cut.frame_b)]
            rates = relative_speed_rates(type(joint), layout(joint), own.q, own.q_dot, *frames, *turning)
        return Record(q_ddot=coordinate_rate_rates(type(joint), own.q, own.q_dot, own.v, rates), v_dot=rates)


@kernel
def coordinate_rates(joint, q, v):
    """Rates of a joint's coordinates."""
    return np.array(joint.rate(q, v))


@kernel
def coordinate_rate_rates(joint, q, q_dot, v, v_dot):
    """Second rates of a joint's coordinates."""
    return rate(lambda q, v: np.array(joint.rate(q, v)), (q, v), (q_dot, v_dot))


@kernel
def acceleration(kind, placement, q, c, v_dot, A_lower):
    """Acceleration (6,) of one body from that of its lower body."""
    return move_motion(placement, A_lower) + c + kind.along(q, v_dot)


@kernel
def frame_acceleration(R_0b, V, A, placement, g):
    """a (in the world) and z (in the frame) of a frame at `placement` in a body; g is what A lacks of the true acceleration."""
    a_b = move_motion(placement, A)
    R_bf, r = placement
    w = R_bf.T @ V[:3]
    v = R_bf.T @ (V[3:] + cross(V[:3], r))
    return Record(a=R_0b @ R_bf @ (a_b[3:] + cross(w, v)) + g, z=a_b[:3])


@kernel
def forward(kind, screw, q, v, V_lower):
    """Step of the forward recursion: the two steps of the placement, motion transported and own, and bias acceleration of one body.

    Source: Schiehlen (2005), eqs. 20-21, resolved in the body's own frame.
    """
    joint, turn, shift = screw
    R, r = kind.motion(q + turn)
    steps = joint, (R, r + shift)
    V_joint = kind.along(q, v)
    transported = move_motion(joint, V_lower)
    V = move_motion(steps[1], transported) + V_joint
    return steps, transported, V, kind.bias(q, v) + motion_cross(V, V_joint)


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
