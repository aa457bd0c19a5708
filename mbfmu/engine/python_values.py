"""What a user's own Python is given for the numbers of a variable, and what it may give for them: the types of mbfmu/model/declare/variable_types.py.

It travels inside of FMUs, so it imports nothing but the standard library.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import isfinite
from struct import pack, unpack
from typing import Any

TEXT = 1024  # bytes of a text with the zero at its end, as in c/core/problem.h


class Real:
    """A float. Other types differ in what they supply:

    `size`, how many numbers stand for one value; `words`, what it must be; `value(numbers)`; and `numbers(value)`, where ValueError, TypeError or
    OverflowError says that it is nothing of the type.
    """

    size, words = 1, "a finite number"

    def __init__(self, items: Sequence[str]):
        self.items = items

    def value(self, numbers: Sequence[float]) -> Any:
        return numbers[0]

    def numbers(self, value: Any) -> Sequence[float]:
        number = float(value)
        if not isfinite(number):
            raise ValueError
        return [number]


class Integer(Real):
    """An int of 32 bits."""

    words = "a whole number of 32 bits"

    def value(self, numbers):
        return int(numbers[0])

    def numbers(self, value):
        if isinstance(value, str) or not (-(2**31) <= value < 2**31 and value == int(value)):
            raise ValueError
        return [float(value)]


class Boolean(Real):
    """True or False."""

    words = "True or False"

    def value(self, numbers):
        return bool(numbers[0])

    def numbers(self, value):
        if isinstance(value, str) or value not in (0, 1):
            raise ValueError
        return [float(value)]


class Enumeration(Real):
    """The name of an item."""

    @property
    def words(self):
        return f"one of {', '.join(map(repr, self.items))}"

    def value(self, numbers):
        return self.items[int(numbers[0]) - 1]

    def numbers(self, value):
        return [1.0 + self.items.index(value)]


class String(Real):
    """A str."""

    size, words = TEXT // 8, f"a text of at most {TEXT - 1} bytes without a zero"

    def value(self, numbers):
        return pack(f"<{self.size}d", *numbers).partition(b"\0")[0].decode()

    def numbers(self, value):
        content = value.encode() if isinstance(value, str) else b"\0"
        if len(content) >= TEXT or b"\0" in content:
            raise ValueError
        return unpack(f"<{self.size}d", content.ljust(TEXT, b"\0"))


TYPES = {kind.__name__: kind for kind in (Real, Integer, Boolean, Enumeration, String)}


class Kind:
    """Of one variable: its type as FMI calls it, its shape, () of a single value and (n,) of a vector, and the items of an enumeration."""

    def __init__(self, type: str, shape: Sequence[int], items: Sequence[str]):
        self.type, self.shape = TYPES[type](items), shape
        self.values = shape[0] if shape else 1
        self.size = self.values * self.type.size

    def value(self, numbers: Sequence[float]) -> Any:
        """What the user's class sees: a vector as a tuple."""
        step = self.type.size
        values = tuple(self.type.value(numbers[i : i + step]) for i in range(0, self.size, step))
        return values if self.shape else values[0]

    def numbers(self, value: Any) -> Sequence[float]:
        """The numbers that stand for what it gives; ValueError says what that must be."""
        try:
            found = [number for each in (value if self.shape else (value,)) for number in self.type.numbers(each)]
        except (TypeError, ValueError, OverflowError):
            found = []
        if len(found) != self.size:
            raise ValueError(f"a vector of {self.values}, each {self.type.words}" if self.shape else self.type.words)
        return found
