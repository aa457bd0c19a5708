"""What users give as times."""

from __future__ import annotations

from math import inf
from numbers import Real
from typing import Any


def is_positive(time: Any) -> bool:
    """Whether this is a finite number > 0."""
    return is_time(time) and float(time) > 0.0


def is_time(time: Any) -> bool:
    """Whether this is a finite number >= 0."""
    return isinstance(time, Real) and 0.0 <= float(time) < inf
