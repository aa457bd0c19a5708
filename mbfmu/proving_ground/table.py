"""Tables of what was found on the proving ground."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from ..model.signals.result import Result, with_units


def table_of(columns: Sequence[tuple[str, str, np.ndarray]]) -> Result:
    """A table from columns of name, unit and numbers."""
    rows = np.empty(len(columns[0][2]), [(name, float) for name, _, _ in columns])
    for name, _, numbers in columns:
        rows[name] = numbers
    return with_units(rows, {name: unit for name, unit, _ in columns})
