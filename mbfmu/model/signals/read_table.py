"""read_table: a lookup table from a CSV file."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import numpy as np

from ...base.errors import MbfmuError, ProblemsFound
from ..declare.lookup_table import LookupTable
from .csv_file import SAID, CsvFile


def read_table(path: str | Path, smooth: bool = False, outside: str = "clamped") -> LookupTable:
    """The LookupTable in a CSV file: a column for each axis, and last one for the values; `smooth` and `outside` as for LookupTable.

    The first line has the names of the columns, with units as in `speed [rpm]`; where one has a unit, those without are pure numbers. Below it
    each point of the grid has a row, in any order. Raises MbfmuError where there is no such file, ProblemsFound for cells that are no
    numbers and for points that are missing or there twice.
    """
    file = CsvFile.unordered(path)
    names = file.columns
    if not 2 <= len(names) <= 4:
        raise MbfmuError(f"{path} has {len(names)} columns; a table has one for each of its one to three axes, and last one for the values")
    if all(map(_is_number, names)):
        raise MbfmuError(f"{path} begins with numbers; its first line must have the names of its columns, such as `speed [rpm],torque [N.m]`")
    *given, values = (np.array(file.numbers(name, file.units.get(name, "1"))) for name in names)
    axes, places = zip(*(np.unique(column, return_inverse=True) for column in given))
    wrong = _misplaced(file, tuple(zip(*(place.tolist() for place in places))), axes)
    if wrong:
        raise ProblemsFound(f"{path} cannot be used as a table:", wrong[:SAID])
    grid = np.zeros([axis.size for axis in axes])
    grid[places] = values
    units = [file.units.get(name, "1") for name in names] if file.units else None
    table = LookupTable(*axes, grid, units=units, smooth=smooth, outside=outside)
    if table.problem:
        raise MbfmuError(f"{path} cannot be used: the table {table.problem}")
    return table


def _is_number(name: str) -> bool:
    try:
        float(name)
    except ValueError:
        return False
    return True


def _misplaced(file: CsvFile, rows: tuple[tuple[int, ...], ...], axes: tuple[np.ndarray, ...]) -> list[str]:
    """What is wrong with the points of the rows, given by their numbers along each axis."""
    names, count = file.columns, Counter(rows)
    say = lambda point: ", ".join(f"{name} {axis[k]:g}" for name, axis, k in zip(names, axes, point))
    twice = [f"line {line}: the point {say(point)} is there more than once" for line, point in zip(file.lines, rows) if count[point] > 1]
    if twice or len(count) == np.prod([axis.size for axis in axes]):
        return twice
    missing = (point for point in np.ndindex(*(axis.size for axis in axes)) if point not in count)
    return [f"the point {say(next(missing))} is missing; each point of the grid needs a row"]
