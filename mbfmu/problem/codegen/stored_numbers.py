"""The numbers that functions look up, each array once."""

from __future__ import annotations

from collections.abc import Callable
from typing import Generic, TypeVar

import casadi as ca
import numpy as np

from ...base.scalars.stored_array import numbers_of

W = TypeVar("W")


class StoredNumbers(Generic[W]):
    """What `write` makes of each array, by the functions that look into it."""

    def __init__(self, write: Callable[[np.ndarray], W]):
        self._write = write
        self._by_function: dict[int, W] = {}  # they are known by their address
        self._by_content: dict[bytes, W] = {}
        self._kept: list[ca.Function] = []

    def of(self, function: ca.Function) -> W:
        """What stands for the numbers that a function looks into."""
        key = function.__hash__()
        if key not in self._by_function:
            numbers = numbers_of(function)
            content = numbers.tobytes()
            if content not in self._by_content:
                self._by_content[content] = self._write(numbers)
            self._kept.append(function)
            self._by_function[key] = self._by_content[content]
        return self._by_function[key]
