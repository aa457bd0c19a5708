"""What connections do to values on their way: conversions of real numbers, and tables of other values."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from math import isfinite
from numbers import Real
from typing import Any

from ...base.errors import MbfmuError
from ...base.one_line import one_line


@one_line
@dataclass(frozen=True)
class Conversion:
    """A connection of real signals: the input is factor * output + offset, such as Conversion(1000.0) from m to mm.

    A connection with a Conversion joins any two units. `offset` has the unit of the input. MbfmuError when a number is not finite.
    """

    factor: float = 1.0
    offset: float = 0.0

    def __post_init__(self) -> None:
        for name, value in (("factor", self.factor), ("offset", self.offset)):
            if isinstance(value, bool) or not isinstance(value, Real) or not isfinite(value):
                raise MbfmuError(f"Conversion: {name} = {value!r} must be a finite number")

    def __call__(self, value: Any) -> Any:
        """Return what an output of this value, a number or an array, makes the input."""
        return self.factor * value + self.offset

    def then(self, after: Conversion) -> Conversion:
        """Return both conversions as one."""
        return Conversion(after.factor * self.factor, after.factor * self.offset + after.offset)


@one_line
@dataclass(frozen=True)
class ValueMap:
    """A connection of whole numbers, Booleans or items of enumerations (by number): the input is `targets[output]`.

    Outputs that are not among the `targets` stay as they are. MbfmuError when `targets` is another thing than a dict of such values.
    """

    targets: Mapping[int | bool, int | bool]

    def __post_init__(self) -> None:
        if not isinstance(self.targets, Mapping) or not all(isinstance(value, int) for pair in self.targets.items() for value in pair):
            raise MbfmuError(f"ValueMap({self.targets!r}): a dict of whole numbers or of Booleans is wanted, such as {{0: 1, 1: 3}}")

    def __call__(self, value: Any) -> Any:
        """Return what an output of this value makes the input."""
        return self.targets.get(value, value)
