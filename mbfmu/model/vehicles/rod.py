"""A massless rod with spherical ends between two hard points."""

from __future__ import annotations

from ..declare.model import Model
from ..elements.constraints import Distance
from ..elements.parts.base import Part
from .vehicle_side import Point


def rod(model: Model, name: str, part_a: Part, a: Point, part_b: Part, b: Point) -> Distance:
    """Keep point a of one part as far from point b of another as in the design position. It takes away one degree of freedom."""
    return model.add(name, Distance(part_a.at(a.r), part_b.at(b.r), s=a.distance(b)))
