"""What can be said of a closed loop in words: its joints, how their axes stand to each other, and what keeps it from closing."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

import numpy as np

from ...mechanics.formulations.motion import Motion
from ...mechanics.topology import Cut, Tree
from ...mechanics.topology.lower_bodies import branch
from ...model.declare.element import declarations
from ...model.declare.spatial_parameters import Axis
from ...model.elements.joints import Joint
from ...model.elements.parts import FlexibleBody
from ...model.elements.parts.flexible_node import FlexibleNode
from ..data.constraint_manifold import Loop, listed
from .mechanism_at_rest import at_rest, start_of
from .planar_loops import AGREEING, SINGLE, angle_between, in_words, misfit

PARALLEL = 1e-6  # rad: axes nearer than this are meant to be parallel


def loops(tree: Tree, agreeing: float = AGREEING) -> Mapping[str, Loop]:
    """Each loop of a tree, by the name of the joint that closes it. Misfits up to `agreeing` [rad, and of the size of the loop] are none."""
    if not tree.cuts:
        return {}
    members = {cut: _joints(tree, cut) for cut in tree.cuts}
    frames = list(dict.fromkeys(frame for joints in members.values() for joint in joints for frame in (joint.frame_a, joint.frame_b)))
    q = [np.zeros(b.nq) if b.nq == b.nv else start_of(b.joint) for b in tree.bodies]
    motion = at_rest(tree, q, frames)
    return {
        cut.name: Loop(tuple(joint.path for joint in joints), _axes(joints, motion), misfit(joints, cut, _flexible(tree, cut), motion, agreeing))
        for cut, joints in members.items()
    }


def shared_gaps(tree: Tree, formulation: str) -> Iterator[str]:
    """What to say of loops that absolute coordinates may close although they do not fit: each joint takes a share of the gap, and none is refused."""
    for loop in loops(tree, SINGLE).values():
        if loop.misfit:
            yield f"{formulation} may share a gap among {listed(loop.joints)}, whose loop does not close by itself: {loop.misfit}"


def _joints(tree: Tree, cut: Cut) -> list[Joint]:
    """The joints of a loop, once around it."""
    in_loop = set(tree.loop(cut))
    there, back = ([k for k in branch(tree.lower, tree.place[f.part]) if k in in_loop] for f in (cut.frame_a, cut.frame_b))
    joints = [tree.bodies[k - 1].joint for k in sorted(there)], [tree.bodies[k - 1].joint for k in sorted(back, reverse=True)]
    return [joint for joint in (*joints[0], cut.joint, *joints[1]) if isinstance(joint, Joint)]


def _flexible(tree: Tree, cut: Cut) -> list[FlexibleBody]:
    """The flexible bodies of a loop."""
    found = [tree.bodies[k - 1].joint for k in tree.loop(cut)]
    bodies = [e.body if isinstance(e, FlexibleNode) else e for e in found]
    return list(dict.fromkeys(e for e in bodies if isinstance(e, FlexibleBody)))


def _axes(joints: list[Joint], motion: Motion) -> str:
    """The axes of the joints in the world where all coordinates are zero, and which of them does not stand as the others."""
    found: dict[str, np.ndarray] = {}
    turning: dict[str, np.ndarray] = {}
    sliding: dict[str, np.ndarray] = {}
    for joint in joints:
        if not (axes := declarations(type(joint), Axis)):
            continue  # as free motions, whose Euler parameters must not all be zero
        S, L = joint.subspace(np.zeros(joint.nq)), joint.layout(joint.values)
        for name in axes:
            key, n = joint.path if name == "n" else f"{joint.path}.{name}", joint.values[name]
            found[key] = motion.frame(joint.frame_a).R @ n
            for kind, columns in ((turning, S[:3]), (sliding, S[3:])):
                if _spans(L @ columns, n):
                    kind[key] = found[key]
                    break  # a cylindrical joint counts as turning
    listed = ", ".join(f"{name} {in_words(axis)}" for name, axis in found.items())
    return listed + (_odd_turning(turning) or _odd_sliding(sliding, turning))


def _spans(columns: np.ndarray, axis: np.ndarray) -> bool:
    """Whether an axis is a combination of columns (3, n)."""
    return bool(np.linalg.norm(axis - columns @ np.linalg.pinv(columns) @ axis) <= PARALLEL)


def _odd_turning(axes: Mapping[str, np.ndarray]) -> str:
    """The one axis of rotation that is not parallel to all others, which are parallel to each other; "" if there is none."""
    if len(axes) < 3:
        return ""
    for name in axes:
        first, *others = (axis for other, axis in axes.items() if other != name)
        if all(angle_between(first, other) <= PARALLEL for other in others) and (off := angle_between(first, axes[name])) > PARALLEL:
            return f"; {name} is {np.degrees(off):.3g} deg off the others"
    return ""


def _odd_sliding(axes: Mapping[str, np.ndarray], turning: Mapping[str, np.ndarray]) -> str:
    """The one axis of translation out of the plane across axes of rotation that are all parallel; "" if there is none."""
    if len(turning) < 2:
        return ""
    first, *others = turning.values()
    out = {name: off for name, axis in axes.items() if (off := 0.5 * np.pi - angle_between(first, axis)) > PARALLEL}
    if len(out) != 1 or any(angle_between(first, other) > PARALLEL for other in others):
        return ""
    ((name, off),) = out.items()
    return f"; {name} is {np.degrees(off):.3g} deg out of the plane across the axes of rotation"
