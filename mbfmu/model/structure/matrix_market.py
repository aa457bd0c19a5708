"""Matrices in the Matrix Market format with a table of nodes: the way for any other tool."""

from __future__ import annotations

import re
from pathlib import Path

import numpy as np

from mbfmu.base.errors import MbfmuError

from .finite_elements import FiniteElements
from .matrix_entries import Entries, put_together
from .text_file import number, text_of, whole, wrong

HEAD = re.compile(r"%%MatrixMarket\s+matrix\s+(coordinate|array)\s+(\w+)\s+([\w-]+)\s*", re.IGNORECASE)


def read_matrix_market(stiffness: str | Path, mass: str | Path, nodes: str | Path, unit: float | None = None) -> FiniteElements:
    """Stiffness and mass from .mtx files of Matrix Market, whose rows are the directions of nodes in the order of the table `nodes`.

    The table is a text file with a line for each node: its number, x, y, z, and directions as digits from 1 to 6, such as 123 for a node of a solid;
    without these it has all six. Numbers are apart by blanks or commas; what follows # is left out. Lengths are `unit` metres, forces newtons.
    Raises MbfmuError with the line.
    """
    places, named = table(nodes)
    K, M = (entries(path, named) for path in (stiffness, mass))
    return put_together(places, K, M, str(stiffness), unit)


def table(path: str | Path) -> tuple[dict[int, np.ndarray], np.ndarray]:
    """Places of nodes, and label and direction (N, 2) of each row."""
    places: dict[int, np.ndarray] = {}
    named = []
    for line, text in enumerate(text_of(path, "the table of nodes").splitlines(), 1):
        fields = text.split("#")[0].replace(",", " ").split()
        if not fields:
            continue
        if len(fields) not in (4, 5):
            raise wrong(path, line, f"there are {len(fields)} fields in place of number, x, y, z and perhaps directions.")
        label, directions = whole(path, line, fields[0]), fields[4] if len(fields) == 5 else "123456"
        if label in places:
            raise wrong(path, line, f"node {label} is given twice.")
        if set(directions) - set("123456") or len(set(directions)) < len(directions):
            raise wrong(path, line, f"directions {directions!r} are not different digits from 1 to 6.")
        places[label] = np.array([number(path, line, field) for field in fields[1:4]])
        named += [(label, int(direction) - 1) for direction in directions]
    return places, np.array(named, dtype=int).reshape(-1, 2)


def entries(path: str | Path, named: np.ndarray) -> Entries:
    """The entries of a matrix between named coordinates."""
    text = text_of(path, "the Matrix Market file").splitlines()
    sparse, symmetric = layout(path, text)
    lines = [(line, words.split()) for line, words in enumerate(text, 1) if words.strip() and not words.startswith("%")]
    if not lines or len(lines[0][1]) != (3 if sparse else 2):
        raise wrong(path, lines[0][0] if lines else len(text), f"rows, columns{' and entries' if sparse else ''} are not counted.")
    rows, columns, *count = (whole(path, lines[0][0], field) for field in lines[0][1])
    if (rows, columns) != (len(named), len(named)):
        raise MbfmuError(f"{path}: the matrix is {rows} x {columns}, and the nodes of the table have {len(named)} directions.")
    j, i = np.triu_indices(rows) if symmetric else np.indices((rows, rows)).reshape(2, -1)  # of a dense matrix, column by column
    expected = count[0] if sparse else len(i)
    if len(lines) - 1 != expected:
        raise wrong(path, lines[-1][0], f"there are {len(lines) - 1} entries in place of {expected}.")
    for line, fields in lines[1:]:
        if len(fields) != (3 if sparse else 1):
            raise wrong(path, line, f"there are {len(fields)} numbers in place of {'row, column and value' if sparse else 'one'}.")
    if sparse:
        i, j = (np.array([within(path, line, fields[k], rows) for line, fields in lines[1:]], dtype=int) for k in (0, 1))
    return Entries(named[i], named[j], np.array([number(path, line, fields[-1]) for line, fields in lines[1:]]))


def layout(path: str | Path, text: list[str]) -> tuple[bool, bool]:
    """Whether a matrix is sparse, and whether it is given by its lower triangle, by the first line of its file."""
    head = HEAD.fullmatch(text[0]) if text else None
    if head is None:
        raise wrong(path, 1, "this is no Matrix Market file: it does not begin with '%%MatrixMarket matrix coordinate' or '... array'.")
    kind, field, symmetry = (word.lower() for word in head.groups())
    if field not in ("real", "double", "integer") or symmetry not in ("symmetric", "general"):
        raise wrong(path, 1, f"the matrix is {field} and {symmetry}, and must be real or integer, and symmetric or general.")
    return kind == "coordinate", symmetry == "symmetric"


def within(path: str | Path, line: int, text: str, count: int) -> int:
    """The index, counted from 0, of a row or column that is counted from 1."""
    found = whole(path, line, text)
    if not 1 <= found <= count:
        raise wrong(path, line, f"there is no row or column {found}, but 1 to {count}.")
    return found - 1
