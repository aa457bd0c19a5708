"""Arrays of numbers that carry a dimension, and what to check of them."""

from __future__ import annotations

from typing import Any

import numpy as np

from mbfmu.base.scalars import Dimensioned
from mbfmu.model.declare.units import base_exponents


def dressed(values: Any, unit: str) -> Any:
    """Numbers of any shape as Dimensioned ones in `unit`."""
    values = np.asarray(values, dtype=float)
    array = np.array([Dimensioned(x, base_exponents(unit)) for x in values.ravel()], dtype=object).reshape(values.shape)
    return array if array.shape else array[()]


def per_second(values: np.ndarray) -> np.ndarray:
    """The dimension of the rates of these numbers."""
    return values * dressed(1.0, "1/s")


def assert_dimension(values: Any, unit: str) -> None:
    """Every number is in `unit`; a plain zero is in every unit, a plain number in none."""
    wanted = Dimensioned(0.0, base_exponents(unit)).exponents
    for x in np.ravel(np.asarray(values, dtype=object)):
        found = x.exponents if isinstance(x, Dimensioned) else ({} if x else wanted)
        assert found == wanted, f"{x} is not in {unit}"


def assert_same_dimension(a: np.ndarray, b: np.ndarray) -> None:
    """Adding them, element by element, raises if they differ."""
    assert len(a) == len(b)
    for x, y in zip(a, b):
        x + y
