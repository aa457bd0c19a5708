"""Matrices that ANSYS writes: the .full file of an analysis by the package ansys-mapdl-reader, places of nodes from its .cdb archive."""

from __future__ import annotations

from collections.abc import Callable
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import numpy as np
from scipy.sparse import coo_matrix, csc_matrix

from mbfmu.base.child_process import Crashed, Failed, isolated
from mbfmu.base.errors import MbfmuError

from .elastic_data import Array
from .finite_elements import DIRECTIONS, FiniteElements
from .matrix_entries import Entries, put_together

NEEDS = "Files of ANSYS need the package ansys-mapdl-reader: pip install ansys-mapdl-reader"
LONGEST = 600.0  # s: a large file takes a minute


def read_ansys(full: str | Path, cdb: str | Path, unit: float | None = None) -> FiniteElements:
    """Stiffness and mass from the .full file of an analysis, and places of nodes from the .cdb file of CDWRITE.

    Needs the package ansys-mapdl-reader. Lengths are `unit` metres, forces newtons. The body must be free: ANSYS leaves out coordinates that supports
    hold, and joints of the model take their place. The mass must be consistent, not lumped. Raises MbfmuError for files that cannot be read or do
    not fit.
    """
    if not is_installed():
        raise MbfmuError(NEEDS)
    numbers, K, M, held = opened(full, matrices_of)
    labels, x = opened(cdb, nodes_of)
    if len(held):
        node, direction = (int(number) for number in held[0])
        raise MbfmuError(
            f"{full}: supports hold the body in {len(held)} directions, such as at node {node}, {DIRECTIONS[direction]}. Delete them, since joints "
            "hold a flexible body, and write the file again."
        )
    others = numbers[numbers[:, 1] >= len(DIRECTIONS)]
    if len(others):
        raise MbfmuError(f"{full}: node {others[0][0]} has degree of freedom {others[0][1] + 1} of ANSYS, which is no displacement and no rotation.")
    places = dict(zip(labels.tolist(), x, strict=True))
    return put_together(places, entries(numbers, K), entries(numbers, M), str(full), unit)


def is_installed() -> bool:
    """Whether there is the package; it takes two seconds to import."""
    try:
        return find_spec("ansys.mapdl.reader") is not None
    except ModuleNotFoundError:
        return False


def opened(path: str | Path, read: Callable[[str], Any]) -> Any:
    """The contents of a file, read in a process of its own: damaged files crash the package."""
    if not Path(path).is_file():
        raise MbfmuError(f"{path}: there is no such file.")
    try:
        return isolated(read, str(path), limit=LONGEST)
    except (Crashed, Failed) as error:
        why = "it ended without an answer" if isinstance(error, Crashed) else error
        raise MbfmuError(f"{path}: ansys-mapdl-reader cannot read the file ({why}). It may be damaged or cut off: write it again.") from None


def matrices_of(path: str) -> tuple[Array, csc_matrix, csc_matrix, Array]:
    """Coordinates (N, 2) by node and direction, the upper triangles of stiffness and mass, and the coordinates (h, 2) that supports hold."""
    from ansys.mapdl.reader import read_binary

    file = read_binary(path)
    if not hasattr(file, "load_km"):
        raise MbfmuError(f"{path}: this file has no matrices. Give the .full file of a modal or static analysis.")
    return *file.load_km(sort=False), np.asarray(file.const)


def nodes_of(path: str) -> tuple[Array, Array]:
    """Labels (p,) and places (p, 3) of nodes."""
    from ansys.mapdl.reader import Archive

    archive = Archive(path, parse_vtk=False)
    return np.asarray(archive.nnum), np.asarray(archive.nodes)[:, :3]


def entries(numbers: Array, upper: csc_matrix) -> Entries:
    """Entries of a matrix, given by its upper triangle, between the coordinates `numbers` (N, 2)."""
    found = coo_matrix(upper)
    return Entries(numbers[found.row].astype(int), numbers[found.col].astype(int), found.data)
