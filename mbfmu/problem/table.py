"""The variable table of a mechanical Problem: which parameter, input and output lives where."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from math import prod
from typing import Any

import casadi as ca
import numpy as np

from ..model.declarations import REAL, Declaration, Handle, Input, Parameter
from ..model.element import Element, declarations
from ..model.model import Model
from ..scalars import Composed, Record, constant, unknown
from .data.problem import Variable
from .data.ref import Ref

FIXED = ("q_fixed", "v_fixed")  # parameters of joints that assembly heeds
SLOTS = {"parameter": "p", "input": "u", "output": "y"}


@dataclass(frozen=True)
class Table:
    """The variables of slots p, u and y, in order; `of` finds where a handle lives."""

    variables: tuple[Variable, ...]
    of: Mapping[Handle, Ref]

    def size(self, slot: str) -> int:
        """How many numbers a slot holds."""
        return sum(v.ref.size for v in self.variables if v.ref.slot == slot)


@dataclass(frozen=True)
class Entry:
    """A variable of an element that shall stand in a table, under a name of its own; an input may feed `others` beside it."""

    name: str
    handle: Handle
    causality: str
    variability: str
    given: np.ndarray | None = None  # where an input starts, if the model says so
    others: tuple[Handle, ...] = ()

    def variable(self, ref: Ref) -> Variable:
        """The variable whose numbers are at `ref`."""
        declared = self.handle.declaration
        names = [handle.name for handle in (self.handle, *self.others)]
        fed = "" if self.name in (self.handle.name, declared.name) and not self.others else f" ({', '.join(names)})"
        variable = Variable(
            self.name,
            self.causality,
            self.variability,
            self.handle.unit,
            declared.description + fed,
            ref,
            start=(),
            shape=declared.shape,
            origin="" if self.others else self.handle.name,
            type=declared.type,
        )
        if self.causality == "output":
            return variable
        start = _value(self.handle.element, declared) if self.given is None else self.given
        variable = replace(variable, start=tuple(np.ravel(start).tolist()))
        if self.causality == "input":
            return variable
        exclusive_min = declared.exclusive_min or (self.variability == "tunable" and declared.exclusive_when_tuned)
        return replace(variable, min=declared.min, max=declared.max, exclusive_min=exclusive_min)


def build_table(model: Model, constrained: bool) -> Table:
    """Tunable and start parameters, exposed inputs and exposed outputs of a model.

    What joints keep at the start is asked for only where the mechanism is `constrained` and has to be assembled.
    """
    entries = [Entry(handle.name, handle, "parameter", "tunable") for handle in dict.fromkeys(model.tunable)]
    for element in model.elements.values():
        for declaration in declarations(type(element), Parameter).values():
            if declaration.start and (constrained or declaration.name not in FIXED):
                handle = Handle(element, declaration)
                entries.append(Entry(handle.name, handle, "parameter", "fixed"))
    for name, (first, *others) in model.inputs.items():
        entries.append(Entry(name, first, "input", variability(first.declaration), model.starts.get(name), tuple(others)))
    entries += [Entry(name, handle, "output", variability(handle.declaration)) for name, handle in model.outputs.items()]
    return lay_out(entries)


def variability(declared: Declaration, of_numbers: str = "continuous") -> str:
    """That of an input or output; only real numbers can change continuously."""
    return of_numbers if declared.type == REAL else "discrete"


def lay_out(entries: list[Entry]) -> Table:
    """The table of some entries, in their order."""
    used, variables = {"p": 0, "u": 0, "y": 0}, []
    of: dict[Handle, Ref] = {}
    for entry in entries:
        slot = SLOTS[entry.causality]
        declared = entry.handle.declaration
        ref = Ref(slot, used[slot], prod(declared.shape) * declared.type.size)
        of |= dict.fromkeys((entry.handle, *entry.others), ref)
        used[slot] += ref.size
        variables.append(entry.variable(ref))
    return Table(tuple(variables), of)


def element_records(
    elements: Sequence[Element], kind: type[Parameter | Input], table: Table, slot: ca.MX, parameters: Mapping[Element, Record] | None = None
) -> dict[Element, Record]:
    """For each element, its variables of a kind as Composed arrays: pieces of `slot` where in the table, else numbers, or what follows from
    `parameters`, those of all elements, where inputs start at these."""
    records = {}
    for element in elements:
        entries = {}
        for name, declaration in declarations(type(element), kind).items():
            ref = table.of.get(Handle(element, declaration))
            if ref is not None:
                entries[name] = unknown(slot[ref.start : ref.start + ref.size], (*declaration.shape, *declaration.type.layout))
            else:
                value = _value(element, declaration, parameters)
                entries[name] = value if isinstance(value, Composed) else constant(value)
        records[element] = Record(entries)
    return records


def _value(element: Element, declared: Parameter | Input, parameters: Mapping[Element, Record] | None = None) -> Any:
    """What a parameter was given, or where an input starts that is given nothing; as numbers without `parameters`."""
    return element.values[declared.name] if isinstance(declared, Parameter) else element.input_start(declared, parameters)
