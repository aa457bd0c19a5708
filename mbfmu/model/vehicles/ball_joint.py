"""The ball joint between an arm and what it carries."""

from __future__ import annotations

from ..declare.model import Model
from ..elements.forces import Force
from ..elements.joints import FreeMotion, Spherical
from ..elements.parts.base import Part
from .bush import Bush
from .vehicle_side import Point


def ball_joint(model: Model, name: str, arm: Part, carried: Part, point: Point, bush: Bush | None) -> Spherical | FreeMotion:
    """Hang a part on an arm; with a bush, which is named `name` followed by `_bush`, it moves freely on it."""
    ends = arm.at(point.r), carried.at(point.r)
    if bush is None:
        return model.add(name, Spherical(*ends))
    bush.add(model, f"{name}_bush", arm, carried, point)
    return model.add(name, FreeMotion(*ends))


def closing_ball_joint(model: Model, name: str, arm: Part, carried: Part, point: Point, bush: Bush | None) -> Spherical | Force:
    """Hold a part, which hangs on another arm already, on an arm; with a bush, only this is between them."""
    if bush is None:
        return model.add(name, Spherical(arm.at(point.r), carried.at(point.r)))
    return bush.add(model, name, arm, carried, point)
