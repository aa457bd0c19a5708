"""The types of variables, as FMI has them: what the user gives for each, and which numbers stand for it in the engine.

In the engine all values are doubles (engine/c/core/problem.h): True is 1.0, an item of an enumeration its number, a text its bytes.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from math import inf, isfinite, prod
from typing import Any, ClassVar

import numpy as np

from ...base.errors import MbfmuError

INT32 = np.iinfo(np.int32)
TEXT = 1024  # bytes of a text with the zero at its end, as in problem.h
DOUBLE = 8  # bytes
TRUTH = {"true": True, "1": True, "false": False, "0": False}


class VariableType:
    """A type of variables. A new one is a frozen class that supplies:

    1. `fmi2` and `fmi3`: what the standards call it. `dtype`: NumPy's type of it in results, as in FMPy's.
    2. `least` and `most`: between them all its numbers lie; `layout`: the shape of the numbers that stand for one value.
    3. `one` and `several`: what the user gives, in words; `nothing`: what is taken where no value is given.
    4. `starts_apart`: whether FMI 3 writes start values as elements of their own.
    5. `number(value)` -> the number that stands for what the user gives. ValueError or TypeError: it is nothing of this type.
    6. `value(number)` -> what a user would give for it. `literal(number)` -> the same as text in XML. `read(literal)` -> what a user means
       by a text, in XML or on the command line; ValueError: nothing of this type.
    """

    fmi2: ClassVar[str]
    fmi3: ClassVar[str]
    dtype: ClassVar[Any]
    least: ClassVar[float] = -inf
    most: ClassVar[float] = inf
    layout: ClassVar[tuple[int, ...]] = ()
    one: ClassVar[str]
    several: ClassVar[str]
    nothing: ClassVar[Any] = 0
    starts_apart: ClassVar[bool] = False

    def __str__(self) -> str:
        return self.fmi2

    @property
    def size(self) -> int:
        """How many numbers stand for one value."""
        return prod(self.layout)

    def numbers(self, value: Any) -> np.ndarray:
        """The numbers that stand for a value, or an array of them, in their shape. ValueError or TypeError: some are nothing of this type."""
        values = np.array(value, dtype=object)
        return np.array([self.number(each) for each in values.ravel()], dtype=float).reshape((*values.shape, *self.layout))

    def number(self, value: Any) -> Any:
        raise NotImplementedError

    def value(self, number: Any) -> Any:
        raise NotImplementedError

    def literal(self, number: Any) -> str:
        return str(self.value(number))

    def read(self, literal: str) -> Any:
        raise NotImplementedError

    def values(self, numbers: np.ndarray) -> Any:
        """What a user would give for an array of numbers."""
        shape = numbers.shape[: numbers.ndim - len(self.layout)]
        values = [self.value(number) for number in numbers.reshape(-1, *self.layout)]
        return np.array(values, dtype=object).reshape(shape).tolist() if shape else values[0]

    def literals(self, numbers: Any) -> list[str]:
        """Values as texts in XML."""
        return [self.literal(number) for number in np.reshape(numbers, (-1, *self.layout))]

    def definition(self) -> tuple[str, Mapping[str, str]]:
        """The name of an enumeration, and its items with their descriptions; of other types nothing."""
        return "", {}


NO_NUMBERS = (str, bytes, bytearray, complex, np.complexfloating, np.datetime64, np.timedelta64, np.ma.MaskedArray)  # though float() takes them


def real(value: Any) -> float:
    """A real number that is given in Python. ValueError or TypeError: a text, a date, something masked or complex, or nothing like a number."""
    if isinstance(value, NO_NUMBERS) or isinstance(value, np.ndarray) and value.dtype.kind not in "biufO":
        raise ValueError
    return float(value)


def reals(value: Any) -> np.ndarray:
    """The same of an array of them, in its shape."""
    if isinstance(value, float) or type(value) is np.ndarray and value.dtype.kind in "biuf":
        return np.array(value, dtype=float)  # at once, since inputs ask at every evaluation, and tables have millions
    if isinstance(value, np.ma.MaskedArray) and np.ma.getmaskarray(value).any():
        raise ValueError("some are masked")
    array = np.array(value, dtype=object)
    return np.array([real(each) for each in array.ravel().tolist()], dtype=float).reshape(array.shape)


def read_number(text: str) -> float:
    """The number that a text of a file or of the command line is; ValueError for others, and for what only Python calls numbers, as 1_000."""
    return float(ascii_digits(text))


def ascii_digits(text: str) -> str:
    """A text, if its digits can be those of a number in a file; else ValueError."""
    if "_" in text or not text.isascii():
        raise ValueError(f"{text!r} is not a number")
    return text


def whole(value: Any, of: VariableType) -> float:
    """A whole number between the bounds of its type; nothing is rounded."""
    if isinstance(value, (bool, np.bool_, str)) or not (of.least <= value <= of.most and float(value).is_integer()):
        raise ValueError
    return float(value)


@dataclass(frozen=True)
class Real(VariableType):
    """A real number."""

    fmi2, fmi3, dtype = "Real", "Float64", np.float64
    one, several = "a number", "numbers"

    def numbers(self, value):
        return reals(value)

    def number(self, value):
        return real(value)

    def value(self, number):
        return float(number)

    def read(self, literal):
        return read_number(literal)

    def literal(self, number):
        return repr(float(number)) if isfinite(number) else "INF" if number > 0 else "-INF"


@dataclass(frozen=True)
class Integer(VariableType):
    """A whole number of 32 bits."""

    fmi2, fmi3, dtype = "Integer", "Int32", np.int32
    least, most = float(INT32.min), float(INT32.max)
    one, several = "a whole number", "whole numbers"

    def number(self, value):
        return whole(value, self)

    def value(self, number):
        return int(number)

    def read(self, literal):
        return int(ascii_digits(literal))


@dataclass(frozen=True)
class Boolean(VariableType):
    """True or False; a kernel sees 1.0 or 0.0, and `where(p.enabled, a, b)` chooses by it."""

    fmi2, fmi3, dtype = "Boolean", "Boolean", np.bool_
    least, most = 0.0, 1.0
    one, several = "True or False", "values that are True or False"

    def number(self, value):
        if isinstance(value, str) or value not in (0, 1):
            raise ValueError
        return float(value)

    def value(self, number):
        return bool(number)

    def literal(self, number):
        return "true" if number else "false"

    def read(self, literal):
        if literal.lower() not in TRUTH:
            raise ValueError(literal)
        return TRUTH[literal.lower()]


@dataclass(frozen=True)
class Enumeration(VariableType):
    """One of several items, each with a description: `Enumeration("Valve", {"closed": "no flow", "open": "free flow"})`.

    Items are numbered from 1 in their order; a kernel sees the number, and `select` chooses by it. Raises MbfmuError where name or items
    cannot be used.
    """

    name: str
    items: Mapping[str, str] = field(hash=False)

    fmi2, fmi3, dtype = "Enumeration", "Enumeration", np.int64
    least, nothing = 1.0, 1

    def __post_init__(self):
        if not (isinstance(self.name, str) and self.name.isascii() and self.name.isidentifier()):
            raise MbfmuError(f"the name {self.name!r} of an Enumeration must be ASCII letters, digits and _")
        fits = isinstance(self.items, Mapping) and self.items
        if not fits or not all(isinstance(text, str) and text.strip() for pair in self.items.items() for text in pair):
            raise MbfmuError(f"Enumeration {self.name} takes items with descriptions, such as {{'closed': 'no flow', 'open': 'free flow'}}")

    @property
    def most(self) -> float:  # type: ignore[override]  # of each enumeration its own
        """The number of its last item."""
        return float(len(self.items))

    @property
    def one(self) -> str:  # type: ignore[override]
        """Its items in words."""
        return f"one of {', '.join(map(repr, self.items))}"

    @property
    def several(self) -> str:  # type: ignore[override]
        """The same of several values."""
        return f"values, each {self.one}"

    def __str__(self) -> str:
        return f"Enumeration {self.name}"

    def __getitem__(self, item: str) -> int:
        """The number of an item, counted from 1."""
        return list(self.items).index(item) + 1

    def number(self, value):
        return float(self[value]) if isinstance(value, str) else whole(value, self)

    def value(self, number):
        return list(self.items)[int(number) - 1]

    def literal(self, number):
        return str(int(number))

    def read(self, literal):
        return literal if literal in self.items else int(literal)

    def definition(self):
        return self.name, self.items

    def select(self, number: Any, **values: Any) -> Any:
        """In kernels: that of the `values`, one by the name of each item, whose item `number` is."""
        if values.keys() != self.items.keys():
            raise MbfmuError(f"select of Enumeration {self.name} takes a value for each of {', '.join(self.items)}, not for {', '.join(values)}")
        from ...base.scalars import where  # which brings CasADi, and who only reads types needs none

        *first, last = (values[item] for item in self.items)
        for place in reversed(range(len(first))):
            last = where(number < place + 1.5, first[place], last)
        return last


@dataclass(frozen=True)
class String(VariableType):
    """A text of at most 1023 bytes in UTF-8; no equation can read it, so only a PythonBlock has such variables."""

    fmi2, fmi3, dtype = "String", "String", np.object_
    layout, nothing, starts_apart = (TEXT // DOUBLE,), "", True
    one, several = f"a text of at most {TEXT - 1} bytes", "texts"

    def number(self, value):
        content = value.encode() if isinstance(value, str) else None
        if content is None or len(content) >= TEXT or b"\0" in content:
            raise ValueError
        return np.frombuffer(content.ljust(TEXT, b"\0"), dtype="<f8")

    def value(self, number):
        return np.asarray(number, dtype="<f8").tobytes().partition(b"\0")[0].decode()

    def read(self, literal):
        return literal
