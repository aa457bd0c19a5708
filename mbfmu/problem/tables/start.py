"""Where a mechanism starts: coordinates and speeds from its joints' start parameters and drives, in any formulation's coordinates.

What a driven joint carries starts along with it. Assembly would move as little mass as it can, and leave behind what is carried by springs.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

import casadi as ca
import numpy as np

from ...base.scalars import Record, kernel, rate, where
from ...mechanics.formulations.derived_parameters import derive
from ...mechanics.formulations.motion import Motion
from ...mechanics.topology import Tree
from ...model.declare.element import Element
from ...model.elements.constraints.joint_motion_time import JointMotionTime
from ...model.elements.joints import Joint
from ..schedules.builder import stack


def start(
    declared: Tree, tree: Tree, given: Mapping[Element, Record], free: type[Joint] | None, drives: Iterable[JointMotionTime], t: Any
) -> tuple[ca.MX, ca.MX]:
    """q and v of `tree` at the start time `t`; where its bodies are `free`, those of the `declared` tree with its joints at their start.

    Joints start where their `drives` have them then.
    """
    of = {drive.joint: drive for drive in drives}
    pairs = [
        driven_start(type(joint), type(of[joint]), given[joint], given[of[joint]], t) if joint in of else joint_start(type(joint), given[joint])
        for joint in (body.joint for body in declared.bodies)
    ]
    if free is not None and declared.bodies:
        pairs = _freed(declared, tree, given, pairs)
    q, v = zip(*pairs) if pairs else ((), ())
    return stack(q), stack(v)


def _freed(declared: Tree, tree: Tree, given: Mapping, pairs: list) -> list:
    """Coordinates and speeds of every free body, from the motion of the declared tree."""
    frames = [body.outboard for body in tree.bodies]
    derived = derive(declared, given, frames)
    q, v = map(list, zip(*pairs))
    motion = Motion(tree=declared, d=derived, q=q, v=v, frame_index={frame: i for i, frame in enumerate(frames)})
    kept = {body.joint: pair for body, pair in zip(declared.bodies, pairs)}
    return [kept.get(body.joint) or placed(type(body.joint), motion.frame(body.outboard)) for body in tree.bodies]


@kernel
def joint_start(joint, p):
    """q and v of a joint at its start parameters."""
    q, v = joint.start(p)
    return np.array(q), np.array(v)


@kernel
def driven_start(joint, drive, p, driving, t):
    """q and v of a joint of one coordinate, where its drive acts: those of the drive, but for what is fixed at the start."""
    (q,), (v,) = joint.start(p)
    speed = rate(lambda t: np.array([drive.s(driving, t)]), (t,), (1.0,))[0]
    position = where(p.q_fixed, q, drive.s(driving, t))
    return np.array([where(driving.enabled, position, q)]), np.array([where(driving.enabled, where(p.v_fixed, v, speed), v)])


@kernel
def placed(free, frame):
    """q and v of a free joint on the world whose frame_b is in the state `frame`."""
    q = np.array(free.coordinates_from_pose(frame.R, frame.r, np.array([0.0] * (free.nq - 1) + [1.0])))
    return q, np.array(free.speeds(q, np.array([*frame.w, *(frame.R.T @ frame.v)])))
