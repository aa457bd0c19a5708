"""A point at which two surfaces may touch, as `touching` gives it."""

from __future__ import annotations

from typing import Any

import numpy as np

from ....base.scalars import Record, maximum, where

STILL = np.zeros(3)


def point(gap: Any, gap_rate: Any, by_a: Any, r: Any, n: Any, C: Any, friction: Any, about: Any = STILL) -> Record:
    """A point that is always looked at."""
    where_it_is = {"gap": gap, "gap_rate": gap_rate, "by_a": by_a, "about": about, "r": r, "n": n, "C": C}
    return Record(where_it_is, friction=friction, indicator=gap, reached=np.inf, away=None)


def looked_at_near(at: Record, bound: Any, radius: Any, away: Any = None) -> Record:
    """A point of a body that need not be looked at where a sphere around the body is farther from the other one, by its `bound`, than its radius.

    `away` (3,) is the direction from b to a then, if a body that touches may be thrown as far by a step on trial.
    """
    reached = radius - bound
    share = maximum(bound, 0.0) / radius
    return Record(at, reached=reached, away=away, indicator=where(reached > 0.0, (1.0 - share) * at.gap + share * bound, bound))
