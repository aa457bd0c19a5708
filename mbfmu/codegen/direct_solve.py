"""Multipliers of a few loops whose rows are all independent, as straight C: what engine/c/steps/schur_band.c finds, without loops and square roots.

Pivots relative to the diagonal are those of rows of length one, whatever their scale.
"""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from ..problem.data.steps import MultiplierSolve
from .row_order import order_of_rows

MOST = 1000  # multiplications of the factorization; larger ones have loops long enough for loops to be fast


def direct_solve(name: str, step: MultiplierSolve) -> list[str]:
    """The lines of a DirectSolve (engine/c/core/problem.h); none where the factorization is too large."""
    factor = _filled(step)
    if not factor or sum(len(column) * (len(column) + 1) // 2 for column in factor) > MOST:
        return []
    arguments = "const double *schur, const double *right_side, const double *independent, double *multipliers"
    body = [*_laid_out(step, factor), *_factored(factor), *_solved(step, factor)]
    return [f"int {name}({arguments})", "{", *(f"    {line}" for line in body), "    return 0;", "}", ""]


def _places(step: MultiplierSolve) -> list[int]:
    """Of each row, where it stands in the order that keeps coupled rows together."""
    row, column = np.array(step.pattern, dtype=int).reshape(-1, 2).T
    return np.argsort(order_of_rows(row, column, len(step.rows))).tolist()


def _entries(step: MultiplierSolve) -> Iterator[tuple[int, int, int]]:
    """Number, lower and higher place of each nonzero."""
    place = _places(step)
    for k, (i, j) in enumerate(step.pattern):
        yield k, max(place[i], place[j]), min(place[i], place[j])


def _filled(step: MultiplierSolve) -> list[list[int]]:
    """The rows below the diagonal of each column of the factor that are not zero."""
    below: list[set[int]] = [set() for _ in step.rows]
    for _, low, high in _entries(step):
        if low > high:
            below[high].add(low)
    for column in below:
        if column:
            first = min(column)
            below[first] |= column - {first}
    return [sorted(column) for column in below]


def _laid_out(step: MultiplierSolve, factor: list[list[int]]) -> Iterator[str]:
    """S, where no row has vanished."""
    place, known = _places(step), set()
    diagonal = {low: k for k, low, high in _entries(step) if low == high}
    for i, row in enumerate(step.rows):
        yield f"if (!(schur[{diagonal[place[i]]}] * (independent[{row}] * independent[{row}]) > DEPENDENT)) return -1;"
    for k, low, high in _entries(step):
        known.add((low, high))
        yield f"double f{low}_{high} = schur[{k}];"
    for j, column in enumerate(factor):
        for i in column:
            if (i, j) not in known:
                yield f"double f{i}_{j} = 0.0;"
    yield from (f"const double least{j} = DEPENDENT * f{j}_{j};" for j in range(len(factor)))


def _factored(factor: list[list[int]]) -> Iterator[str]:
    """L D L^T, column by column; a row that depends on others ends it."""
    for j, column in enumerate(factor):
        yield f"if (!(f{j}_{j} > least{j})) return -1;"
        yield f"const double d{j} = 1.0 / f{j}_{j};"
        for i in column:
            yield f"const double l{i}_{j} = f{i}_{j} * d{j};"
            yield from (f"f{i}_{k} -= l{i}_{j} * f{k}_{j};" for k in column if i >= k)


def _solved(step: MultiplierSolve, factor: list[list[int]]) -> Iterator[str]:
    """Forwards and backwards."""
    place = _places(step)
    for i in range(len(step.rows)):
        yield f"double y{place[i]} = right_side[{i}];"
    for j, column in enumerate(factor):
        yield from (f"y{i} -= l{i}_{j} * y{j};" for i in column)
    for j, column in reversed(list(enumerate(factor))):
        yield f"y{j} *= d{j};"
        yield from (f"y{j} -= l{i}_{j} * y{i};" for i in column)
    for i in range(len(step.rows)):
        yield f"multipliers[{i}] = y{place[i]};"
