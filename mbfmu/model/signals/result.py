"""What a run has given: signals over time, which know their units."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np


class Result(np.ndarray):
    """A structured array with "time" [s] and a column a signal; `units` has the unit of each signal that has one.

    It is used as any array: `result["phi"]` is a plain array, and selections of rows or columns keep their units.
    """

    units: Mapping[str, str]

    def __array_finalize__(self, other: Any) -> None:
        self.units = getattr(other, "units", {})

    def __getitem__(self, key: Any) -> Any:
        found = super().__getitem__(key)
        return found.view(np.ndarray) if isinstance(found, Result) and found.dtype.names is None else found

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
