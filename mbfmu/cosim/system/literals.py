"""Values written as text, in XML or on the command line."""

from collections.abc import Callable, Mapping
from typing import Any

from fmpy.model_description import ModelDescription, ModelVariable

from ...base.errors import MbfmuError
from ...base.model_description import items_of, unit_of
from ...model.declare.units import is_quantity_text, read_quantity
from ...model.declare.variable_types import Boolean, Integer, Real, String
from .system import Value
from .variables import kind_of, numbers_of, plain_value, scalar_variables

CONVERSIONS: Mapping[str, Callable[[str], Value]] = {
    **{str(kind): kind.read for kind in (Real(), Integer(), Boolean(), String())},
    "Enumeration": str,  # in SSP, which gives items by their names
}
"""How a literal of each kind is read."""


def value_of(variable: ModelVariable, literal: str) -> Value:
    """Return what `literal` means for a variable of any FMI version, of an enumeration the name or number of an item.

    Raises ValueError naming variable and literal where it means nothing.
    """
    items = items_of(variable)
    try:
        return items[literal] if literal in items else CONVERSIONS.get(kind_of(variable), str)(literal)
    except ValueError:
        listed = f": {', '.join(items)}" if items else ""
        raise ValueError(f"{variable.name} = {literal!r} is not of type {variable.type}{listed}") from None


def given_value(variable: ModelVariable, literal: str) -> Value:
    """The same of what a user writes, real numbers with their unit too, as "30 deg"."""
    if kind_of(variable) != str(Real()) or not is_quantity_text(literal):
        return value_of(variable, literal)
    try:
        return read_quantity(literal, unit_of(variable) or "1")
    except (MbfmuError, ValueError) as error:
        raise ValueError(f"{variable.name} = {literal!r}: {error}") from None


def start_of(variable: ModelVariable) -> Value | list[Value] | None:
    """Return the start value its FMU states for a variable, a list for an array; as written where it is no such value."""
    if variable.start is None:
        return None
    try:
        values = [value_of(variable, literal) for literal in variable.start.split()] if variable.dimensions else None
        return value_of(variable, variable.start) if values is None else values
    except ValueError:
        return variable.start


def unreadable_starts(description: ModelDescription) -> list[str]:
    """What is wrong with the start values that an FMU states, and that are none of their variable's type: they say nothing."""
    wrong = [v for v in description.modelVariables if v.start is not None and kind_of(v) != "String" and start_of(v) is v.start]
    return [f"{v.name} has the start value {v.start!r}, which is not of type {v.type}: it is not used" for v in wrong]


def whole_arrays(description: ModelDescription, values: Mapping[str, Value]) -> dict[str, Value | list[Value]]:
    """Return start values with single numbers of arrays ("r[2]") put among the starts of the others: FMI 3 sets arrays as a whole.

    Items of enumerations become their numbers.
    """
    known = scalar_variables(description)
    whole: dict[str, Value | list[Value]] = {name: plain_value(known[name], value) if name in known else value for name, value in values.items()}
    for array in (v for v in description.modelVariables if v.shape):
        names = numbers_of(array)
        if not whole.keys().isdisjoint(names):
            stated = start_of(array)
            starts = stated if isinstance(stated, list) else []
            numbers: list[Any] = [whole.pop(name, start) for name, start in zip(names, starts)]
            whole[array.name] = numbers
    return whole
