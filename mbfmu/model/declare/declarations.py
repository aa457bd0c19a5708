"""Declarations: an element's parameters, inputs and outputs, each with a unit and a sentence, as class attributes."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache
from typing import Any, Protocol, TypeVar

import numpy as np

from ...base.errors import MbfmuError
from .not_a_number import NotANumber
from .units import si_value
from .variable_types import Real, VariableType

REQUIRED = object()
REAL = Real()
SHOWN = 12  # numbers of a parameter that its repr shows all of


class Owner(Protocol):
    """What a declaration needs of the element that it is a variable of."""

    @property
    def path(self) -> str:
        """Its full name in its model."""

    @property
    def values(self) -> Mapping[str, np.ndarray]:
        """What the user gave for its parameters, in SI units."""

    def unit_of(self, declaration: Declaration) -> str:
        """The unit of one of its variables."""


class Declaration:
    """Something an element declares, of one of the types of mbfmu.model.declare.variable_types; on an instance it reads as a Handle.

    A vector with `pieces` is shown as scalars, in all kinds of FMU: "pos.x", "pos.y", "pos.z".
    """

    def __init__(self, unit: str, description: str, shape: tuple[int, ...] | int = (), type: VariableType = REAL, pieces: tuple[str, ...] = ()):
        for word, text in (("unit", unit), ("description", description)):
            if not isinstance(text, str):
                kind = self.__class__.__name__  # `type` is something else here
                raise MbfmuError(f"{kind} takes its {word} as text, such as {kind}('kg', 'mass'), not {text!r}")
        if type != REAL and unit != "1":
            raise MbfmuError(f'{description!r} is declared in {unit}, but {type.fmi2} has no unit: write "1"')
        self.unit, self.description, self.type = unit, one_line(description), type
        self.shape = (len(pieces),) if pieces else (shape,) if isinstance(shape, int) else shape
        self.pieces = pieces
        self.name = ""

    def __set_name__(self, owner: type, name: str) -> None:
        self.name = name

    def numbers(self, value: Any) -> np.ndarray | None:
        """Finite numbers that stand for a value, or an array in the declared shape; None where it is nothing of the declared type."""
        try:
            numbers = self.type.numbers(value)
        except (TypeError, ValueError, OverflowError):
            return None
        return numbers if numbers.shape == (*self.shape, *self.type.layout) and np.isfinite(numbers).all() else None

    def filled(self, start: Any, what: str) -> np.ndarray:
        """The numbers of the start of `what`, one for all of an array; nothing of the type where it is None. MbfmuError where it is none of it."""
        single = np.broadcast_to(np.array(self.type.nothing if start is None else start, dtype=object), self.shape)
        found = self.numbers(single)
        if found is None:
            raise MbfmuError(f"the start {start!r} of {what} is not {self.type.one} ({self.description})")
        return found

    def __get__(self, element: Owner | None, owner: type) -> Any:
        return self if element is None else Handle(element, self)

    def __repr__(self) -> str:
        return f"<{type(self).__name__} {self.name} [{self.unit if self.type == REAL else self.type}]>"


def one_line(text: str) -> str:
    """A text without line breaks, as FMI wants descriptions."""
    return " ".join(text.split())


class Handle:
    """A variable of one element, to be named in `Model.expose`: `boom.m`, `cylinder.f`."""

    def __init__(self, element: Owner, declaration: Declaration):
        self.element: Any = element  # an Element or a Block, and what it declares: of the kind that the reader has asked for
        self.declaration: Any = declaration

    @property
    def name(self) -> str:
        """The variable's full name in its model."""
        return f"{self.element.path}.{self.declaration.name}"

    @property
    def unit(self) -> str:
        """The unit it is declared in."""
        return self.element.unit_of(self.declaration)

    @property
    def kind(self) -> str:
        """Its unit, or what else than a real number it is."""
        declared = self.declaration.type
        return self.unit if declared == REAL else str(declared)

    @property
    def value(self) -> Any:
        """What the user gave for this parameter: an array in SI units, or True, 3, "open" of another type; None where it has no value."""
        if isinstance(self.declaration, Parameter) and self.declaration.name not in self.element.values:
            return None
        return self.numbers if self.declaration.type == REAL else self.declaration.type.values(self.numbers)

    @property
    def numbers(self) -> np.ndarray:
        """What stands for the value of this parameter, or for the start that this input is declared with."""
        given = isinstance(self.declaration, Parameter)
        return np.asarray(self.element.values[self.declaration.name] if given else self.declaration.start)

    def __reduce__(self) -> tuple:
        """By the name of what is declared: a class has each declaration once."""
        name = self.declaration.name
        own = declarations(type(self.element), Declaration).get(name) is self.declaration
        return (_handle, (self.element, name)) if own else (Handle, (self.element, self.declaration))

    def __repr__(self) -> str:
        value = self.value if isinstance(self.declaration, Parameter) else None
        given = "" if value is None else f" = {np.array2string(value, threshold=SHOWN) if isinstance(value, np.ndarray) else repr(value)}"
        return f"<{type(self.declaration).__name__} {self.name}{given} [{self.kind}]>"

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Handle) and (self.element, self.declaration) == (other.element, other.declaration)

    def __hash__(self) -> int:
        return hash((id(self.element), id(self.declaration)))

    def _refuse(self, *others: Any, **options: Any) -> Any:
        """Stands for all arithmetic: a variable has no value while a model is declared."""
        value = f"its value is {self.name}.value, and a number for several places is a parameter of the model, model.parameter(...)"
        advice = value if isinstance(self.declaration, Parameter) else "it has a value only while the model runs"
        raise NotANumber(f"{self.name} is a variable of the model, and no number to compute with: {advice}")

    __array_ufunc__ = __float__ = __int__ = __getitem__ = _refuse
    __neg__ = __abs__ = __add__ = __radd__ = __sub__ = __rsub__ = __mul__ = __rmul__ = __truediv__ = __rtruediv__ = _refuse
    __pow__ = __rpow__ = __matmul__ = __rmatmul__ = __lt__ = __le__ = __gt__ = __ge__ = _refuse


def _handle(element: Any, name: str) -> Handle:
    return Handle(element, declarations(type(element), Declaration)[name])


def is_quantity(value: Any) -> bool:
    """Whether it is a value with its unit, as (2500.0, "mm")."""
    return isinstance(value, tuple) and len(value) == 2 and isinstance(value[1], str)


class Parameter(Declaration):
    """A value or array the user gives, of real numbers in SI or as (value, unit).

    `exclusive_min` says that `min` itself is not allowed, `exclusive_when_tuned` that it is not where the FMU can tune the parameter.
    Fixed in the FMU unless exposed as tunable; `structural` ones, on which topology or layout depend, can never be.
    `start` ones become parameters of the FMU by themselves. One whose default is infinite, such as a limit, may be infinite: there is none.
    One whose default is None has no value until it is given one, and is no variable of the FMU then.
    """

    def __init__(
        self,
        unit: str,
        description: str,
        default: Any = REQUIRED,
        shape: tuple[int, ...] | int = (),
        min: float | None = None,
        max: float | None = None,
        exclusive_min: bool = False,
        exclusive_when_tuned: bool = False,
        structural: bool = False,
        start: bool = False,
        type: VariableType = REAL,
    ):
        super().__init__(unit, description, shape, type)
        self.default, self.min, self.max, self.exclusive_min = default, min, max, exclusive_min
        self.exclusive_when_tuned, self.structural, self.start = exclusive_when_tuned, structural, start

    def normalized(self, value: Any, unit: str) -> np.ndarray:
        """`value` as a float array in `unit` (SI), of the declared shape and the type's layout; ValueError says what is wrong with it."""
        if is_quantity(value):
            try:
                value = si_value(value[0], value[1], unit)
            except MbfmuError as error:
                raise ValueError(str(error)) from None
        if isinstance(value, Handle):
            raise ValueError(f"{value!r} is not {self.wanted(unit)}: give a number, such as its value {value.name}.value")
        try:
            array = self.type.numbers(value)
        except (TypeError, ValueError, OverflowError):
            raise ValueError(f"{value!r} is not {self.wanted(unit)}") from None
        array = self.shaped(array)
        suffix = f" {unit}" if self.type == REAL and unit != "1" else ""
        if np.isnan(array).any() or np.isinf(array).any() and self.default != np.inf:
            raise ValueError(f"{value}{suffix} is not finite")
        for bound, fails, words in self._bounds():
            if bound is not None and fails(array).any():
                raise ValueError(f"{self.type.values(array)}{suffix} must be {words} {bound:g}{suffix} ({self.description})")
        return array

    def shaped(self, array: np.ndarray) -> np.ndarray:
        """An array of numbers in the declared shape; ValueError where it cannot be."""
        return self.arranged(array)

    def arranged(self, array: np.ndarray) -> np.ndarray:
        """An array of numbers, or of expressions, in the declared shape; ValueError where it has another."""
        if array.shape != (*self.shape, *self.type.layout):
            raise ValueError(f"{self.type.values(array)} is not {self.wanted(self.unit)}")
        return array

    def wanted(self, unit: str) -> str:
        """What the user should give, in words."""
        what = f"{'x'.join(map(str, self.shape))} {self.type.several}" if self.shape else self.type.one
        return f"{what}{f' [{unit}]' if self.type == REAL else ''} ({self.description})"

    def _bounds(self):
        low = (self.min, (lambda a: a <= self.min), ">") if self.exclusive_min else (self.min, (lambda a: a < self.min), ">=")
        return low, (self.max, lambda a: a > self.max, "<=")


class Input(Declaration):
    """A signal into the element. If it is neither exposed nor connected, it keeps its start value.

    The default of the start value is zero, False, the first item of an Enumeration, or an empty String.
    """

    def __init__(
        self,
        unit: str,
        description: str,
        shape: tuple[int, ...] | int = (),
        start: Any = None,
        type: VariableType = REAL,
        pieces: tuple[str, ...] = (),
    ):
        super().__init__(unit, description, shape, type, pieces)
        self.start = self.filled(start, "an input")


class Output(Declaration):
    """A signal out of the element."""


class State(Declaration):
    """A continuous state of the element itself. A state `x`, or `x_state` where an output is called x, starts at the parameter `x_start`."""

    def __init__(self, unit: str, description: str, nominal: float = 1.0):
        super().__init__(unit, description)
        self.nominal = nominal

    @property
    def start(self) -> str:
        """The name of the parameter at which it starts."""
        return f"{self.name.removesuffix('_state')}_start"


class Bundle:
    """Declarations under one name, as the ports of mbfmu.model.declare.port: `members` by their names in it."""

    members: Mapping[str, Declaration]

    def __set_name__(self, owner: type, name: str) -> None:
        for member, declared in self.members.items():
            setattr(owner, f"{name}.{member}", declared)
            declared.__set_name__(owner, f"{name}.{member}")


class Discrete(Declaration):
    """A state that the `update` of a Block, or the `events` of a Block or a load change, of any type but String; in between it is held.

    A discrete state `x`, or `x_state` where an output is called x, starts at the parameter `x_start` where there is one, else at `start`, which is
    zero (False, the first item) if not given.
    """

    def __init__(self, unit: str, description: str, shape: tuple[int, ...] | int = (), start: Any = None, type: VariableType = REAL):
        super().__init__(unit, description, shape, type)
        self.value = self.filled(start, "a discrete state")

    @property
    def start(self) -> str:
        """The name of the parameter at which it starts, where there is one."""
        return f"{self.name.removesuffix('_state')}_start"


D = TypeVar("D", bound=Declaration)


def declarations(kind: type, what: type[D]) -> Mapping[str, D]:
    """The declarations of type `what` in an element class, by name, base classes first."""
    return _kept_declarations(kind, what)


def _declarations(kind: type, what: type[D]) -> Mapping[str, D]:
    declared = (pair for base in reversed(kind.__mro__) for pair in vars(base).items())
    return {k: d for name, found in declared for k, d in _one_by_one(name, found) if isinstance(d, what)}


def _one_by_one(name: str, found: Any) -> list[tuple[str, Any]]:
    return [(f"{name}.{member}", d) for member, d in found.members.items()] if isinstance(found, Bundle) else [(name, found)]


_kept_declarations: Callable[..., Mapping[str, Any]] = cache(_declarations)
