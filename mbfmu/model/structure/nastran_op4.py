"""Formatted OUTPUT4 files of Nastran: real matrices, dense and sparse."""

from __future__ import annotations

from pathlib import Path

import numpy as np

from mbfmu.base.errors import MbfmuError

from .elastic_data import Array
from .text_file import number, text_of, whole, wrong

LARGEST = 20_000  # rows, of which a dense matrix has 3 GB


def op4_matrices(path: str | Path) -> dict[str, Array]:
    """The matrices by name, dense. Raises MbfmuError with the line for files that are binary, complex or damaged."""
    text = text_of(path, "the OUTPUT4 file of Nastran")
    if "\0" in text[:1000]:
        raise MbfmuError(f"{path}: the OUTPUT4 file is binary. Write it with FORM=FORMATTED.")
    reader = Reader(path, text.splitlines())
    found = {}
    while reader.more():
        name, matrix = reader.matrix()
        found[name] = matrix
    return found


class Reader:
    """A file read line by line."""

    def __init__(self, path: str | Path, lines: list[str]):
        self.path, self.lines, self.at = path, lines, 0
        self.width = 23

    def more(self) -> bool:
        """Whether there is another matrix."""
        while self.at < len(self.lines) and not self.lines[self.at].strip():
            self.at += 1
        return self.at < len(self.lines)

    def next(self) -> str:
        """The next line."""
        if self.at >= len(self.lines):
            raise wrong(self.path, len(self.lines), "the file ends inside a matrix: it was cut off. Write it again.")
        self.at += 1
        return self.lines[self.at - 1]

    def integers(self, count: int) -> list[int]:
        """Whole numbers of eight columns each."""
        text = self.next()
        return [whole(self.path, self.at, text[8 * k : 8 * k + 8]) for k in range(count)]

    def values(self, count: int) -> Array:
        """Numbers over as many lines as they need."""
        found: list[float] = []
        while len(found) < count:
            text = self.next().rstrip()
            found += [number(self.path, self.at, text[k : k + self.width]) for k in range(0, len(text), self.width)]
        if len(found) > count:
            raise wrong(self.path, self.at, f"there are {len(found)} numbers in place of {count}.")
        return np.array(found)

    def matrix(self) -> tuple[str, Array]:
        """Name and numbers of the next matrix."""
        columns, rows, _, kind = self.integers(4)
        head = self.lines[self.at - 1]
        name, layout = head[32:40].strip(), head[40:].strip()
        big, rows = rows < 0, abs(rows)
        if not (0 < rows <= LARGEST and 0 < columns <= LARGEST) or kind not in (1, 2) or "E" not in layout.upper():
            raise wrong(
                self.path, self.at, f"{name or 'a matrix'} is {rows} x {columns} of type {kind}: a real one of at most {LARGEST} rows is needed."
            )
        self.width = whole(self.path, self.at, layout.upper().split("E")[1].split(".")[0])
        if self.width < 1:
            raise wrong(self.path, self.at, f"numbers of {name} have the format {layout!r}, which is {self.width} columns wide.")
        made = np.zeros((rows, columns))
        while True:
            column, row, words = self.integers(3)
            if column > columns:
                self.values(1)  # which ends the matrix
                return name, made
            if column < 1 or row < 0 or (row and row - 1 + words > rows):
                raise wrong(self.path, self.at, f"column {column} of {name} reaches beyond its {rows} rows.")
            if row:
                made[row - 1 : row - 1 + words, column - 1] = self.values(words)
            else:
                self.strings(made, name, column, words, big, kind)

    def strings(self, made: Array, name: str, column: int, words: int, big: bool, kind: int) -> None:
        """A sparse column: strings of numbers, each behind its length and row."""
        while words > 0:
            if big:
                length, row = self.integers(2)
                words -= length + 1
            else:
                text = self.next()
                length, row = divmod(whole(self.path, self.at, text), 65536)
                words -= length
            count = (length - 1) // kind
            if row < 1 or row - 1 + count > len(made):
                raise wrong(self.path, self.at, f"column {column} of {name} reaches beyond its {len(made)} rows.")
            made[row - 1 : row - 1 + count, column - 1] = self.values(count)
