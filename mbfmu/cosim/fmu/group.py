"""Variables that one call of FMI gets or sets, with the memory that is used for it again and again."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Sequence
from ctypes import Array, c_uint32
from typing import Any

import numpy as np
from fmpy.model_description import ModelVariable

from ..system.values import Values
from ..system.variables import kind_of, numbers_of, plain_value


class Group(ABC):
    """Variables of one type, whose numbers have `names`: `get` fetches them into the array `buffer`, `set` gives them what is there.

    `accessor` is the type in the names of these calls.
    """

    def __init__(
        self, variables: Sequence[ModelVariable], values: Values, accessor: str, buffer: Array, get: Callable[[], Any], set: Callable[[], Any]
    ):
        self.names = [name for v in variables for name in numbers_of(v)]
        self.references, self.accessor, self.buffer = [v.valueReference for v in variables], accessor, buffer
        self._variables = [v for v in variables for _ in numbers_of(v)]
        self._values, self._get, self._set = values, get, set

    @abstractmethod
    def read(self) -> None:
        """Fetch the numbers into the Values."""

    @abstractmethod
    def write(self) -> None:
        """Give the FMU what is in the Values."""


class Reals(Group):
    """Real numbers."""

    def __init__(self, *given: Any):
        super().__init__(*given)
        self._numbers, self._places = np.ctypeslib.as_array(self.buffer), self._values.places(self.names)

    def read(self) -> None:
        self._get()
        self._values.reals[self._places] = self._numbers

    def write(self) -> None:
        self._numbers[:] = self._values.reals[self._places]
        self._set()


class Others(Group):
    """Integers, truth values and items of enumerations, which may be given by name."""

    def read(self) -> None:
        self._get()
        self._values.others.update(zip(self.names, self.buffer))

    def write(self) -> None:
        self.buffer[:] = [plain_value(v, self._values.others[name]) for v, name in zip(self._variables, self.names)]
        self._set()


class Texts(Group):
    """Texts, which are UTF-8 in FMUs."""

    def read(self) -> None:
        self._get()
        self._values.others.update((name, (text or b"").decode("utf-8", "replace")) for name, text in zip(self.names, self.buffer))

    def write(self) -> None:
        self.buffer[:] = [str(self._values.others[name]).encode() for name in self.names]
        self._set()


GROUPS: dict[str, type[Group]] = {"Real": Reals, "Integer": Others, "Boolean": Others, "String": Texts}


def group_of(variables: Sequence[ModelVariable]) -> type[Group]:
    """What suits variables of one type."""
    return GROUPS[kind_of(variables[0])]


def references(variables: Iterable[ModelVariable]) -> Array:
    """By what FMI knows variables."""
    of = [v.valueReference for v in variables]
    return (c_uint32 * len(of))(*of)
