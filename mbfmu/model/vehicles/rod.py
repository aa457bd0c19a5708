"""A massless rod with spherical ends between two hard points."""

from __future__ import annotations

from dataclasses import dataclass

from ..declare.model import Model
from ..elements.constraints import Distance
from ..elements.forces import SpringDamperParallel
from ..elements.parts.base import Part
from .vehicle_side import Point


@dataclass(frozen=True)
class LinkBushes:
    """Stiffness c [N/m] and damping d [N.s/m] along a rod, of the rubber in its ends."""

    c: float
    d: float


def rod(model: Model, name: str, part_a: Part, a: Point, part_b: Part, b: Point, bushes: LinkBushes | None = None) -> Distance | SpringDamperParallel:
    """Keep point a of one part as far from point b of another as in the design position.

    Rigid, it takes away one degree of freedom; with rubber in its ends it gives way along its line.
    """
    ends, length = (part_a.at(a.r), part_b.at(b.r)), a.distance(b)
    if bushes is None:
        return model.add(name, Distance(*ends, s=length))
    return model.add(name, SpringDamperParallel(*ends, c=bushes.c, d=bushes.d, s_unstretched=length))
