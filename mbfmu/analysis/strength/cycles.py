"""Rainflow counting: the cycles of a history."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike

from ...base.errors import MbfmuError
from ...base.one_line import one_line


@one_line
@dataclass(frozen=True, eq=False)
class Cycles:
    """The cycles of a history: `ranges`, `means` (k,) in its unit and `counts` (k,), 1.0 for a cycle and 0.5 for a half."""

    ranges: np.ndarray
    means: np.ndarray
    counts: np.ndarray


def rainflow(history: ArrayLike) -> Cycles:
    """The cycles of a history (k,) by rainflow counting, the residue as half cycles.

    A reversal between two samples is missed: sample 20 times in a period of the highest frequency that matters. Raises MbfmuError for a history that
    is no row of finite numbers, or if the package rainflow is missing. Source: ASTM E1049-85 (2017), section 5.4.4.
    """
    values = np.asarray(history, dtype=float)
    if values.ndim != 1:
        raise MbfmuError(f"a history to count cycles of is a row of numbers, not an array of shape {values.shape}")
    if not np.isfinite(values).all():
        place = int(np.argmin(np.isfinite(values)))
        raise MbfmuError(f"a history to count cycles of must be finite, and is {values[place]} at sample {place} (counted from 0) of {len(values)}")
    try:
        from rainflow import extract_cycles
    except ImportError:
        raise MbfmuError('rainflow counting needs the package rainflow: pip install "mbfmu[strength]"') from None
    found = np.array([cycle[:3] for cycle in extract_cycles(_reversals(values).tolist())]).reshape(-1, 3)
    return Cycles(ranges=found[:, 0], means=found[:, 1], counts=found[:, 2])


def _reversals(values: np.ndarray) -> np.ndarray:
    """The first and last values, and those at which a history turns: a package in Python takes its time with all others."""
    values = values[np.concatenate([[True], np.diff(values) != 0.0])] if len(values) else values
    turns = np.diff(np.sign(np.diff(values))) != 0.0
    return values[np.concatenate([[True], turns, [True]])] if len(values) > 1 else values
