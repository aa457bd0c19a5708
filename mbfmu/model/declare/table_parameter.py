"""TableParameter: a lookup table that an element is given like a parameter."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from ...base.errors import MbfmuError
from .declarations import REQUIRED, Declaration
from .lookup_table import LookupTable


class TableParameter(Declaration):
    """A function given by a `LookupTable`, which methods call: `p.torque_map(n, throttle)`.

    `axes` are the units of its arguments, `unit` is that of its value, both in SI. The numbers are in the FMU and cannot be changed there. With the
    default None it may be left out; then p has no such name.
    """

    def __init__(self, axes: Sequence[str], unit: str, description: str, default: Any = REQUIRED):
        super().__init__(unit, description)
        if isinstance(axes, str):
            raise MbfmuError(f"{description!r} is declared over {axes!r}: write a tuple with a unit for each axis")
        self.axes, self.default = tuple(axes), default

    def taken(self, value: Any) -> LookupTable:
        """The table that was given, in the units declared; ValueError says what is wrong with it."""
        if value is REQUIRED:
            raise ValueError(f"is missing: give {self.wanted}")
        if not isinstance(value, LookupTable):
            raise ValueError(f"is {value!r}, and not {self.wanted}")
        if value.problem:
            raise ValueError(value.problem)
        if len(value.axes) != len(self.axes):
            raise ValueError(f"is a table with {len(value.axes)} axes, and not {self.wanted}")
        try:
            return value.in_units((*self.axes, self.unit))
        except MbfmuError as error:
            raise ValueError(f"cannot be used: {error}") from None

    @property
    def wanted(self) -> str:
        """What the user should give, in words."""
        return f"a LookupTable [{self.unit}] over {len(self.axes)} axes [{', '.join(self.axes)}] ({self.description})"

    def __get__(self, element: Any, owner: type) -> Any:
        return self if element is None else element.tables.get(self.name)
