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
        """What engine/c/geometry/convex_query.h says (18,), of both cores' numbers; core a is at r (3,) [m] with the axes R (3, 3) in those of b.

        Derivatives are zero: the result is where Newton's method ends, so a step of it from there has those of the solution.
        """
        given = [*r, *R.ravel(), *a, *b]
        traced = next((number for number in given if isinstance(number, Traced)), None)
        if traced is None:
            return self.numbers(np.array(given, dtype=float))
        found = _function(self)(ca.vertcat(*(number.sx if isinstance(number, Traced) else ca.SX(float(number)) for number in given)))
        return np.array([traced.made(found[k], *given) for k in range(FOUND)])

    def numbers(self, given: np.ndarray) -> np.ndarray:
        """The same, of all numbers in a row."""
        of_a, of_b = np.split(given[POSE:], [self.count_a])
        cores = ConvexCore(self.kind_a, of_a), ConvexCore(self.kind_b, of_b)
        return convex_query(ConvexDifference(*cores, given[:3], given[3:POSE].reshape(3, 3))).numbers()


class _Numbers(ca.Callback):
    """A query for CasADi's own evaluations; its derivatives are zero."""

    def __init__(self, pair: ConvexPair):
        ca.Callback.__init__(self)
        self.pair, self.size = pair, POSE + pair.count_a + pair.count_b
        self.construct("convex_numbers", {})

    def get_sparsity_in(self, _: int) -> ca.Sparsity:
        return ca.Sparsity.dense(self.size, 1)

    def get_sparsity_out(self, _: int) -> ca.Sparsity:
        return ca.Sparsity.dense(FOUND, 1)

    def has_forward(self, _: int) -> bool:
        return True

    def has_reverse(self, _: int) -> bool:
        return True

    def get_forward(self, count: int, name: str, *names: Any) -> ca.Function:
        return self._nothing(count, name, self.size, FOUND, *names)

    def get_reverse(self, count: int, name: str, *names: Any) -> ca.Function:
        return self._nothing(count, name, FOUND, self.size, *names)

    def _nothing(self, count: int, name: str, seeds: int, results: int, *names: Any) -> ca.Function:
        given = [ca.MX.sym("given", self.size), ca.MX.sym("found", FOUND), ca.MX.sym("seeds", seeds, count)]
        return ca.Function(name, given, [ca.MX(results, count)], *names)

    def eval(self, arguments: Sequence[ca.DM]) -> list[np.ndarray]:
        given = arguments[0].full().ravel()
        return [self.pair.numbers(given) if np.isfinite(given).all() else np.full(FOUND, np.nan)]


@cache
def _function(pair: ConvexPair) -> ca.Function:
    """The closed call of a pair; its name says which one it is."""
    numbers = _Numbers(pair)
    _KEPT.append(numbers)
    name = "_".join(map(str, (CONVEX, CORES.index(pair.kind_a), pair.count_a, CORES.index(pair.kind_b), pair.count_b)))
    return closed_call(name, numbers, numbers.size)


_KEPT: list[ca.Callback] = []  # CasADi does not


def pair_of(function: ca.Function) -> tuple[int, ...]:
    """Kind and count of a, kind and count of b, of a function that is called so."""
    return tuple(map(int, function.name().removeprefix(CONVEX).split("_")[1:]))
