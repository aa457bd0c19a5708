"""Loops that move in a plane: by how much they do not close across it, and what to do about that, in words."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from ...mechanics.formulations.motion import Motion
from ...mechanics.topology import Cut
from ...model.elements.joints import Cylindrical, Fixed, Joint, Planar, Prismatic, Revolute
from ...model.elements.parts import FlexibleBody

IN_PLANE = (Revolute, Cylindrical, Planar, Prismatic, Fixed)  # what they let move stays in a plane across their axes, or along those of a Prismatic
AGREEING = 5e-8  # rad, and of the size of the loop: assembly takes somewhat more for rounded parameters
SINGLE = 3e-7  # the same: what four joints of a loop may be off whose numbers are rounded to 24 bits
MEANT = 0.2  # rad: axes of which several are farther from being parallel are meant to be so


def misfit(joints: Sequence[Joint], cut: Cut, bodies: Sequence[FlexibleBody], motion: Motion, agreeing: float = AGREEING) -> str:
    """What keeps a loop of `joints` and flexible `bodies` from closing across the plane that it moves in, and what to do; "" if nothing does.

    Gaps up to `agreeing` [rad, and of the size of the loop] are none. `motion` has the frames of the joints, all coordinates zero: the joints'
    motions in the plane change none of what is measured there.
    """
    turning = {joint: _axis(joint, motion) for joint in joints if isinstance(joint, Revolute | Cylindrical | Planar)}
    if len(turning) < 2 or not all(isinstance(joint, IN_PLANE) for joint in joints) or not all(_is_straight(body) for body in bodies):
        return ""
    normal = min(turning.values(), key=lambda n: round(sum(angle_between(n, other) for other in turning.values()), 9))
    leaning = {joint.path: lean for joint in joints if not isinstance(joint, Fixed) and (lean := _lean(joint, normal, motion, agreeing))}
    if len(leaning) > 1 and any(angle > MEANT for angle, _ in leaning.values()):
        return ""
    if cut.name not in leaning and (lean := _turned(normal, _carried(normal, cut, motion), agreeing)):
        leaning[f"frame_b of {cut.name}"] = lean
    if leaning:
        said = ", ".join(f"{name} leans by {angle:.3g} rad towards {in_words(to)}" for name, (angle, to) in leaning.items())
    elif offset := _offset(joints, cut, normal, motion, agreeing):
        said = f"frame_b of {cut.name} is {1e3 * abs(offset):.4g} mm away from its frame_a along {in_words(np.sign(offset) * normal)}"
    else:
        return ""
    plane = f"it moves in the plane across {in_words(normal)}, and nothing in it closes a gap out of this plane"
    return f"{plane}; as declared, {said}; {_advice(joints, bodies, normal)}"


def _axis(joint: Joint, motion: Motion) -> np.ndarray:
    """The axis n of a joint in the world."""
    return motion.frame(joint.frame_a).R @ joint.values["n"]


def _is_straight(body: FlexibleBody) -> bool:
    """Whether assembly leaves a flexible body as it is."""
    return bool(body.values["q_fixed"])


def _lean(joint: Joint, normal: np.ndarray, motion: Motion, agreeing: float) -> tuple[float, np.ndarray] | None:
    """By which angle [rad] an axis is off from where it belongs in a plane, and towards where; None if it is not."""
    axis = _axis(joint, motion)
    if not isinstance(joint, Prismatic):
        return _turned(normal, axis, agreeing)
    out = float(axis @ normal)
    return (float(np.arcsin(min(abs(out), 1.0))), np.sign(out) * normal) if abs(out) > agreeing else None


def _turned(normal: np.ndarray, axis: np.ndarray, agreeing: float) -> tuple[float, np.ndarray] | None:
    """The angle [rad] from the normal of a plane to an axis, whichever way that points, and towards where it leans; None if they are parallel."""
    angle = angle_between(normal, axis)
    off = np.copysign(1.0, axis @ normal) * (axis - (axis @ normal) * normal)
    return (angle, off / np.linalg.norm(off)) if angle > agreeing else None


def _carried(normal: np.ndarray, cut: Cut, motion: Motion) -> np.ndarray:
    """Where the normal of the plane, as frame_a of the closing joint has it, lies as frame_b has it."""
    return motion.frame(cut.frame_b).R @ motion.frame(cut.frame_a).R.T @ normal


def _offset(joints: Sequence[Joint], cut: Cut, normal: np.ndarray, motion: Motion, agreeing: float) -> float:
    """How far [m] the ends of a loop are apart across its plane; 0 if they meet, or if a joint slides there."""
    r_a, r_b = motion.frame(cut.frame_a).r, motion.frame(cut.frame_b).r
    size = max(float(np.linalg.norm(motion.frame(joint.frame_a).r - r_a)) for joint in joints)
    across = float(normal @ (r_b - r_a))
    return across if abs(across) > agreeing * max(size, abs(across)) and not any(isinstance(joint, Cylindrical) for joint in joints) else 0.0


def _advice(joints: Sequence[Joint], bodies: Sequence[FlexibleBody], normal: np.ndarray) -> str:
    """What to do: joints that give three more freedoms close the three directions out of the plane, and leave the motion in the plane as it was."""
    ways = ["correct that"]
    revolutes, slides = (sum(isinstance(joint, kind) for joint in joints) for kind in (Revolute, Cylindrical))
    if sum(joint.nv for joint in joints) - slides >= 3 and revolutes >= 2:
        ball, across = (
            "one by a Spherical",
            f"the other by a Universal with one axis along {in_words(normal)} and one across the line between the two",
        )
        if slides:
            ways.append("replace one of its Revolutes by a Spherical")
        else:
            ways.append(f"replace two of its Revolutes, best those at both ends of one link: {ball}, {across}")
    ways += [f"let {body.path} bend (q_fixed=False)" for body in bodies]
    return ", or ".join(ways)


def angle_between(a: np.ndarray, b: np.ndarray) -> float:
    """The angle [rad] between two axes, either of which may be turned around."""
    return float(np.arctan2(np.linalg.norm(np.cross(a, b)), abs(a @ b)))


def in_words(axis: np.ndarray) -> str:
    """The numbers of an axis."""
    return f"[{', '.join(f'{x + 0.0:.4g}' for x in np.round(axis, 9))}]"
