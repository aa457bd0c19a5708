"""The pivot of an arm on the body of a vehicle."""

from __future__ import annotations

import numpy as np

from ..declare.model import Model
from ..elements.joints import Revolute
from ..elements.parts.base import Part
from .vehicle_side import Point


def pivot(model: Model, name: str, chassis: Part, arm: Part, a: Point, b: Point, end: Point) -> Revolute:
    """Let an arm turn about the line through points a and b; its angle is positive where the point `end` of it comes up."""
    axis = a.to(b)
    upward = axis if np.cross(axis, a.to(end))[2] > 0 else -axis
    return model.add(name, Revolute(chassis.at(a.r), arm.at(a.r), n=upward))
