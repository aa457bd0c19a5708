"""Where the frames of joints lie on their axes, so that the way from one axis to the next is a plain screw.

A joint that only turns about its z leaves two things free: where on z its frames have their origins, and where their x point. They
are put at the foot of the common normal to the axis above, x along it, as Denavit and Hartenberg (1955) do. The joint above
is then turned and shifted about x alone; the rest, a turn and a shift about its own z, joins its own motion. Against placements in
general this spares the recursion a third of its operations. Coordinates mean what they meant.
"""

from __future__ import annotations

from math import atan2, hypot

import numpy as np

from ...base.scalars import kernel
from ...base.spatial.placement import IDENTITY
from ...base.spatial.rotations import about_x, about_z, rounded
from ..topology import Tree, TreeBody

ROUNDOFF = 2e-15  # of a product of a few rotations
SOME_ANGLES = (0.0, 0.3, 1.0, 2.6)  # rad
FARTHEST = 2.0  # a foot so many times as far as the next joint, as of almost parallel axes, would cost digits


def shifts(tree: Tree, joints: list) -> list:
    """How far each joint's frames shall move: placements that commute with the joint's motion, given where all are now."""
    above = {j: k for k, j in reversed(list(enumerate(tree.lower, 1)))}
    shifts = [IDENTITY] * len(tree.bodies)
    for k, body in enumerate(tree.bodies, 1):
        if k in above and sense(body) and sense(tree.bodies[above[k] - 1]):
            shifts[k - 1] = to_common_normal(joints[above[k] - 1])
    return shifts


def denavit_hartenberg(tree: Tree, joints: list) -> list:
    """Each joint's placement in three parts: a placement before its motion, what adds to its q (nq,), what adds to its r (3,)."""
    return [
        about_x_then_z(placement, sense(body)) if sense(body) else (placement, np.zeros(tree.bodies[mover - 1].nq), np.zeros(3))
        for body, placement, mover in zip(tree.bodies, joints, tree.movers)
    ]


def sense(body: TreeBody) -> float:
    """1 or -1 where the joint of a body only turns about its z, by its coordinate, that way or backwards; else 0."""
    if not body.joint.nq == body.joint.nv == 1:
        return 0.0
    column = np.array(body.kind.subspace(np.zeros(1)), dtype=float)[:, 0]
    turns = list(abs(column)) == [0.0, 0.0, 1.0, 0.0, 0.0, 0.0] and all(_is_turn(body, column[2], q) for q in SOME_ANGLES)
    return column[2] if turns else 0.0


def _is_turn(body: TreeBody, sense: float, q: float) -> bool:
    """Whether a joint at q is turned about its z by it, and not moved besides, as a screw is."""
    R, r = body.kind.motion(np.array([q]))
    off = [*(np.array(R, dtype=float) - about_z(sense * q)).ravel(), *np.array(r, dtype=float)]
    return max(map(abs, off)) <= ROUNDOFF


@kernel
def to_common_normal(placement):
    """The shift along z and turn about it (R, r) that put x along the common normal to the z of `placement`; none if tunable."""
    R, r = placement
    sine = hypot(R[0, 2], R[1, 2]) if R.dtype == r.dtype == float else 0.0
    if sine < ROUNDOFF:
        return np.eye(3), np.zeros(3)
    c, s = max((R[1, 2], -R[0, 2]), (-R[1, 2], R[0, 2]))  # of the two normals the one that turns less
    foot = (r[2] - R[2, 2] * (R[:, 2] @ r)) / sine**2
    slide = foot if abs(foot) <= FARTHEST * hypot(*r) else 0.0
    return rounded(np.array([[c, -s, 0.0], [s, c, 0.0], [0.0, 0.0, sine]]) / sine), np.array([0.0, 0.0, slide])


@kernel
def about_x_then_z(placement, sense):
    """A placement as a turn about x with a shift, then a turn and a shift about z; as it is where that is not possible.

    Right angles stay in the first, where they cost nothing.
    """
    R, r = placement
    if not R.dtype == r.dtype == float or abs(R[0, 2]) > ROUNDOFF:
        return placement, np.zeros(1), np.zeros(3)
    slide = R[:, 2] @ r
    rest = r - slide * R[:, 2]
    if max(abs(rest[1:])) <= ROUNDOFF * hypot(*r):
        r, slide = np.array([r[0], 0.0, 0.0]), np.array([0.0, 0.0, slide])
    else:
        slide = np.zeros(3)
    if all(abs(entry) in (0.0, 1.0) for entry in rounded(R).ravel()):
        return (R, r), np.zeros(1), slide
    angle = atan2(-R[0, 1], R[0, 0])
    return (rounded(about_x(atan2(-R[1, 2], R[2, 2]))), r), np.array([sense * angle]), slide
