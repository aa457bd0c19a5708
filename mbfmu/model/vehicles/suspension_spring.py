"""SuspensionSpring: a spring with a damper beside it, and stops, between two hard points."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from ...base.errors import MbfmuError
from ..declare.lookup_table import LookupTable
from ..declare.model import Model
from ..elements.forces import BumpStop, ReboundStop, SpringDamperCurves, SpringDamperParallel
from ..elements.parts.base import Part
from .argument_kinds import refusing_others
from .vehicle_side import Point


@dataclass(frozen=True)
class Stop:
    """A stop beside a suspension's spring, which ends travel: (c x + c_3 x^3) (1 + d x_dot) at the depth x, never a pull.

    It begins where the spring has moved by `gap` [m] from its design position. c [N/m], c_3 [N/m3], d [s/m].
    """

    gap: float
    c: float
    c_3: float = 0.0
    d: float = 0.0


@dataclass(frozen=True)
class SuspensionSpring:
    """A spring c and a damper d; in the design position the spring pushes its ends apart with `force` [N].

    c is a stiffness [N/m], or a LookupTable of the spring's force [N] over its compression [m]. d is a damping constant [N.s/m], or a LookupTable
    of the damper's force [N] over the rate of compression [m/s]: positive in bump, negative in rebound. `bump` and `rebound` are stops.
    """

    c: float | LookupTable
    d: float | LookupTable
    force: float = 0.0
    bump: Stop | None = None
    rebound: Stop | None = None

    def __post_init__(self) -> None:
        if isinstance(self.c, LookupTable):
            self._check_curve(self.c)
        elif not self.c > 0:
            raise MbfmuError(f"c = {self.c} N/m of a SuspensionSpring must be > 0 N/m, since it carries its force by its deflection")

    def _check_curve(self, curve: LookupTable) -> None:
        if curve.problem or len(curve.axes) != 1:
            raise MbfmuError(f"c of a SuspensionSpring: the LookupTable {curve.problem or f'has {len(curve.axes)} axes; give one, compression'}")
        forces = curve.in_units(("m", "N")).values
        if not np.all(np.diff(forces) > 0):
            raise MbfmuError("c of a SuspensionSpring: the force of the curve must ascend with compression")
        if not forces[0] <= self.force <= forces[-1]:
            between = f"from {forces[0]:g} N to {forces[-1]:g} N"
            raise MbfmuError(f"force = {self.force:g} N of a SuspensionSpring must lie on its curve, {between}: give a longer curve")

    @property
    def compression(self) -> float:
        """The compression of the spring in the design position [m]."""
        if isinstance(self.c, LookupTable):
            return _inverse(self.c.in_units(("m", "N")), self.force)
        return self.force / self.c

    @refusing_others
    def add(self, model: Model, name: str, lower: Part, foot: Point, upper: Part, top: Point) -> SpringDamperParallel | SpringDamperCurves:
        """Put it between a point of the part `lower` and one of the part `upper`. Stops are named `name` followed by `_bump` and `_rebound`."""
        ends, designed = (lower.at(foot.r), upper.at(top.r)), foot.distance(top)
        for side, stop, kind, sign in (("bump", self.bump, BumpStop, -1.0), ("rebound", self.rebound, ReboundStop, 1.0)):
            if stop is not None:
                at = designed + sign * stop.gap
                model.add(f"{name}_{side}", kind(*ends, s_stop=at, c=stop.c, c_3=stop.c_3, d=stop.d))
        free = designed + self.compression
        if isinstance(self.c, LookupTable) or isinstance(self.d, LookupTable):
            return model.add(name, SpringDamperCurves(*ends, spring=_curve(self.c), damper=_curve(self.d), s_unstretched=free))
        return model.add(name, SpringDamperParallel(*ends, c=self.c, d=self.d, s_unstretched=free))


def _curve(of: float | LookupTable) -> LookupTable:
    """The line of a constant, or the curve itself."""
    return of if isinstance(of, LookupTable) else LookupTable([-1.0, 1.0], [-of, of], outside="extrapolated")


def _inverse(curve: LookupTable, force: float) -> float:
    """Where an ascending curve has this value, by bisection down to the last bit."""
    low, high = (float(x) for x in curve.axes[0][[0, -1]])
    while low < (middle := 0.5 * (low + high)) < high:
        low, high = (middle, high) if curve(middle) < force else (low, middle)
    return high
