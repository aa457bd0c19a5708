"""The variable table of a mechanical Problem: which parameter, input and output lives where."""

from __future__ import annotations

from dataclasses import dataclass
from math import prod
from typing import Mapping

import casadi as ca
import numpy as np

from ..model.declarations import Declaration, Handle, Parameter
from ..model.element import Element, declarations
from ..model.model import Model
from ..runtime.problem import Variable
from ..runtime.steps import Ref
from ..scalars import Record, constant, unknown


@dataclass(frozen=True)
class Table:
    """The variables of slots p, u and y, in order; `of` finds where a handle lives."""

    variables: tuple[Variable, ...]
    of: Mapping[Handle, Ref]

    def size(self, slot: str) -> int:
        """How many numbers a slot holds."""
        return sum(v.ref.size for v in self.variables if v.ref.slot == slot)


def build_table(model: Model) -> Table:
    """Tunable and start parameters, exposed inputs and exposed outputs of a model."""
    entries: list[tuple[str, Handle, str, str, str]] = []
    for handle in dict.fromkeys(model.tunable):
        entries.append((handle.name, handle, "parameter", "tunable", "p"))
    for element in model.elements.values():
        for declaration in declarations(type(element), Parameter).values():
            if declaration.start:
                handle = Handle(element, declaration)
                entries.append((handle.name, handle, "parameter", "fixed", "p"))
    entries += [(name, handle, "input", "continuous", "u") for name, handle in model.inputs.items()]
    entries += [(name, handle, "output", "continuous", "y") for name, handle in model.outputs.items()]
    return lay_out(entries)


def lay_out(entries: list[tuple[str, Handle, str, str, str]]) -> Table:
    """The table of entries (name, handle, causality, variability, slot), in their order."""
    used, variables, of = {"p": 0, "u": 0, "y": 0}, [], {}
    for name, handle, causality, variability, slot in entries:
        declaration = handle.declaration
        ref = Ref(slot, used[slot], prod(declaration.shape))
        used[slot] += ref.size
        of[handle] = ref
        start = {"p": lambda: handle.value, "u": lambda: declaration.start, "y": lambda: np.zeros(0)}[slot]()
        origin = "" if name in (handle.name, declaration.name) else f" ({handle.name})"
        variables.append(
            Variable(
                name, causality, variability, handle.unit, declaration.description + origin, ref,
                tuple(np.ravel(start).tolist()), declaration.shape,
                getattr(declaration, "min", None), getattr(declaration, "max", None), getattr(declaration, "min_open", False) or (variability == "tunable" and declaration.open_when_tuned),
            )
        )  # fmt: skip
    return Table(tuple(variables), of)


def element_records(
    elements: list[Element], kind: type[Declaration], table: Table, slot: ca.MX, attribute: str
) -> dict[Element, Record]:
    """For each element, its variables of a kind as Composed arrays: pieces of `slot` where in the table, else numbers."""
    records = {}
    for element in elements:
        entries = {}
        for name, declaration in declarations(type(element), kind).items():
            ref = table.of.get(Handle(element, declaration))
            if ref is not None:
                entries[name] = unknown(slot[ref.start : ref.start + ref.size], declaration.shape)
            else:
                entries[name] = constant(element.values[name] if attribute == "values" else declaration.start)
        records[element] = Record(entries)
    return records
