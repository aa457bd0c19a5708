"""The pivot of an arm on the body of a vehicle."""

from __future__ import annotations

import numpy as np

from ..declare.model import Model
from ..elements.joints import FreeMotion, Joint, Revolute
from ..elements.parts.base import Part
from .bush import PivotBushes
from .vehicle_side import Point


def pivot(model: Model, name: str, chassis: Part, arm: Part, a: Point, b: Point, end: Point, bushes: PivotBushes | None = None) -> Joint:
    """Let an arm turn about the line through points a and b; its angle is positive where the point `end` of it comes up.

    With bushes, it moves freely between them, which are named `name` followed by `_first_bush` and `_second_bush`; its r[3] tells how far `end`
    has come up.
    """
    if bushes is None:
        axis = a.to(b)
        upward = axis if np.cross(axis, a.to(end))[2] > 0 else -axis
        return model.add(name, Revolute(chassis.at(a.r), arm.at(a.r), n=upward))
    bushes.first.add(model, f"{name}_first_bush", chassis, arm, a)
    bushes.second.add(model, f"{name}_second_bush", chassis, arm, b)
    return model.add(name, FreeMotion(chassis.at(end.r), arm.at(end.r)))
