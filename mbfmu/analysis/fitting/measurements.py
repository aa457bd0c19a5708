"""Columns of measured numbers over time or frequency, from a CSV file, an array or a DataFrame."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from ...base.errors import MbfmuError, ProblemsFound
from ...model.signals.csv_file import CsvFile

SAID = 10  # wrong rows that are named


@dataclass(frozen=True)
class Measurements:
    """Columns by name over `axis` (rows), which ascends; of a CSV file as the `file` has them, with their units; of an array as numbers."""

    source: str
    axis: np.ndarray
    names: Sequence[str]
    file: CsvFile | None
    array: Mapping[str, np.ndarray]

    def numbers(self, name: str, unit: str) -> np.ndarray:
        """The numbers of a column in `unit`; ProblemsFound for what are no finite numbers."""
        if self.file:
            return np.array(self.file.numbers(name, unit))
        found = np.asarray(self.array[name])
        try:
            numbers = found.astype(complex if np.iscomplexobj(found) else float)
        except (TypeError, ValueError):
            raise MbfmuError(f"{self.source}: column {name} must hold numbers, not {found.dtype}") from None
        wrong = np.flatnonzero(~np.isfinite(numbers))
        if wrong.size:
            raise ProblemsFound(f"{self.source} cannot be used:", [f"row {i}, column {name}: {numbers[i]} is not finite" for i in wrong[:SAID]])
        return numbers


def measurements(data: Any, over: str, unit: str) -> Measurements:
    """What was measured over "time" [s] or "frequency" in a `unit`: the path of a CSV file, a structured array, a dict of columns or a DataFrame.

    Raises MbfmuError where it is nothing of these or has no such column, ProblemsFound for rows that are not in order.
    """
    if isinstance(data, (str, Path)):
        file = CsvFile.read(data, over, unit)
        return _ascending(Measurements(source=str(data), axis=np.array(file.times), names=file.columns, file=file, array={}), over)
    if hasattr(data, "to_records"):  # a DataFrame, of pandas or another package
        data = data.to_records(index=False)
    names = [*data] if isinstance(data, Mapping) else [*(getattr(getattr(data, "dtype", None), "names", None) or ())]
    if over not in names:
        raise MbfmuError(
            f"data must be a CSV file, a structured array, a dict of columns or a DataFrame with a column {over!r}, not {type(data).__name__}"
            + (f" with {', '.join(names)}" if names else "")
        )
    columns = {name: np.atleast_1d(np.asarray(data[name])) for name in names}
    if wrong := [name for name in names if columns[name].shape != columns[over].shape or columns[name].ndim != 1]:
        shapes = f"column {wrong[0]} has the shape {columns[wrong[0]].shape}, {over} {columns[over].shape}"
        raise MbfmuError(f"data: {shapes}; all must have one number a row")
    untimed = Measurements(source="data", axis=np.empty(0), names=[name for name in names if name != over], file=None, array=columns)
    return _ascending(Measurements(source="data", axis=untimed.numbers(over, unit), names=untimed.names, file=None, array=columns), over)


def _ascending(found: Measurements, over: str) -> Measurements:
    behind = np.flatnonzero(np.diff(found.axis) <= 0)
    if behind.size:
        at = found.file.lines if found.file else range(len(found.axis))
        row = "line" if found.file else "row"
        wrong = [f"{row} {at[i + 1]}: {over} {found.axis[i + 1]:g} does not come after {found.axis[i]:g}; rows must ascend" for i in behind[:SAID]]
        raise ProblemsFound(f"{found.source} cannot be used:", wrong)
    return found
