"""Numbers that kernels look up: an array, and places in it that are computed while they run.

A look-up is a closed call: one for the interval of an axis in which a number lies (`CELL`), one for a number at a place (`ENTRY`). Whoever writes
a graph as code finds the numbers in the function (`numbers_of`) and writes them as data.
"""

from __future__ import annotations

from functools import cached_property

import casadi as ca
import numpy as np

from .closed_calls import CELL, ENTRY, closed_call
from .traced_number import Traced

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
        return closed_call(CELL, lambda x: ca.low(ca.MX(ca.DM(self.numbers)), x, {"lookup_mode": "binary"}))

    @cached_property
    def _entry(self) -> ca.Function:
        n = len(self.numbers)
        numbers = ca.interpolant(f"{NUMBERS}{n}", "linear", [range(n)], self.numbers, {"lookup_mode": ["exact"]})
        return closed_call(ENTRY, lambda place: numbers(ca.floor(place)))


def numbers_of(function: ca.Function) -> np.ndarray:
    """The numbers (n,) that a function called `CELL` or `ENTRY` looks into."""
    instructions = [(k, function.instruction_id(k)) for k in range(function.n_instructions())]
    for k, operation in instructions:
        if operation == ca.OP_CALL:
            numbers = function.instruction_MX(k).which_function()
            return numbers.map(n := int(numbers.name().removeprefix(NUMBERS)))(np.arange(n)[np.newaxis]).full().ravel()
    constants = [function.instruction_MX(k).to_DM() for k, operation in instructions if operation == ca.OP_CONST]
    return max(constants, key=ca.DM.numel).full().ravel()
