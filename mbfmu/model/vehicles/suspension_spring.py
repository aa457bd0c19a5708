"""SuspensionSpring: a spring with a damper beside it, between two hard points."""

from __future__ import annotations

from dataclasses import dataclass

from ...base.errors import MbfmuError
from ..declare.model import Model
from ..elements.forces import SpringDamperParallel
from ..elements.parts.base import Part
from .argument_kinds import refusing_others
from .vehicle_side import Point


@dataclass(frozen=True)
class SuspensionSpring:
    """A spring of stiffness c [N/m] and a damper d [N.s/m]; in the design position the spring pushes its ends apart with `force` [N]."""

    c: float
    d: float
    force: float = 0.0

    def __post_init__(self) -> None:
        if not self.c > 0:
            raise MbfmuError(f"c = {self.c} N/m of a SuspensionSpring must be > 0 N/m, since it carries its force by its deflection")

    @refusing_others
    def add(self, model: Model, name: str, lower: Part, foot: Point, upper: Part, top: Point) -> SpringDamperParallel:
        """Put it between a point of the part `lower` and one of the part `upper`."""
        length = foot.distance(top) + self.force / self.c
        return model.add(name, SpringDamperParallel(lower.at(foot.r), upper.at(top.r), c=self.c, d=self.d, s_unstretched=length))
