"""The patterns of a mechanism's sparse matrices, closed: factoring the mass matrix fills nothing in, nor does measuring rows by it.

The factor is M = L^T L, which follows the tree from its leaves down (R. Featherstone, Rigid Body Dynamics Algorithms, 2008, section 6.5).
"""

from __future__ import annotations

import casadi as ca

from ..data.constraint_manifold import Pattern


def columns_of(matrix: ca.Sparsity) -> Pattern:
    """The columns of each row of a matrix."""
    found: list[list[int]] = [[] for _ in range(matrix.size1())]
    for row, column in zip(*matrix.get_triplet()):
        found[row].append(column)
    return tuple(tuple(sorted(columns)) for columns in found)


def factor_pattern(masses: ca.Sparsity) -> Pattern:
    """The pattern of L, for a symmetric matrix of that pattern: row k has k and all that is below it in the elimination tree."""
    coupled = [{column for column in columns if column < k} for k, columns in enumerate(columns_of(masses))]
    for columns in reversed(coupled):
        if columns:
            coupled[max(columns)] |= columns - {max(columns)}
    rows: list[tuple[int, ...]] = []
    for k, columns in enumerate(coupled):
        rows.append((*(rows[max(columns)] if columns else ()), k))
    return tuple(rows)


def measured_pattern(rows: ca.Sparsity, factor: Pattern) -> Pattern:
    """The pattern of a L^-1 for rows a of a matrix: with a speed it has all of the row of L."""
    return tuple(tuple(sorted({speed for column in columns for speed in factor[column]})) for columns in columns_of(rows))


def nonzeros(matrix: ca.MX | ca.SX, pattern: Pattern) -> ca.MX | ca.SX:
    """The numbers of a matrix where a pattern has columns, row by row."""
    rows = [row for row, columns in enumerate(pattern) for _ in columns]
    columns = [column for columns in pattern for column in columns]
    transposed = ca.Sparsity.triplet(matrix.size2(), matrix.size1(), columns, rows)
    return ca.project(matrix.T, transposed).nz[:]
