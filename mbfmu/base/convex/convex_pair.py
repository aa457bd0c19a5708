"""ConvexPair: how two convex cores touch, for kernels."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any

import casadi as ca
import numpy as np

from ..scalars import Traced
from ..scalars.closed_calls import CONVEX, closed_call
from .core import CORES, ConvexCore
from .difference import ConvexDifference
from .query import convex_query

POSE, FOUND = 12, 18  # numbers before those of the cores, and of the result, as in engine/c/geometry/convex_query.h


@dataclass(frozen=True)
class ConvexPair:
    """Two cores by kind and how many numbers they have."""

    kind_a: str
    count_a: int
    kind_b: str
    count_b: int

    def touch(self, r: np.ndarray, R: np.ndarray, a: Sequence[Any], b: Sequence[Any]) -> np.ndarray:
        """What engine/c/geometry/convex_query.h says (18,), of core a at r (3,) [m] with the axes R (3, 3), in the axes of b, and both cores' numbers.

        Derivatives are zero: the result is where Newton's method ends, so a step of it from there has those of the solution.
        """
        given = [*r, *R.ravel(), *a, *b]
        traced = next((number for number in given if isinstance(number, Traced)), None)
        if traced is not None:
            found = self._call(ca.vertcat(*(number.sx if isinstance(number, Traced) else ca.SX(float(number)) for number in given)))
            return np.array([traced.made(found[k], *given) for k in range(FOUND)])
        numbers = np.array(given, dtype=float)
        of_a, of_b = np.split(numbers[POSE:], [self.count_a])
        cores = ConvexCore(self.kind_a, of_a), ConvexCore(self.kind_b, of_b)
        return convex_query(ConvexDifference(*cores, numbers[:3], numbers[3:POSE].reshape(3, 3))).numbers()

    @property
    def _call(self) -> ca.Function:
        return _called(CORES.index(self.kind_a), self.count_a, CORES.index(self.kind_b), self.count_b)


@cache
def _called(*pair: int) -> ca.Function:
    nothing = lambda given: ca.MX(FOUND, 1)
    return closed_call("_".join(map(str, (CONVEX, *pair))), nothing, POSE + pair[1] + pair[3])


def pair_of(function: ca.Function) -> tuple[int, ...]:
    """Kind and count of a, kind and count of b, of a function that is called so."""
    return tuple(map(int, function.name().removeprefix(CONVEX).split("_")[1:]))
