"""What the user gave for a parameter of an element: numbers, or expressions in parameters of the model."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from .declarations import REAL, Parameter, is_quantity
from .expression import Expression, declared_values, expressions_in, follows_from
from .units import conversion, physical


@dataclass(frozen=True)
class Argument:
    """`numbers` in the declared shape, and where they follow from parameters of the model, the `expressions` of which they are declared values."""

    numbers: np.ndarray
    expressions: np.ndarray | None = None


def argument(parameter: Parameter, value: Any, unit: str) -> Argument:
    """A value for a parameter in `unit`, or (value, another unit); ValueError says what is wrong with it."""
    stated, of = value if is_quantity(value) else (value, unit)
    expressions = expressions_in(stated)
    if expressions is None:
        return Argument(parameter.normalized(value, unit))
    _check(parameter, expressions, unit, of)
    try:
        numbers = parameter.normalized((declared_values(expressions), of), unit)
    except (TypeError, ValueError) as error:
        raise ValueError(f"{error}; it follows from {follows_from(expressions)}") from None
    return Argument(numbers, parameter.arranged(np.array(expressions * conversion(of, unit), dtype=object)))


def _check(parameter: Parameter, expressions: np.ndarray, unit: str, of: str) -> None:
    """Refuse expressions where only numbers can be, and a parameter itself where its unit does not fit."""
    names = follows_from(expressions)
    if parameter.structural:
        raise ValueError(f"follows from {names}, but the structure of the equations depends on it: give numbers ({parameter.description})")
    if parameter.type != REAL:
        raise ValueError(f"follows from {names}, but must be {parameter.wanted(unit)}")
    for entry in expressions.ravel():
        if isinstance(entry, Expression) and entry.dimension not in (None, physical(of)):
            raise ValueError(f"{entry} [{entry.unit}] is not a quantity in {of}: the units differ in dimension ({parameter.description})")
