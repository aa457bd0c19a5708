"""Matrices in the Matrix Market format with a table of nodes: the way for any other tool."""

from __future__ import annotations

from pathlib import Path

import numpy as np
from scipy.io import mmread
from scipy.sparse import coo_matrix

from mbfmu.base.errors import MbfmuError

from .finite_elements import FiniteElements
from .matrix_entries import Entries, put_together
from .text_file import number, text_of, whole, wrong


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
    try:
        matrix = coo_matrix(mmread(path))
    except (OSError, ValueError) as error:
        raise MbfmuError(f"{path}: the Matrix Market file cannot be read ({error}).") from None
    if matrix.shape != (len(named), len(named)):
        raise MbfmuError(f"{path}: the matrix is {matrix.shape[0]} x {matrix.shape[1]}, and the nodes of the table have {len(named)} directions.")
    if np.iscomplexobj(matrix.data) or not np.isfinite(matrix.data).all():
        raise MbfmuError(f"{path}: the matrix has entries that are complex or not finite.")
    return Entries(named[matrix.row], named[matrix.col], np.asarray(matrix.data, dtype=float))
