"""A CSV file of numbers over time, or over another quantity: its first column, and columns by name, whose headers may hold units (`force [kN]`)."""

from __future__ import annotations

import csv
import re
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from math import isfinite
from pathlib import Path
from typing import Any

from ...base.errors import MbfmuError, ProblemsFound
from ...base.files.given_path import given_path
from ...base.nearest import nearest
from ...base.one_line import one_line
from ..declare.units import parsed, si_value
from ..declare.variable_types import read_number

HEADER = re.compile(r"(.+?)\s+\[([^\]]+)\]$")  # the blank tells a unit from the index in r[1]
SAID = 10  # wrong cells that are named; a file that is wrong all over is wrong in one way


@one_line
@dataclass(frozen=True)
class CsvFile:
    """The cells of a file as text, by name of the column, with the line of each row; `times` in s, or what else its column `over` holds."""

    path: Path
    times: tuple[float, ...]
    lines: tuple[int, ...]
    cells: dict[str, tuple[str, ...]]
    units: dict[str, str]  # of the columns whose headers hold one
    over: str = "time"

    @staticmethod
    def unordered(path: str | Path) -> CsvFile:
        """The file at `path`, whose rows are in any order: it has no times. MbfmuError where there is none, or it is no table."""
        path = given_path(path)
        heads, rows, lines = _rows(path)
        named = [HEADER.match(head) for head in heads]
        names = [match[1] if match else head for match, head in zip(named, heads)]
        if twice := [name for name, count in Counter(names).items() if count > 1]:
            raise MbfmuError(f"{path}: two columns are called {twice[0]!r}")
        return CsvFile(
            path=path, times=(), lines=lines, cells=dict(zip(names, zip(*rows))), units={match[1]: match[2] for match in named if match}, over=""
        )

    @staticmethod
    def read(path: str | Path, over: str = "time", unit: str = "s") -> CsvFile:
        """The file at `path`, a table over time or another quantity, whose numbers are converted to `unit` and ascend.

        Raises MbfmuError where there is no file or it is no such table, ProblemsFound for rows that are not in order.
        """
        path, names = given_path(path), list((file := CsvFile.unordered(path)).cells)
        if names[0] != over:
            example = f"'{over} [{'ms' if unit == 's' else 'rpm'}]'"
            raise MbfmuError(f"{path}: its first column is {names[0]!r}; it must be {over}, in {unit} or with its unit, as in {example}")
        times = file.numbers(over, unit)
        wrong = [
            f"line {line}: {over} {after:g} {unit} comes after {before:g} {unit}; rows must be in the order of their {over}"
            for line, before, after in zip(file.lines[1:], times, times[1:])
            if after < before
        ]
        if wrong:
            raise ProblemsFound(f"{path} cannot be used:", wrong[:SAID])
        return CsvFile(path=path, times=times, lines=file.lines, cells=file.cells, units=file.units, over=over)

    def numbers(self, column: str, unit: str) -> tuple[float, ...]:
        """The numbers of a column in `unit`, converted if its header holds another; ProblemsFound for what are no finite numbers."""
        given = self.values(column, _finite, "a finite number")
        if self.units.get(column, unit) == unit:
            return given
        try:
            factor = si_value(1.0, self.units[column], unit)
        except MbfmuError as error:
            raise MbfmuError(f"{self.path}: column {column} is in {self.units[column]}, and {column} takes {unit}: {error}") from None
        return tuple(number * factor for number in given)

    def si_numbers(self, column: str) -> tuple[float, ...]:
        """The numbers of a column in SI units, by the unit in its header if there is one."""
        given = self.values(column, _finite, "a finite number")
        try:
            factor = parsed(self.units.get(column, "1"))[0]
        except MbfmuError as error:
            raise MbfmuError(f"{self.path}: column {column}: {error}") from None
        return tuple(factor * number for number in given)

    def values(self, column: str, read: Callable[[str], Any], wanted: str) -> tuple[Any, ...]:
        """What `read` makes of the cells of a column; ProblemsFound names the lines where it raises ValueError, and says what is `wanted`."""
        if column not in self.cells:
            others = ", ".join(self.columns) or f"only {self.over}"
            raise MbfmuError(f"{self.path} has no column {column!r}{nearest(column, self.columns)}; it has {others}")
        values, wrong = [], []
        for line, cell in zip(self.lines, self.cells[column]):
            try:
                values.append(read(cell))
            except ValueError:
                wrong.append(f"line {line}, column {column}: {cell!r} is not {wanted}")
        if wrong:
            more = [f"and {len(wrong) - SAID} more cells"] if len(wrong) > SAID else []
            raise ProblemsFound(f"{self.path} cannot be used:", [*wrong[:SAID], *more])
        return tuple(values)

    @property
    def columns(self) -> list[str]:
        """The names of its columns but the first."""
        return [name for name in self.cells if name != self.over]


def first_column(path: Path) -> str:
    """The name of the first column of a file: the quantity that it is a table over; MbfmuError where it cannot be read."""
    head = _rows(path)[0][0]
    match = HEADER.match(head)
    return match[1] if match else head


def _rows(path: Path) -> tuple[list[str], list[Sequence[str]], tuple[int, ...]]:
    """The headers, the rows of cells and the line of each; empty lines are passed over."""
    try:
        with path.open(newline="", encoding="utf-8-sig") as file:
            reader = csv.reader(file, skipinitialspace=True)
            found = [(reader.line_num, [cell.strip() for cell in row]) for row in reader if any(map(str.strip, row))]
    except OSError as error:
        raise MbfmuError(f"{path} cannot be read: {error.strerror}") from error
    except (UnicodeDecodeError, csv.Error) as error:
        raise MbfmuError(f"{path} is not a CSV file: {error}") from error
    if len(found) < 2:
        raise MbfmuError(f"{path} must hold a line of names, such as `time,force`, and at least one line of numbers")
    (_, heads), *rows = found
    wrong = [f"line {line} has {len(row)} cells, the line of names {len(heads)}" for line, row in rows if len(row) != len(heads)]
    if wrong:
        raise ProblemsFound(f"{path} cannot be used:", wrong[:SAID])
    return heads, [row for _, row in rows], tuple(line for line, _ in rows)


def _finite(cell: str) -> float:
    number = read_number(cell)
    if not isfinite(number):
        raise ValueError
    return number
