"""Two bodies of a model as their contact sees them: along its normal, where their surfaces are nearest to each other at the start."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

import numpy as np
from scipy.linalg import block_diag

from ...base.errors import MbfmuError
from ...base.nearest import nearest
from ...base.scalars import Record
from ...base.spatial.inertia import symmetric, total
from ...mechanics.topology import Tree, build_tree
from ...model.declare.frame import Frame
from ...model.declare.model import Model
from ...model.elements.constraints.base import Constraint
from ...model.elements.contacts import ContactForce
from ...model.elements.joints import FreeMotion, Joint
from ...model.elements.parts import FlexibleBody
from ...model.elements.parts.flexible_node import FlexibleNode
from ...model.elements.surfaces.touching import touching
from ...model.structure.elastic_data import ElasticData
from ...scene.start import Pose, frame_pose, start_poses

STILL = 1e-9  # relative to the largest: what modes move the point of contact less is rounding
LEVEL = 1e-9  # m: gaps that differ less are one


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


@dataclass(frozen=True)
class LineOfImpact:
    """The two bodies of a contact along its normal n (3,), which points from b to a in the world, through the point `r` (3,) [m]."""

    contact: ContactForce
    n: np.ndarray
    r: np.ndarray
    a: Struck
    b: Struck

    @property
    def mobility(self) -> float:
        """How much the speed of separation changes for each unit of impulse [1/kg], while both bodies are rigid."""
        return self.a.mobility + self.b.mobility

    @property
    def Phi(self) -> np.ndarray:
        """How much the gap grows with each mode of both bodies (n,)."""
        return np.concatenate((self.a.Phi, -self.b.Phi))

    @property
    def K(self) -> np.ndarray:
        """The stiffness (n,) of these modes."""
        return np.concatenate((self.a.K, self.b.K))

    @property
    def D(self) -> np.ndarray:
        """Their damping (n, n)."""
        return block_diag(self.a.D, self.b.D)


def line_of_impact(model: Model, contact: str | None = None) -> LineOfImpact:
    """The line of impact of a contact of the model, the only one if none is named.

    Raises ProblemsFound for a model that cannot be built, MbfmuError for a contact and for bodies whose restitution cannot be told.
    """
    hit = named(model, contact)
    tree = build_tree(model)
    poses = start_poses(tree)
    frames = [hit.attached["frame_a"], hit.attached["frame_b"]]
    at = _nearest_point(hit, [frame_pose(frame, poses) for frame in frames])
    a, b = (_struck(tree, poses, hit, frame, at.r, at.n) for frame in frames)
    if not a.mobility + b.mobility > 0.0:
        raise MbfmuError(f"{hit.path} touches with parts that are both fixed to the world; let one of them move by a FreeMotion")
    return LineOfImpact(contact=hit, n=at.n, r=at.r, a=a, b=b)


def named(model: Model, contact: str | None) -> ContactForce:
    """The contact of this name, or the only one; MbfmuError where there is none."""
    if not isinstance(model, Model):
        raise MbfmuError(f"restitution is that of a contact in a Model, not of {model!r}")
    there = {each.path: each for each in model.of_type(ContactForce)}
    if not there:
        raise MbfmuError(f"{model.name} has no contact, such as HuntCrossleyContact(frame_a, frame_b, surface_a, surface_b, c=...)")
    if contact is None and len(there) > 1:
        raise MbfmuError(f"{model.name} has the contacts {', '.join(there)}: name one of them")
    if contact is not None and contact not in there:
        raise MbfmuError(f"{model.name} has no contact {contact!r}{nearest(contact, there)}; it has {', '.join(there)}")
    return next(iter(there.values())) if contact is None else there[contact]


def _nearest_point(hit: ContactForce, places: Sequence[Pose]) -> Record:
    """Where the surfaces are nearest to each other; MbfmuError where this is at several points at once."""
    a, b = (Record({**hit.attached[name].values, "kind": type(hit.attached[name])}) for name in ("surface_a", "surface_b"))
    on_a, on_b = (Record(R=R, r=r) for R, r in places)
    points = touching(a, b, on_a, on_b, 0.0)
    first = min(points, key=lambda at: float(at.gap))
    if sum(float(at.gap) < float(first.gap) + LEVEL for at in points) > 1:
        raise MbfmuError(f"{hit.path} touches at several points at once at the start; turn a body by Q_start, so that one is nearest")
    return first


def _struck(tree: Tree, poses: Mapping, hit: ContactForce, frame: Frame, r: np.ndarray, n: np.ndarray) -> Struck:
    """The body of a frame, struck at r along n (3,) in the world."""
    part = frame.part
    if part not in tree.place:
        raise MbfmuError(f"{hit.path}: {frame} is a massless point, which rebounds from nothing")
    if not tree.place[part]:
        return Struck("world", 0.0)
    if isinstance(part, FlexibleNode):
        return _flexible(tree, poses, hit, part, r, n)
    body = tree.bodies[tree.place[part] - 1]
    parts = [each for each, k in tree.place.items() if k == tree.place[part]]
    _refuse_held(tree, hit, part.path, parts, body.joint, tree.place[part])
    inertia = total(np.zeros(10), *(each.inertia(Record(each.values), poses[each]) for each in parts if each in tree.massive))
    m, c = float(inertia[0]), inertia[1:4] / inertia[0] if inertia[0] else np.zeros(3)
    if not m > 0.0:
        raise MbfmuError(f"{hit.path}: {part.path} has no mass, so it rebounds from nothing")
    I = symmetric(inertia[4:]) - m * (c @ c * np.eye(3) - np.outer(c, c))
    return Struck(part.path, _along(n, r - c, _push(hit, part.path, m, I, r - c, n)))


def _flexible(tree: Tree, poses: Mapping, hit: ContactForce, node: FlexibleNode, r: np.ndarray, n: np.ndarray) -> Struck:
    body: FlexibleBody = node.body
    data, material = tree.elastic_data(body), tree.number(body)
    entered = tree.lower[material - 1]
    parts = [each for each, k in tree.place.items() if k in (entered, material) or (isinstance(each, FlexibleNode) and each.body is body)]
    _refuse_held(tree, hit, body.path, parts, tree.bodies[entered - 1].joint, entered)
    loads = [each.path for each in tree.massive if any(tree.place[each] == tree.place[own] for own in parts)]
    if loads:
        raise MbfmuError(f"{hit.path}: {body.path} carries {', '.join(loads)}; give its data this mass, or leave it out, to find its restitution")
    at, (R, place) = data.nodes[node.label], poses[node]
    arm = r - (place - R @ at.x)
    moved = n @ (R @ at.Phi) + np.cross(r - place, n) @ (R @ at.Psi)
    I = np.trace(data.N[0, 0]) * np.eye(3) - data.N[0, 0]
    D = data.De + body.values["zeta"] * body.relative_damping(tree.bodies[material - 1].inboard.part.label)
    alone = np.abs(D - np.diag(np.diag(D))).max() <= STILL * np.abs(D).max()
    kept = np.flatnonzero(_moving(moved)) if alone else np.arange(len(moved))
    push = _push(hit, body.path, data.m, R @ I @ R.T, arm, n)
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


def _push(hit: ContactForce, name: str, m: float, I: np.ndarray, arm: np.ndarray, n: np.ndarray) -> np.ndarray:
    """The angular velocity of a free rigid body and the velocity of its centre of mass (6,), for a unit of impulse along n at `arm` (3,) from it."""
    turning = np.cross(arm, n)
    if np.linalg.norm(turning) <= STILL * (np.linalg.norm(arm) + STILL):
        return np.array([0.0, 0.0, 0.0, *(n / m)])
    w = np.linalg.lstsq(I, turning, rcond=None)[0]
    if np.abs(I @ w - turning).max() > 1e-6 * np.abs(turning).max():
        raise MbfmuError(
            f"{hit.path} strikes {name} beside its centre of mass, and its moment of inertia is zero about an axis it turns about: give {name}.I"
        )
    return np.array([*w, *(n / m)])


def _along(n: np.ndarray, arm: np.ndarray, push: np.ndarray) -> float:
    """How fast the point at `arm` (3,) moves along n."""
    return float(n @ (push[3:] + np.cross(push[:3], arm)))


def _refuse_held(tree: Tree, hit: ContactForce, name: str, parts: Sequence, joint: Joint, number: int) -> None:
    """MbfmuError unless a body is held by nothing but the FreeMotion against the world that moves it."""
    holds = [e.path for part in parts for e in part.attachers if isinstance(e, (Joint, Constraint)) and e is not joint and _moves(tree, e)]
    if not isinstance(joint, FreeMotion) or tree.lower[number - 1]:
        holds.append(joint.path)
    if holds:
        raise MbfmuError(
            f"{hit.path}: {name} is held by {', '.join(dict.fromkeys(holds))}; "
            "restitution is that of bodies that fly freely, each on a FreeMotion against the world"
        )


def _moves(tree: Tree, element: Joint | Constraint) -> bool:
    """Whether an element leads to another body: welded parts are one body."""
    return len({tree.place.get(at.part, 0) for at in element.attached.values() if isinstance(at, Frame)}) > 1
