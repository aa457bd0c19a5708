"""Where a mechanism starts: coordinates and speeds from its joints' start parameters, in any formulation's coordinates."""

from __future__ import annotations

from collections.abc import Mapping

import casadi as ca
import numpy as np

from ...base.scalars import Record, kernel
from ...mechanics.formulations.derived_parameters import derive
from ...mechanics.formulations.motion import Motion
from ...mechanics.topology import Tree
from ...model.declare.element import Element
from ...model.elements.joints import Joint
from ..schedules.builder import stack


def start(declared: Tree, tree: Tree, given: Mapping[Element, Record], free: type[Joint] | None) -> tuple[ca.MX, ca.MX]:
    """q and v of `tree` at the start; where its bodies are `free`, those of the `declared` tree with its joints at their start."""
    pairs = [joint_start(type(body.joint), given[body.joint]) for body in declared.bodies]
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
def placed(free, frame):
    """q and v of a free joint on the world whose frame_b is in the state `frame`."""
    q = np.array(free.coordinates_from_pose(frame.R, frame.r, np.array([0.0] * (free.nq - 1) + [1.0])))
    return q, np.array(free.speeds(q, np.array([*frame.w, *(frame.R.T @ frame.v)])))
