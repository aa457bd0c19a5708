"""Results as CSV, in FMPy's format: quoted names, numbers that read back exactly, the numbers of an array in one cell, with blanks between them."""

from __future__ import annotations

import csv
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import BinaryIO

import numpy as np

from ...base.errors import MbfmuError
from .result import Result, with_units
from .result_file import ResultKind, ResultWriter, kept_rows, missing_columns

NUMBER = re.compile(r"[-+.\d]+(e[-+]?\d+)?", re.IGNORECASE)
BLOCK = 10_000  # lines that are read at once
QUOTED = re.compile(r'[",\n\r]')  # what stands between quotation marks


def csv_text(rows: np.ndarray) -> str:
    """Rows as lines; truth values are 0 and 1, which FMPy can read back."""
    columns = [_cells(rows[name]) for name in rows.dtype.names or ()]
    return "".join(",".join(line) + "\n" for line in zip(*columns))


def csv_head(dtype: np.dtype) -> str:
    """The line of names."""
    return ",".join(f'"{name}"' for name in dtype.names or ()) + "\n"


def _cells(column: np.ndarray) -> list[str]:
    if column.dtype.kind == "b":
        column = column.astype(np.int8)
    if column.ndim > 1:
        return [" ".join(map(str, row)) for row in column.reshape(len(column), -1).tolist()]
    if column.dtype.kind in "OU":
        return [f'"{text.replace(chr(34), 2 * chr(34))}"' if QUOTED.search(text) else text for text in map(str, column.tolist())]
    exact = column if column.dtype.kind == "f" and column.itemsize < 8 else column.tolist()  # of fewer digits, which tolist would fill up
    return [str(number) for number in exact]


class CsvWriter(ResultWriter):
    """A CSV file that grows by whole lines."""

    def __init__(self, path: Path, dtype: np.dtype, units: Mapping[str, str]):
        super().__init__(dtype)
        self._file = path.open("wb", buffering=0)
        self._add(csv_head(dtype))

    def append(self, block: np.ndarray) -> None:
        self._add(csv_text(block))

    def _add(self, text: str) -> None:
        content, end = memoryview(text.encode()), self._file.tell()
        try:
            while content:
                content = content[self._file.write(content) :]
        except BaseException:
            self._file.truncate(end)  # of a part of a line
            self._file.seek(end)
            raise

    def close(self) -> None:
        self._file.close()


@dataclass(frozen=True)
class CsvBlock:
    """Lines of a file, with their numbers in it."""

    numbers: tuple[int, ...]
    lines: tuple[str, ...]

    def rows(self) -> Iterator[tuple[int, list[str]]]:
        """The cells of each line, with its number."""
        return zip(self.numbers, csv.reader(self.lines, skipinitialspace=True))


@dataclass(frozen=True)
class CsvLines:
    """The `head` of a CSV file, cells of text, and the numbers of those `lines` behind it that are read, a block at a time."""

    path: Path
    head: tuple[str, ...]
    lines: np.ndarray

    @staticmethod
    def of(path: Path, most: int | None = None) -> CsvLines:
        """At most so many lines of a file, at equal distances; empty ones are passed over.

        A line that a killed process has left unfinished is none. Raises OSError where the file cannot be read, MbfmuError where it is no text.
        """
        with path.open("rb") as file:
            count, empty = _lines(file)
        if not count:
            return CsvLines(path, (), np.zeros(0, int))
        first = next(_blocks(path, _places(np.arange(1), empty))).lines
        head = tuple(cell.strip() for cell in next(csv.reader(first, skipinitialspace=True)))
        return CsvLines(path, head, _places(1 + kept_rows(count - 1, most), empty))

    def blocks(self) -> Iterator[CsvBlock]:
        """All lines."""
        return _blocks(self.path, self.lines)


def _blocks(path: Path, wanted: np.ndarray) -> Iterator[CsvBlock]:
    """The lines with these ascending numbers."""
    found: list[str] = []
    try:
        with path.open(encoding="utf-8-sig", newline="") as file:
            lines = enumerate(file, 1)
            for begin in range(0, len(wanted), BLOCK):
                numbers = wanted[begin : begin + BLOCK].tolist()
                found = [next(line for number, line in lines if number == here).rstrip("\r\n") for here in numbers]
                yield CsvBlock(tuple(numbers), tuple(found))
    except UnicodeDecodeError as error:
        raise MbfmuError(f"{path} is not a table of results: {error}") from error


def _lines(file: BinaryIO) -> tuple[int, np.ndarray]:
    """How many lines have text, and the numbers of those that have none, which are few.

    The last line of our own files ends like all others, or is unfinished and left out.
    """
    count, empty, last, own = 0, list[int](), b"", False
    for number, line in enumerate(file, 1):
        if line.strip():
            own = own or (not count and line.startswith(b'"time"'))
            count, last = count + 1, line
        else:
            empty.append(number)
    return count - (own and not last.endswith(b"\n") and count > 1), np.array(empty, int)


def _places(lines: np.ndarray, empty: np.ndarray) -> np.ndarray:
    """The numbers in the file of lines with text, which are counted from 0 here."""
    return lines + 1 + np.searchsorted(empty - 1 - np.arange(len(empty)), lines, side="right")


def read_csv_result(path: Path, names: Sequence[str] | None = None, most: int | None = None) -> Result:
    """Read a result; raises MbfmuError where it is no such table, OSError where it cannot be read."""
    content = CsvLines.of(path, most)
    try:
        return with_units(_table(content, names), {})
    except (ValueError, csv.Error) as error:
        raise MbfmuError(f"{path} is not a table of results with a line of names and lines of numbers: {error}") from error


def _table(content: CsvLines, names: Sequence[str] | None) -> np.ndarray:
    head = content.head
    if not head or all(NUMBER.fullmatch(name) for name in head):
        raise ValueError("it has no names")
    if names is not None and not set(names) <= set(head):
        raise missing_columns(content.path, names, head)
    table, begin = None, 0
    for block in content.blocks():
        if table is None:
            table = np.empty(len(content.lines), _dtype(head, names, *next(block.rows())))
        columns = {name: head.index(name) for name in table.dtype.names or ()}
        read = _read_numbers if all(not table.dtype[name].shape for name in columns) else _read_cells
        read(block, head, columns, table[begin : begin + len(block.lines)])
        begin += len(block.lines)
    if table is None:
        raise ValueError("it has no numbers")
    return table


def _dtype(head: Sequence[str], names: Sequence[str] | None, line: int, first: Sequence[str]) -> np.dtype:
    """The columns that are wanted, by the first line of numbers."""
    _refuse_count(line, first, head)
    sizes = {name: max(len(cell.split()), 1) for name, cell in zip(head, first)}
    wanted = head if names is None else names
    return np.dtype([(name, np.float64, (sizes[name],)) if sizes[name] > 1 else (name, np.float64) for name in wanted])


def _refuse_count(line: int, cells: Sequence[str], head: Sequence[str]) -> None:
    if len(cells) != len(head):
        raise ValueError(f"line {line} has {len(cells)} cells, the line of names {len(head)}")


def _read_numbers(block: CsvBlock, head: Sequence[str], columns: Mapping[str, int], table: np.ndarray) -> None:
    """Lines whose cells are one number each; of others it is said what is wrong where."""
    try:
        numbers = np.loadtxt(block.lines, delimiter=",", comments=None, ndmin=2)
    except ValueError:
        numbers = np.empty((0, 0))
    if numbers.shape != (len(block.lines), len(head)):
        _read_cells(block, head, columns, table)
        return
    for name, i in columns.items():
        table[name] = numbers[:, i]


def _read_cells(block: CsvBlock, head: Sequence[str], columns: Mapping[str, int], table: np.ndarray) -> None:
    for row, (line, cells) in enumerate(block.rows()):
        _refuse_count(line, cells, head)
        for name, i in columns.items():
            numbers = np.array([float(number) for number in cells[i].split()])
            if numbers.size != (size := max(np.prod(table.dtype[name].shape, dtype=int), 1)):
                raise ValueError(f"line {line}, column {name}: {cells[i]!r} is not {size} numbers")
            table[name][row] = numbers if table.dtype[name].shape else numbers[0]


KIND = ResultKind(CsvWriter, read_csv_result)
