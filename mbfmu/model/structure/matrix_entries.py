"""Matrices of other tools: entries between directions of nodes, put together with the places of the nodes."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from scipy.sparse import coo_matrix, csc_matrix, diags

from mbfmu.base.errors import MbfmuError

from .elastic_data import Array, ElasticData
from .finite_elements import FiniteElements, checked, refuse_size
from .reduction import reduced

MOST = 6  # directions of a node


@dataclass(frozen=True, eq=False)
class Entries:
    """Entries of a symmetric matrix; each pair of coordinates (label of node, direction 0 to 5) is given once, or both ways."""

    rows: Array  # (k, 2)
    columns: Array  # (k, 2)
    values: Array  # (k,)


def put_together(places: Mapping[int, Array], K: Entries, M: Entries, where: str, unit: float | None = None) -> FiniteElements:
    """Stiffness and mass of all coordinates that either matrix names, node by node in ascending order.

    Lengths of the file are `unit` metres, its forces newtons and its times seconds, so its masses are in 1 / unit kilograms. Raises MbfmuError for
    nodes without a place.
    """
    named = np.unique(np.concatenate([K.rows, K.columns, M.rows, M.columns]), axis=0)
    if not len(named):
        raise MbfmuError(f"{where}: there are no entries of stiffness and mass.")
    labels, node = np.unique(named[:, 0], return_inverse=True)
    missing = [int(label) for label in labels if int(label) not in places]
    if missing:
        more = f" and {len(missing) - 1} more nodes" if len(missing) > 1 else ""
        raise MbfmuError(f"{where}: the matrices name node {missing[0]}{more}, and no place is given for it.")
    length = 1.0 if unit is None else unit
    x = np.array([places[int(label)] for label in labels]) * length
    refuse_size(x, unit)
    scale = diags(np.where(named[:, 1] < 3, length**-0.5, length**0.5))
    K_all, M_all = (csc_matrix(scale @ matrix(named, of) @ scale) for of in (K, M))
    return FiniteElements(x, labels, node.ravel(), named[:, 1], K_all, M_all)


def matrix(named: Array, entries: Entries) -> csc_matrix:
    """The symmetric matrix of entries between the coordinates `named` (N, 2), which are in ascending order."""
    key = lambda of: of[:, 0] * MOST + of[:, 1]
    order = key(named)
    i, j = np.searchsorted(order, key(entries.rows)), np.searchsorted(order, key(entries.columns))
    given = csc_matrix(coo_matrix((entries.values, (i, j)), shape=(len(named),) * 2))
    there = csc_matrix(coo_matrix((np.ones(len(i)), (i, j)), shape=given.shape)).astype(bool).astype(float)
    other_way = given.T - given.T.multiply(there)  # entries that are given one way only
    return csc_matrix(given + other_way)


def matrix_data(
    model: FiniteElements, interfaces: Mapping[str, int | Sequence[int]], *, modes: int = 12, highest: float | None = None
) -> ElasticData:
    """The elastic data of matrices from `read_abaqus`, `read_ansys`, `read_nastran` or `read_matrix_market`, free in space.

    Modes are natural modes of unit mass. `interfaces` are labels of nodes by name; several nodes move as one rigid body. `modes` and `highest` are as
    in `beam_data`. Such matrices tell nothing of stress, so displacements of second order are zero (`ElasticData.stiffens`). Raises MbfmuError as
    `solid_data` does.
    """
    numbers = {int(label): k for k, label in enumerate(model.labels)}
    chosen = {}
    for name, labels in interfaces.items():
        wanted = [labels] if isinstance(labels, int | np.integer) else list(labels)
        missing = [label for label in wanted if int(label) not in numbers]
        if missing:
            raise MbfmuError(f"interfaces: {name!r} names node {missing[0]}, which the matrices do not have.")
        chosen[name] = np.array([numbers[int(label)] for label in wanted], dtype=int)
    return reduced(checked(model), chosen, modes, highest)
