"""Compliant contacts whose surfaces begin far inside each other: a place or a unit is wrong, and their forces throw bodies away."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from ...base.scalars import Record
from ...base.spatial.placement import IDENTITY
from ...mechanics.topology import Tree
from ...mechanics.topology.lower_bodies import branch
from ...model.declare.frame import Frame
from ...model.declare.model import Model
from ...model.elements.contacts import ContactForce
from ...model.elements.contacts.friction import WEIGHT
from ...model.elements.element_description import described
from ...model.elements.surfaces.touching import touching
from ...scene.start import frame_pose, start_poses

DEEP = 0.2  # of the size of a body: soft bodies that rest are less deep
THROWN = 20.0  # times the weight: what presses bodies onto each other is less


def deep_starts(model: Model, tree: Tree) -> Iterator[str]:
    """A warning for each contact that begins deeper than a fifth of the smaller body, and pushes with over twenty times the lighter one's weight.

    Starts are those declared, before loops are closed.
    """
    if not (contacts := model.of_type(ContactForce)):
        return
    poses, masses = start_poses(tree), _masses(tree)
    for contact in contacts:
        frames = [contact.attached[name] for name in ("frame_a", "frame_b")]
        roots = {_root(tree, frame) for frame in frames} - {0}
        a, b = (described(contact.attached[name], lambda of: Record(of.values | of.tables)) for name in ("surface_a", "surface_b"))
        reaches = [surface.kind.reach(surface) for surface in (a, b) if not surface.kind.ground]
        on_a, on_b = (Record(R=R, r=r) for R, r in (frame_pose(frame, poses) for frame in frames))
        if not roots or len(reaches) == 2 and np.linalg.norm(on_a.r - on_b.r) > sum(reaches):
            continue
        depth = -min(float(at.gap) for at in touching(a, b, on_a, on_b, 0.0))
        if not depth > DEEP * min(reaches):
            continue
        f = float(type(contact).elastic(Record(contact.values), depth, *(0.0 for _ in contact.normal_states))[0])
        weight = WEIGHT * min(masses[root] for root in roots)
        if f > THROWN * weight:
            yield (
                f"{contact.path}: {contact.attached['surface_a'].path} on {frames[0]} begins {depth:.3g} m inside "
                f"{contact.attached['surface_b'].path} on {frames[1]}: the contact throws them apart with {f:.3g} N, where the lighter one weighs "
                f"{weight:.3g} N; start them at a gap of zero, and look at start values, sizes and units"
            )


def _root(tree: Tree, frame: Frame) -> int:
    """The first body, from the world, of the branch that a frame is on; 0 on the world and on massless points."""
    return next(reversed(branch(tree.lower, tree.place.get(frame.part, 0))), 0)


def _masses(tree: Tree) -> dict[int, float]:
    """The mass [kg] of each branch that leaves the world, by its first body."""
    found = dict.fromkeys((k for k, lower in enumerate(tree.lower, 1) if not lower), 0.0)
    own = [(tree.place[part], float(part.inertia(Record(part.values), IDENTITY)[0])) for part in tree.massive]
    elastic = [(k, body.elastic.m) for k, body in enumerate(tree.bodies, 1) if body.elastic is not None]
    for k, m in (*own, *elastic):
        if k:
            found[branch(tree.lower, k)[-1]] += m
    return found
