"""Two bodies of a model as their contact sees them: along its normal, where their surfaces are nearest to each other at the start."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from scipy.linalg import block_diag

from ...base.errors import MbfmuError
from ...base.nearest import nearest
from ...base.scalars import Record
from ...mechanics.topology import build_tree
from ...model.declare.model import Model
from ...model.elements.contacts import ContactForce
from ...model.elements.surfaces.touching import touching
from ...scene.start import Pose, frame_pose, start_poses
from .struck import Struck, struck

LEVEL = 1e-9  # m: gaps that differ less are one


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
    a, b = (struck(tree, poses, hit.path, frame, at.r, at.n) for frame in frames)
    if not a.mobility + b.mobility > 0.0:
        raise MbfmuError(f"{hit.path} touches with parts that cannot move along the line of impact; let one of them, such as by a FreeMotion")
    return LineOfImpact(contact=hit, n=at.n, r=at.r, a=a, b=b)


def named(model: Model, contact: str | None) -> ContactForce:
    """The contact of this name, or the only one; MbfmuError where there is none."""
    if not isinstance(model, Model):
        raise MbfmuError(f"restitution is that of a contact in a Model, not of {model!r}")
    there = {each.path: each for each in model.of_type(ContactForce)}
    if not there:
        raise MbfmuError(f"{model.name} has no contact that yields, such as HuntCrossleyContact(frame_a, frame_b, surface_a, surface_b, c=...)")
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
