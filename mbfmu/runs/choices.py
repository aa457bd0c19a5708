"""The rows of a sweep: which values each run starts with."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from itertools import product
from typing import Any

import numpy as np

from ..base.errors import MbfmuError, ProblemsFound

MOST_RUNS = 1_000_000


def rows_of(values: Any) -> list[dict[str, Any]]:
    """All combinations of several lists of values by name, the last varying fastest; or a table's rows, as a DataFrame or dicts."""
    if isinstance(values, Mapping):
        return _combinations({name: _listed(given) for name, given in values.items()})
    if hasattr(values, "to_dict"):  # a DataFrame, of pandas or another package
        values = values.to_dict("records")
    rows = [*values] if isinstance(values, Iterable) else [values]
    if not all(isinstance(row, Mapping) for row in rows):
        raise MbfmuError(
            "values must be lists by name, such as {'payload.m': [100.0, 200.0]}, of which all combinations are run, or a table whose rows are"
            " run, as a DataFrame or a list of dicts"
        )
    wrong = [f"row {i} has {', '.join(row) or 'nothing'}" for i, row in enumerate(rows) if row.keys() != rows[0].keys()]
    if wrong:
        raise ProblemsFound(f"all rows of values must have the names of row 0, {', '.join(rows[0])}:", wrong)
    return _some([dict(row) for row in rows])


def _combinations(lists: Mapping[str, list[Any]]) -> list[dict[str, Any]]:
    count = np.prod([len(given) for given in lists.values()], dtype=float)
    if count > MOST_RUNS:
        raise MbfmuError(f"all combinations of these values are {count:.3g} runs; at most {MOST_RUNS:,} are made")
    return _some([dict(zip(lists, row)) for row in product(*lists.values())])


def _listed(given: Any) -> list[Any]:
    """The values of a list or an array; a single value is a list of one."""
    if isinstance(given, (str, bytes)) or not isinstance(given, Iterable):
        return [given]
    return given.tolist() if isinstance(given, np.ndarray) else [*given]


def _some(rows: list[dict[str, Any]]) -> list[dict[str, Any]]:
    if not rows or not rows[0]:
        raise MbfmuError("there are no values to run with: give at least one name with one value")
    return rows
