"""The parameters of elements as numbers of the equations: known, set in the FMU, or following from what is."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import casadi as ca

from ...base.scalars import Composed, Record, constant, split
from ...model.declare.declarations import Handle, Parameter
from ...model.declare.element import Element, declarations
from ...model.declare.expression import parameters_of
from ...model.declare.followers import Follower, followers
from .table import VariableTable, piece


def parameter_records(elements: Sequence[Element], table: VariableTable, p: ca.MX) -> dict[Element, Record]:
    """For each element and its members, and each place of a frame that follows from parameters, its parameters as Composed arrays.

    They are pieces of p where they are parameters of the FMU, functions of these where they follow from them, else numbers. Tables are beside them.
    """
    following = followers(elements)
    places = [follower.element for follower in following if not follower.visible]
    found = {follower.handle: values for follower, values in zip(following, _values(following, table, p))}
    return {
        element: Record({name: found.get(handle) or _parameter(handle, table, p) for name, handle in _handles(element).items()} | element.tables)
        for element in dict.fromkeys((*elements, *(member for element in elements for member in element.members), *places))
    }


def calculated_columns(table: VariableTable, records: Mapping[Element, Record]) -> list[Composed]:
    """What follows from parameters and is a variable of the FMU, in the order of the table."""
    handles = (handle for handle, ref in table.of.items() if ref.slot == "calculated" and isinstance(handle, Handle))
    return [records[handle.element][handle.declaration.name] for handle in handles]


def _handles(element: Element) -> dict[str, Handle]:
    return {name: Handle(element, declared) for name, declared in declarations(type(element), Parameter).items() if name in element.values}


def _parameter(handle: Handle, table: VariableTable, p: ca.MX) -> Composed:
    ref = table.of.get(handle)
    return constant(handle.numbers) if ref is None else piece(handle.declaration, p, ref)


def _values(following: Sequence[Follower], table: VariableTable, p: ca.MX) -> list[Composed]:
    """What follows from parameters; entries that are numbers stay known."""
    if not following:
        return []
    parameters = parameters_of(e for follower in following for e in follower.expressions.ravel())
    known, columns = zip(*(split(follower.expressions) for follower in following))
    function = ca.Function("following", [parameter.symbol for parameter in parameters], columns)
    results = function.call([p[table.of[parameter].start] for parameter in parameters])
    return [Composed(numbers, result if result.numel() else None) for numbers, result in zip(known, results)]
