"""What a run has given: signals over time, which know their units."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from ...base.html_table import html_table
from ...base.nearest import nearest

NAMED = 20  # columns at most, where one is missing


class Result(np.ndarray):
    """A structured array with "time" [s] and a column a signal; `units` has the unit of each signal that has one.

    It is used as any array: `result["phi"]` is a plain array, and selections of rows or columns keep their units. A vector has a column for each
    component, such as "r[1]".
    """

    units: Mapping[str, str]

    def __array_finalize__(self, other: Any) -> None:
        self.units = getattr(other, "units", {})

    def __getitem__(self, key: Any) -> Any:
        fields = self.dtype.fields  # which finds a name at once, among thousands
        if isinstance(key, str) and fields and key not in fields:
            raise ValueError(_missing(key, self.dtype.names or ()))
        found = super().__getitem__(key)
        return found.view(np.ndarray) if isinstance(found, Result) and found.dtype.names is None else found

    def _repr_html_(self) -> str | None:
        """A row a signal, for notebooks; of what is no run of several times nothing, so that they show its repr."""
        names = self.dtype.names
        if self.ndim != 1 or not self.size or not names or "time" not in names:
            return None
        times = self["time"]
        caption = f"{times.size} times from {times[0]:g} to {times[-1]:g} s"
        rows = [(name, self.units.get(name, ""), _shown(self[name][0]), _shown(self[name][-1])) for name in names if name != "time"]
        return html_table(caption, ("signal", "unit", "first", "last"), rows)

    def __reduce__(self) -> Any:
        reduced: tuple = super().__reduce__()  # type: ignore[assignment]
        return *reduced[:2], (reduced[2], self.units)

    def __setstate__(self, state: Any) -> None:
        rows, self.units = state
        super().__setstate__(rows)


def with_units(rows: np.ndarray, units: Mapping[str, str]) -> Result:
    """Rows of signals as a Result."""
    result = rows.view(Result)
    result.units = {name: unit for name, unit in units.items() if unit}
    return result


def _missing(name: str, names: Sequence[str]) -> str:
    components = [known for known in names if known.startswith(f"{name}[")]
    if components:
        return f"there is no column {name!r}; its components have columns of their own: {', '.join(components)}"
    listed = ", ".join(names[:NAMED]) + (", ..." if len(names) > NAMED else "")
    return f"there is no column {name!r}{nearest(name, names)}; there is {listed}"


def _shown(value: Any) -> str:
    return f"{value:.6g}" if isinstance(value, np.floating) else str(value)
