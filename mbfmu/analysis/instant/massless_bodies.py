"""massless_bodies(declared): bodies that joints move although they have no inertia, as a forgotten mass that was typed as 0."""

from __future__ import annotations

from ...model.declare.model import Model
from ...model.elements.joints import Joint
from ...model.elements.parts import Body
from ...problem.compile import Declared


def massless_bodies(declared: Declared) -> list[str]:
    """The names of bodies of a Model with neither mass nor moments of inertia that are on joints with coordinates; of others than a Model none."""
    if not isinstance(declared, Model):
        return []
    moved = {frame.part for joint in declared.of_type(Joint) if joint.nq for frame in (joint.frame_a, joint.frame_b)}
    return [body.path for body in declared.of_type(Body) if body in moved and not body.values["m"].any() and not body.values["I"].any()]
