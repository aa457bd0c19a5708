"""A body that is struck: how it answers to an impulse along a line, as a rigid body and in its modes."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

import numpy as np

from ...base.errors import MbfmuError
from ...base.scalars import Record
from ...base.spatial.inertia import symmetric, total
from ...base.spatial.placement import compose
from ...mechanics.topology import Tree, TreeBody
from ...model.declare.element import Element
from ...model.declare.frame import Frame
from ...model.elements.constraints.base import Constraint
from ...model.elements.joints import FreeMotion, Joint, RotorInertia
from ...model.elements.parts import FlexibleBody
from ...model.elements.parts.flexible_node import FlexibleNode
from ...model.structure.elastic_data import ElasticData
from ...scene.start import Pose, frame_pose

STILL = 1e-9  # relative to the largest: what modes move the point of contact less is rounding
UNMOVED = 1e-6  # relative: what inertia leaves of an impulse

Poses = Mapping[Element, Pose]


@dataclass(frozen=True, eq=False)
class Struck:
    """A body that is struck at a point along n, as it answers there: it moves by `mobility` [1/kg] for each unit of impulse.

    A flexible body has its `data`, whose axes `R` (3, 3) takes into the world; `push` (6,) are its angular velocity and the velocity of its centre of
    mass for each unit of impulse, in the world. `modes` (n,) are the numbers of its modes that an impact moves. They have unit mass, the stiffness
    `K` (n,) and the damping `D` (n, n), and each moves the point by `Phi` (n,) along n.
    """

    name: str
    mobility: float
    data: ElasticData | None = None
    R: np.ndarray = field(default_factory=lambda: np.eye(3))
    push: np.ndarray = field(default_factory=lambda: np.zeros(6))
    modes: np.ndarray = field(default_factory=lambda: np.zeros(0, int))
    Phi: np.ndarray = field(default_factory=lambda: np.zeros(0))
    K: np.ndarray = field(default_factory=lambda: np.zeros(0))
    D: np.ndarray = field(default_factory=lambda: np.zeros((0, 0)))

    @property
    def highest(self) -> float:
        """The highest angular frequency [rad/s] of modes that move the point, 0 if none does."""
        return float(np.sqrt(self.K[_moving(self.Phi)].max(initial=0.0)))


def struck(tree: Tree, poses: Poses, contact: str, frame: Frame, r: np.ndarray, n: np.ndarray) -> Struck:
    """The body of a frame of a `contact`, struck at r along n (3,) in the world.

    A rigid body hangs on any one joint against the world, a flexible one on a FreeMotion. MbfmuError for others, and for bodies without mass.
    """
    part = frame.part
    if part not in tree.place:
        raise MbfmuError(f"{contact}: {frame} is a massless point, which rebounds from nothing")
    if not tree.place[part]:
        return Struck("world", 0.0)
    if isinstance(part, FlexibleNode):
        return _flexible(tree, poses, contact, part, r, n)
    return _rigid(tree, poses, contact, part, r, n)


def _rigid(tree: Tree, poses: Poses, contact: str, part: Element, r: np.ndarray, n: np.ndarray) -> Struck:
    number = tree.place[part]
    parts = [each for each, k in tree.place.items() if k == number]
    body = tree.bodies[number - 1]
    _refuse_held(tree, contact, part.path, parts, number)
    inertia = total(np.zeros(10), *(each.inertia(Record(each.values), poses[each]) for each in tree.massive if each in parts))
    m, c = float(inertia[0]), inertia[1:4] / inertia[0] if inertia[0] else np.zeros(3)
    if not m > 0.0:
        raise MbfmuError(f"{contact}: {part.path} has no mass, so it rebounds from nothing")
    I = symmetric(inertia[4:]) - m * (c @ c * np.eye(3) - np.outer(c, c))
    push = _push(contact, part.path, m, I, r - c, n, _motions(body, poses, c))
    return Struck(part.path, _along(n, r - c, push))


def _motions(body: TreeBody, poses: Poses, c: np.ndarray) -> np.ndarray:
    """The angular velocities and velocities of the centre of mass c (6, nv), in the world, that the joint of a body allows."""
    p = Record(body.joint.values)
    R, place = compose(frame_pose(body.outboard, poses), (body.joint.layout(body.joint.values), np.zeros(3)))
    S = body.kind.subspace(body.joint.start(p)[0])
    w = R @ S[:3]
    return np.vstack((w, R @ S[3:] + np.cross(w.T, c - place).T))


def _flexible(tree: Tree, poses: Poses, contact: str, node: FlexibleNode, r: np.ndarray, n: np.ndarray) -> Struck:
    body: FlexibleBody = node.body
    data, material = tree.elastic_data(body), tree.number(body)
    entered = tree.lower[material - 1]
    parts = [each for each, k in tree.place.items() if k in (entered, material) or (isinstance(each, FlexibleNode) and each.body is body)]
    _refuse_held(tree, contact, body.path, parts, entered)
    joint = tree.bodies[entered - 1].joint
    if not isinstance(joint, FreeMotion):
        raise MbfmuError(f"{contact}: {body.path} is held by {joint.path}; a flexible body must fly freely, on a FreeMotion against the world")
    loads = [each.path for each in tree.massive if any(tree.place[each] == tree.place[own] for own in parts)]
    if loads:
        raise MbfmuError(f"{contact}: {body.path} carries {', '.join(loads)}; give its data this mass, or leave it out, to find its restitution")
    at, (R, place) = data.nodes[node.label], poses[node]
    arm = r - (place - R @ at.x)
    moved = n @ (R @ at.Phi) + np.cross(r - place, n) @ (R @ at.Psi)
    I = np.trace(data.N[0, 0]) * np.eye(3) - data.N[0, 0]
    push = _push(contact, body.path, data.m, R @ I @ R.T, arm, n, np.eye(6))
    D = data.De + body.values["zeta"] * body.relative_damping(tree.bodies[material - 1].inboard.part.label)
    alone = np.abs(D - np.diag(np.diag(D))).max() <= STILL * np.abs(D).max()
    kept = np.flatnonzero(_moving(moved)) if alone else np.arange(len(moved))
    return Struck(
        name=body.path,
        mobility=_along(n, arm, push),
        data=data,
        R=R,
        push=push,
        modes=kept,
        Phi=moved[kept],
        K=np.diag(data.Ke)[kept],
        D=D[np.ix_(kept, kept)],
    )


def _moving(Phi: np.ndarray) -> np.ndarray:
    """Which of the modes move the point of contact."""
    return np.abs(Phi) > STILL * np.abs(Phi).max(initial=0.0)


def _push(contact: str, name: str, m: float, I: np.ndarray, arm: np.ndarray, n: np.ndarray, S: np.ndarray) -> np.ndarray:
    """The angular velocity of a rigid body and the velocity of its centre of mass (6,), for a unit of impulse along n at `arm` (3,) from that.

    It moves along the columns of S (6, nv).
    """
    turning = np.cross(arm, n)
    if np.linalg.norm(turning) <= STILL * (np.linalg.norm(arm) + STILL):
        turning = np.zeros(3)
    impulse = S.T @ np.array([*turning, *n])
    M = S.T @ np.block([[I, np.zeros((3, 3))], [np.zeros((3, 3)), m * np.eye(3)]]) @ S
    rates = np.linalg.lstsq(M, impulse, rcond=None)[0]
    if np.abs(M @ rates - impulse).max(initial=0.0) > UNMOVED * np.abs(impulse).max(initial=0.0):
        raise MbfmuError(
            f"{contact} strikes {name} beside its centre of mass, and its moment of inertia is zero about an axis it turns about: give {name}.I"
        )
    return S @ rates


def _along(n: np.ndarray, arm: np.ndarray, push: np.ndarray) -> float:
    """How fast the point at `arm` (3,) moves along n."""
    return float(n @ (push[3:] + np.cross(push[:3], arm)))


def _refuse_held(tree: Tree, contact: str, name: str, parts: Sequence[Element], number: int) -> None:
    """MbfmuError unless the parts of a body are held by nothing but one joint against the world, which nothing drives."""
    joint = tree.bodies[number - 1].joint
    holds = [e.path for part in parts for e in part.attachers if isinstance(e, (Joint, Constraint)) and e is not joint and _moves(tree, e)]
    holds += [e.path for e in joint.attachers if isinstance(e, (Constraint, RotorInertia))]
    holds += [joint.path] if tree.lower[number - 1] else []
    if holds:
        raise MbfmuError(
            f"{contact}: {name} is held by {', '.join(dict.fromkeys(holds))}; restitution is that of bodies that move freely, each on one joint "
            "against the world, such as a FreeMotion"
        )


def _moves(tree: Tree, element: Joint | Constraint) -> bool:
    """Whether an element leads to another body: welded parts are one body."""
    return len({tree.place.get(at.part, 0) for at in element.attached.values() if isinstance(at, Frame)}) > 1
