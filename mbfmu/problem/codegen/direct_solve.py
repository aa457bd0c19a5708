"""Multipliers of a few loops whose rows are all independent, as straight C: the numbers of engine/c/steps/schur_band.c, without its loops."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from ..data.steps import MultiplierSolve
from .row_order import order_of_rows

MOST = 1000  # multiplications of the factorization; larger ones have loops long enough for loops to be fast


def direct_solve(name: str, step: MultiplierSolve) -> list[str]:
    """The lines of a DirectSolve (engine/c/core/problem.h); none where the factorization is too large."""
    factor = _filled(step)
    if not factor or sum(len(column) * (len(column) + 1) // 2 for column in factor) > MOST:
        return []
    arguments = "const double *schur, const double *right_side, const double *independent, double *multipliers"
    body = [*_scaled(step, factor), *_factored(factor), *_solved(step, factor)]
    return [f"int {name}({arguments})", "{", *(f"    {line}" for line in body), "    return 0;", "}", ""]


def _places(step: MultiplierSolve) -> list[int]:
    """Of each row, where it stands in the order that keeps coupled rows together."""
    row, column = np.array(step.pattern, dtype=int).reshape(-1, 2).T
    return np.argsort(order_of_rows(row, column, len(step.rows))).tolist()


def _entries(step: MultiplierSolve) -> Iterator[tuple[int, int, int, int]]:
    """Number, lower and higher place of each nonzero, and the place that scales it first."""
    place = _places(step)
    for k, (i, j) in enumerate(step.pattern):
        yield k, max(place[i], place[j]), min(place[i], place[j]), place[i]


def _filled(step: MultiplierSolve) -> list[list[int]]:
    """The rows below the diagonal of each column of the factor that are not zero."""
    below: list[set[int]] = [set() for _ in step.rows]
    for _, low, high, _ in _entries(step):
        if low > high:
            below[high].add(low)
    for column in below:
        if column:
            first = min(column)
            below[first] |= column - {first}
    return [sorted(column) for column in below]


def _scaled(step: MultiplierSolve, factor: list[list[int]]) -> Iterator[str]:
    """S with a diagonal of one, where no row has vanished."""
    place, known = _places(step), set()
    diagonal = {low: k for k, low, high, _ in _entries(step) if low == high}
    for i, row in enumerate(step.rows):
        yield f"const double s{place[i]} = schur_scale(schur[{diagonal[place[i]]}], independent[{row}]);"
    yield f"if (!({' && '.join(f's{i} > 0.0' for i in range(len(factor)))})) return -1;"
    for k, low, high, first in _entries(step):
        known.add((low, high))
        yield f"double f{low}_{high} = schur[{k}] * s{first} * s{high if first == low else low};"
    for j, column in enumerate(factor):
        for i in column:
            if (i, j) not in known:
                yield f"double f{i}_{j} = 0.0;"


def _factored(factor: list[list[int]]) -> Iterator[str]:
    """Cholesky's factorization, column by column, as band_cholesky; a row that depends on others ends it."""
    for j, column in enumerate(factor):
        yield f"f{j}_{j} = sqrt(f{j}_{j});"
        yield f"if (!(f{j}_{j} * f{j}_{j} > DEPENDENT)) return -1;"
        yield f"const double d{j} = 1.0 / f{j}_{j};"
        yield from (f"f{i}_{j} *= d{j};" for i in column)
        yield from (f"f{i}_{k} -= f{k}_{j} * f{i}_{j};" for k in column for i in column if i >= k)


def _solved(step: MultiplierSolve, factor: list[list[int]]) -> Iterator[str]:
    """Forwards and backwards, as band_solve."""
    place = _places(step)
    for i in range(len(step.rows)):
        yield f"double y{place[i]} = right_side[{i}] * s{place[i]};"
    for j, column in enumerate(factor):
        yield f"y{j} *= d{j};"
        yield from (f"y{i} -= f{i}_{j} * y{j};" for i in column)
    for j, column in reversed(list(enumerate(factor))):
        yield from (f"y{j} -= f{i}_{j} * y{i};" for i in column)
        yield f"y{j} *= d{j};"
    for i in range(len(step.rows)):
        yield f"multipliers[{i}] = y{place[i]} * s{place[i]};"
