"""Signals from tables: numbers that lines join, and values that are held."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence
from dataclasses import dataclass
from math import inf, isfinite
from pathlib import Path
from typing import Any

from ...base.errors import MbfmuError
from ..declare.variable_types import real
from .csv_file import CsvFile
from .signal import Signal
from .spline import spline


@dataclass(frozen=True)
class _Tabulated(Signal):
    """Values at `times` [s], which ascend; where two are equal, the value jumps from the first to the last of them."""

    times: Sequence[float]
    values: Sequence[Any]
    longest = inf

    def __post_init__(self):
        kind = type(self).__name__
        try:
            object.__setattr__(self, "times", tuple(map(real, self.times)))
            object.__setattr__(self, "values", tuple(map(self._value, self.values)))
        except (TypeError, ValueError):
            raise MbfmuError(f"{kind} takes times in s and as many values, which must be numbers") from None
        if not self.times or len(self.times) != len(self.values):
            raise MbfmuError(f"{kind} has {len(self.times)} times and {len(self.values)} values; give as many of both, and at least one")
        wrong = [t for t in self.times if not isfinite(t)]
        wrong += [after for before, after in zip(self.times, self.times[1:]) if not before <= after]
        if wrong:
            raise MbfmuError(f"{kind}: its times must be finite and ascend, and {wrong[0]:g} s does not")

    def _value(self, given: Any) -> Any:
        return given

    def breaks(self, start, stop):
        return sorted({t for t in self.times if start < t <= stop})


@dataclass(frozen=True)
class Table(_Tabulated):
    """Numbers at `times` [s], joined by lines; before the first time the first number holds, after the last the last.

    Times ascend. Two equal times make a jump.
    """

    def _value(self, given):
        return real(given)

    def __post_init__(self):
        super().__post_init__()
        if wrong := [(t, v) for t, v in zip(self.times, self.values) if not isfinite(v)]:
            raise MbfmuError(f"Table: its value at {wrong[0][0]:g} s is {wrong[0][1]}, which is not a finite number")

    def __call__(self, t):
        after = bisect_right(self.times, t)
        if after in (0, len(self.times)):
            return self.values[after and -1]
        (t0, t1), (v0, v1) = self.times[after - 1 : after + 1], self.values[after - 1 : after + 1]
        return v0 + (v1 - v0) * (t - t0) / (t1 - t0)

    def motion(self):
        """See Signal; a smooth curve joins the points of a motion instead of lines."""
        smooth = spline(self.times, self.values)
        return smooth, smooth.rate(), smooth.rate().rate()

    @staticmethod
    def from_csv(path: str | Path, column: str) -> Table:
        """The column called `column` of a CSV file whose first column is `time`; a unit in its header, as in `force [kN]`, is converted to SI.

        Raises MbfmuError where file or column is missing, ProblemsFound with the line of each cell that is not a finite number.
        """
        file = CsvFile.read(path)
        return Table(file.times, file.si_numbers(column))


@dataclass(frozen=True)
class Held(_Tabulated):
    """A zero-order hold: values of any type at `times` [s], each held until the next; before the first time the first value holds. Times ascend."""

    held = True

    def __call__(self, t):
        return self.values[max(bisect_right(self.times, t) - 1, 0)]
