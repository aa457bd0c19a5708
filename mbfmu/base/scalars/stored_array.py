"""Numbers that kernels look up: an array, and places in it that are computed while they run.

CasADi's scalar graphs cannot index. A look-up in them is a call of a small function that none of CasADi's rules opens, one for the interval of
an axis in which a number lies (`CELL`) and one for a number at a place (`ENTRY`). Whoever writes such a graph as code finds the numbers in the
function (`numbers_of`) and writes them as data. Both are constant between places, so their derivatives are zero: those of what is made of
them are the chain rule's.
"""

from __future__ import annotations

from functools import cached_property

import casadi as ca
import numpy as np

from .traced_number import Traced

CELL, ENTRY = "stored_cell", "stored_entry"  # as they are called in engine/c/core/stored.h
NUMBERS = "numbers_"
"""An interpolant of CasADi, with how many numbers it holds behind its name. A constant would be copied into the memory of each call."""


class Stored:
    """An array (n,) of numbers for kernels; `cell` takes those that ascend, two at least."""

    def __init__(self, numbers: np.ndarray):
        self.numbers = np.array(numbers, dtype=float)

    def cell(self, x):
        """The number i of the interval numbers[i] <= x < numbers[i + 1] in which x lies; outside the first or the last one."""
        if isinstance(x, Traced):
            return x.made(self._cell(x.sx))
        return int(np.clip(np.searchsorted(self.numbers, x, side="right") - 1, 0, len(self.numbers) - 2))

    def at(self, place):
        """numbers[place]."""
        return place.made(self._entry(place.sx)) if isinstance(place, Traced) else self.numbers[place]

    @cached_property
    def _cell(self) -> ca.Function:
        return _function(CELL, lambda x: ca.low(ca.MX(ca.DM(self.numbers)), x, {"lookup_mode": "binary"}))

    @cached_property
    def _entry(self) -> ca.Function:
        n = len(self.numbers)
        numbers = ca.interpolant(f"{NUMBERS}{n}", "linear", [range(n)], self.numbers, {"lookup_mode": ["exact"]})
        return _function(ENTRY, lambda place: numbers(ca.floor(place)))


def _function(name: str, of) -> ca.Function:
    """A function that stays a call in scalar graphs.

    The second term is always zero, and so are its derivatives. It says that the result depends on the argument, which CasADi does not see of an
    index. Derivatives of any order are there, since where there is none CasADi puts NaN into a scalar graph.
    """
    x = ca.MX.sym("x")
    return ca.Function(name, [x], [of(x) + ca.if_else(x < -np.inf, ca.exp(x), 0.0)], {"never_inline": True})


def numbers_of(function: ca.Function) -> np.ndarray:
    """The numbers (n,) that a function called `CELL` or `ENTRY` looks into."""
    instructions = [(k, function.instruction_id(k)) for k in range(function.n_instructions())]
    for k, operation in instructions:
        if operation == ca.OP_CALL:
            numbers = function.instruction_MX(k).which_function()
            return numbers.map(n := int(numbers.name().removeprefix(NUMBERS)))(np.arange(n)[np.newaxis]).full().ravel()
    constants = [function.instruction_MX(k).to_DM() for k, operation in instructions if operation == ca.OP_CONST]
    return max(constants, key=ca.DM.numel).full().ravel()
