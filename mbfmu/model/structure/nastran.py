"""Matrices that Nastran writes as text, DMIG in a punch file or formatted OUTPUT4, and places of nodes from GRID in the bulk data."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import numpy as np

from mbfmu.base.errors import MbfmuError

from .elastic_data import Array
from .finite_elements import FiniteElements
from .matrix_entries import Entries, put_together
from .nastran_op4 import op4_matrices
from .text_file import number, text_of, whole, wrong

Card = tuple[int, list[str]]  # number of its first line, fields


def read_nastran(matrices: str | Path, bulk: str | Path, stiffness: str = "KAAX", mass: str = "MAAX", unit: float | None = None) -> FiniteElements:
    """Stiffness and mass by their names from a punch file of DMIG, or from a formatted OUTPUT4 file (.op4); places of nodes from GRID of `bulk`.

    OUTPUT4 does not say what its rows are: they must be the six directions of all grid points in ascending order, or three. Lengths are `unit`
    metres, forces newtons. Grid points must stand in the basic coordinate system. Raises MbfmuError with the line.
    """
    places = grid_points(bulk)
    if Path(matrices).suffix.lower() == ".op4":
        found = op4_matrices(matrices)
        K, M = (by_grid(found, name, places, matrices) for name in (stiffness, mass))
    else:
        entries = dmig(matrices)
        missing = [name for name in (stiffness, mass) if name not in entries]
        if missing:
            raise MbfmuError(
                f"{matrices}: there is no DMIG {missing[0]}. There is {', '.join(entries) or 'none'}: name them by stiffness= and mass=."
            )
        K, M = entries[stiffness], entries[mass]
    return put_together(places, K, M, str(matrices), unit)


def cards(path: str | Path, what: str) -> Iterator[Card]:
    """Bulk data entries in free, small or large field format, continued by lines that begin with +, * or a blank."""
    card: Card | None = None
    for line, text in enumerate(text_of(path, what).splitlines(), 1):
        text = text.split("$")[0].rstrip().expandtabs(8)
        if not text.strip():
            continue
        fields = split(text)
        if text[0] in "+* ," and card is not None:
            card[1].extend(fields[1:])
        else:
            if card is not None:
                yield card
            card = (line, fields)
    if card is not None:
        yield card


def split(text: str) -> list[str]:
    """The fields of a line: the first, and those between the first eight columns and the continuation, four of large fields, else eight."""
    if "," in text:
        fields = [field.strip() for field in text.split(",")]
        count = 5 if "*" in fields[0] else 9
        return (fields + [""] * count)[:count]
    width = 16 if "*" in text[:8] else 8
    return [text[:8].strip()] + [text[k : k + width].strip() for k in range(8, 72, width)]


def keyword(fields: list[str]) -> str:
    """The name of an entry."""
    return fields[0].rstrip("* ").upper()


def grid_points(bulk: str | Path) -> dict[int, Array]:
    """Places (3,) of GRID by their numbers."""
    places: dict[int, Array] = {}
    for line, fields in cards(bulk, "the bulk data of Nastran"):
        if keyword(fields) == "GRDSET" and any(field not in ("", "0") for field in (fields + [""] * 8)[2:7:4]):
            raise wrong(bulk, line, "GRDSET puts grid points in another coordinate system than the basic one.")
        if keyword(fields) != "GRID":
            continue
        fields = fields + [""] * 8
        label = whole(bulk, line, fields[1])
        if fields[2] not in ("", "0") or fields[6] not in ("", "0"):
            raise wrong(
                bulk, line, f"grid point {label} is in another coordinate system than the basic one (CP {fields[2] or 0}, CD {fields[6] or 0})."
            )
        if label in places:
            raise wrong(bulk, line, f"grid point {label} is given twice.")
        places[label] = np.array([number(bulk, line, field or "0") for field in fields[3:6]])
    if not places:
        raise MbfmuError(f"{bulk}: there are no GRID entries.")
    return places


def dmig(path: str | Path) -> dict[str, Entries]:
    """The real matrices of DMIG by name."""
    found: dict[str, tuple[list, list, list]] = {}
    for line, fields in cards(path, "the punch file of Nastran"):
        if keyword(fields) != "DMIG":
            continue
        name = fields[1]
        if fields[2] == "0":  # the header
            if fields[3] not in ("6", "1"):
                raise wrong(path, line, f"DMIG {name} is of form {fields[3]}, and must be 6 (symmetric) or 1 (square).")
            if len(fields) > 4 and fields[4] not in ("1", "2"):
                raise wrong(path, line, f"DMIG {name} is complex (type {fields[4]}).")
            found.setdefault(name, ([], [], []))
            continue
        if name not in found:
            raise wrong(path, line, f"a column of DMIG {name} stands before its header.")
        rows, columns, values = found[name]
        column = coordinate(path, line, fields[2], fields[3])
        rest = fields[5:]
        for k in range(0, len(rest) - 2, 4):
            if rest[k]:
                rows.append(coordinate(path, line, rest[k], rest[k + 1]))
                columns.append(column)
                values.append(number(path, line, rest[k + 2]))
    pairs = lambda of: np.array(of, dtype=int).reshape(-1, 2)
    return {name: Entries(pairs(rows), pairs(columns), np.array(values)) for name, (rows, columns, values) in found.items()}


def coordinate(path: str | Path, line: int, grid: str, component: str) -> tuple[int, int]:
    """Label and direction of a grid point's component."""
    made = whole(path, line, grid), whole(path, line, component or "0") - 1
    if not 0 <= made[1] <= 5:
        raise wrong(path, line, f"point {made[0]} is a scalar point or has component {made[1] + 1}. Write matrices of grid points.")
    return made


def by_grid(found: dict[str, Array], name: str, places: dict[int, Array], path: str | Path) -> Entries:
    """Entries of a matrix whose rows are directions of all grid points."""
    if name not in found:
        raise MbfmuError(f"{path}: there is no matrix {name}. There is {', '.join(found) or 'none'}: name them by stiffness= and mass=.")
    matrix, labels = found[name], np.array(sorted(places))
    each, rest = divmod(len(matrix), len(labels))
    if rest or each not in (3, 6) or matrix.shape[0] != matrix.shape[1]:
        raise MbfmuError(
            f"{path}: {name} is {matrix.shape[0]} x {matrix.shape[1]}, and the bulk data have {len(labels)} grid points, with 3 or 6 directions. "
            f"Write DMIG, which names its rows, or give the bulk data of just these points."
        )
    named = np.stack([np.repeat(labels, each), np.tile(np.arange(each), len(labels))], axis=1)
    i, j = np.nonzero(matrix)
    return Entries(named[i], named[j], matrix[i, j])
