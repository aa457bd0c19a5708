"""Dimensions of expressions: what is known of the unit of a number that is computed from parameters of a model."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from .not_a_number import NotANumber
from .units import BASE, physical

# Exponents of SI base units without rad; None where nobody knows: plain numbers have units that only their author knows, as 9.81 does.
Dimension = Mapping[str, float] | None
DIGITS = 9  # of exponents: 1.4 - 0.4 is 1


def dimension_of(unit: str) -> Dimension:
    """The dimension of a parameter in this unit; not known of "1", in which parameters without a unit are declared."""
    return None if unit == "1" else physical(unit)


def combined(operation: str, a: Any, b: Any) -> Dimension:
    """The dimension of what an operator gives of two numbers; NotANumber where they are added or compared though they differ in dimension."""
    first, second = dimension(a), dimension(b)
    if operation in ("__mul__", "__rmul__"):
        return _product(first, second, 1)
    if operation == "__truediv__":
        return _product(first, second, -1)
    if operation == "__rtruediv__":
        return _product(second, first, -1)
    if operation == "__pow__":
        return raised(first, b)
    if operation == "__rpow__":
        return None
    return alike(a, b)


def alike(*numbers: Any) -> Dimension:
    """The dimension of numbers that are added, if it is known of all; NotANumber where two differ."""
    known = [number for number in numbers if dimension(number) is not None]
    for number in known[1:]:
        if dimension(number) != dimension(known[0]):
            raise NotANumber(f"{known[0]} [{known[0].unit}] and {number} [{number.unit}] differ in dimension: they cannot be added or compared")
    return dimension(known[0]) if known and len(known) == len(numbers) else None


def raised(of: Dimension, power: Any) -> Dimension:
    """The dimension of a power."""
    return (
        None
        if of is None or not isinstance(power, (int, float))
        else {base: round(exponent * power, DIGITS) for base, exponent in of.items() if power}
    )


def dimension(number: Any) -> Dimension:
    """What is known of a number."""
    return getattr(number, "dimension", None)


def _product(a: Dimension, b: Dimension, sign: int) -> Dimension:
    if a is None or b is None:
        return None
    exponents = {base: round(a.get(base, 0) + sign * b.get(base, 0), DIGITS) for base in BASE}
    return {base: exponent for base, exponent in exponents.items() if exponent}


def unit_text(of: Dimension) -> str:
    """A dimension as an SI unit; "1" where it is not known."""
    above, below = ([base + (f"{abs(e):g}" if abs(e) != 1 else "") for base, e in (of or {}).items() if sign * e > 0] for sign in (1, -1))
    return "/".join([".".join(above) or "1", *below])
