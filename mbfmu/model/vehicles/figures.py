"""Figures of parts of a vehicle."""

from __future__ import annotations

from ..elements.visuals import Cylinder
from .vehicle_side import Point

STEEL = "#70777f"


def bar(a: Point, b: Point, radius: float = 0.014, colour: str = STEEL) -> Cylinder:
    """A round bar of a part whose frame_a stands at the vehicle's axes, from point a to point b."""
    return Cylinder(radius=radius, length=a.distance(b), axis=a.to(b), r=0.5 * (a.r + b.r), colour=colour)
