"""UnilateralConstraint: what all constraints share that push and do not pull."""

from __future__ import annotations

from typing import ClassVar

import numpy as np

from ....base.scalars import kernel, maximum, where
from ...declare.declarations import Parameter
from .base import Constraint
from .condition import Condition


class UnilateralConstraint(Constraint):
    """Acts while it is closed: it closes, by an impact, where a gap would become negative, and opens where it would pull. A new one supplies

    1. what every Constraint does. The rows of its `points` follow each other, the first of each of them the gap.
    2. `gaps(p, u, t, *motion)` -> the gap of each point, which may not be negative.

    Among its attachments may be two Conditions: a `guard`, without which it does not close, and a `lock`, with which it does not open.
    """

    e = Parameter("1", "coefficient of restitution", 0.0, min=0.0, max=1.0)
    rest_speed = Parameter("m/s", "normal speed behind an impact below which surfaces stay in contact", 1e-7, min=0.0)

    modes = ("closed",)
    points: ClassVar[int] = 1
    slides: ClassVar[bool] = False  # whether friction is Coulomb's
    newton = False

    @property
    def closes_under(self) -> Condition | None:
        """Its guard, if it has one."""
        return self.attached.get("guard")

    @property
    def locks_under(self) -> Condition | None:
        """Its lock, if it has one."""
        return self.attached.get("lock")

    @classmethod
    def restitution_at(cls, p, v):
        """The coefficient of restitution at an impact speed v."""
        return p.e

    @classmethod
    def rows_of_point(cls) -> int:
        """How many rows each point has."""
        return len(cls.units) // cls.points

    @classmethod
    def acting(cls, p, u):
        return super().acting(p, u) * u.closed


@kernel
def restitutions(kind, p, v):
    """The coefficient of restitution of each point (points,), whose gap grows at v (points,)."""
    return np.array([kind.restitution_at(p, maximum(-rate, 0.0)) for rate in v])


@kernel
def gaps(kind, p, u, t, *motion):
    """The gap of each point (points,), one where the constraint is not enabled."""
    return np.array([where(p.enabled, gap, 1.0) for gap in kind.gaps(p, u, t, *motion)])
