"""Arrays for C that stay where they are."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from ctypes import Array, Structure, addressof, c_double, c_int, c_int64, c_uint32, c_void_p, cast
from typing import Any

import numpy as np

from .structures import DOUBLES


def doubles_at(address: int, count: int) -> np.ndarray:
    """Real numbers at an address, as they lie."""
    return np.ctypeslib.as_array(cast(c_void_p(address), DOUBLES), (count,))


class Memory:
    """Arrays in C, kept as long as this is."""

    def __init__(self) -> None:
        self._kept: list[Any] = []

    def keep(self, what: Any) -> int:
        """The address of an array of ctypes or NumPy."""
        self._kept.append(what)
        return what.ctypes.data if isinstance(what, np.ndarray) else addressof(what)

    def integers(self, numbers: Iterable[int]) -> int:
        """The address of integers."""
        return self._numbers(c_int, numbers)

    def references(self, numbers: Iterable[int]) -> int:
        """The address of value references."""
        return self._numbers(c_uint32, numbers)

    def doubles(self, numbers: Iterable[float]) -> int:
        """The address of real numbers."""
        return self._numbers(c_double, numbers)

    def longs(self, numbers: Iterable[int]) -> int:
        """The address of integers of 64 bits."""
        return self._numbers(c_int64, numbers)

    def _numbers(self, kind: Any, numbers: Iterable[float]) -> int:
        of = [*numbers]
        return self.keep((kind * len(of))(*of))

    def structures(self, of: Sequence[Structure], kind: type[Structure]) -> int:
        """The address of structures side by side."""
        return self.keep(self.array(of, kind))

    def array(self, of: Sequence[Structure], kind: type[Structure]) -> Array:
        """The same as an array."""
        made = (kind * len(of))(*of)
        self._kept.append(made)
        return made
