"""Suspension: what a car asks of any kind of suspension."""

from __future__ import annotations

from abc import abstractmethod

from ..declare.model import Model
from ..elements.parts.base import Part
from .suspension_spring import SuspensionSpring
from .vehicle_side import Point, Sided
from .wheel import Corner, Wheel


class Suspension(Sided):
    """A suspension of both wheels of an axle. A new kind has these fields, and supplies `axle`."""

    wheel_centre: Point
    wheel: Wheel
    spring: SuspensionSpring

    @abstractmethod
    def axle(self, model: Model, name: str, chassis: Part, rack: Part) -> tuple[Corner, Corner]:
        """Add both sides to a model, left and right. Names of elements begin with `name`, then `_left` or `_right`.

        `rack` is the part that holds the inner ends of tie rods: the chassis where nothing steers. Suspensions without tie rods ignore it.
        """


class SteerableSuspension(Suspension):
    """An independent suspension with a tie rod on each side."""

    @abstractmethod
    def add(self, model: Model, name: str, chassis: Part, rack: Part) -> Corner:
        """Add this side to a model."""

    def axle(self, model, name, chassis, rack):
        return self.add(model, f"{name}_left", chassis, rack), self.mirrored().add(model, f"{name}_right", chassis, rack)
