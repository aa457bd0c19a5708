"""The variable table of a mechanical Problem: which parameter, input and output lives where."""

from __future__ import annotations

from collections.abc import Mapping, Sequence, Set
from dataclasses import dataclass, replace
from math import prod
from types import MappingProxyType

import casadi as ca
import numpy as np

from ...base.scalars import Composed, Record, constant, unknown
from ...model.declare.declarations import REAL, Declaration, Handle, Input, Output, Parameter
from ...model.declare.element import Element, declarations
from ...model.declare.expression import follows_from
from ...model.declare.followers import Follower, followers
from ...model.declare.model import Model
from ...model.declare.model_parameter import ModelParameter
from ...model.elements.freedoms import Freedoms
from ...model.ports import Member
from ..data.problem import Variable
from ..data.ref import Ref
from .expected_step import ExpectedStep
from .mechanism_at_start import AtStart

FIXED = ("q_fixed", "v_fixed")  # parameters of joints that assembly heeds
SLOTS = {"parameter": "p", "calculatedParameter": "calculated", "input": "u", "output": "y", "picture": "pictures"}


class InterfaceOutput(Output):
    """What a port says of its inertia (mbfmu.problem.mechanism.interface)."""

    def __init__(self, member: Member):
        super().__init__(member.unit, member.description, pieces=member.pieces)
        self.name = member.name


@dataclass(frozen=True)
class VariableTable:
    """The variables of slots p, calculated, u, y and pictures, in order; `of` finds where one lives, `places` has all of them: an output may be a
    picture, too."""

    variables: tuple[Variable, ...]
    of: Mapping[Handle | ModelParameter | ExpectedStep, Ref]
    places: tuple[tuple[Handle | ModelParameter | ExpectedStep, Ref], ...]

    def size(self, slot: str) -> int:
        """How many numbers a slot holds."""
        return sum(v.ref.size for v in self.variables if v.ref.slot == slot)


@dataclass(frozen=True)
class Entry:
    """A variable of an element, or a parameter of a model, that shall stand in a table under a name.

    An input may feed `others` beside it, a parameter be that of a model `elsewhere`.
    """

    name: str
    handle: Handle | ModelParameter | ExpectedStep
    causality: str
    variability: str
    given: np.ndarray | None = None  # where an input starts, if the model says so
    others: tuple[Handle, ...] = ()
    follows_from: str = ""  # the names of parameters
    elsewhere: bool = False
    kind: str = ""  # the causality, but for outputs that show where parts are: "picture"

    @property
    def slot(self) -> str:
        """The slot that its numbers live in."""
        return SLOTS[self.kind or self.causality]

    def variables(self, ref: Ref) -> list[Variable]:
        """The variables whose numbers are at `ref`: one, or a scalar for each piece of a vector that has pieces."""
        whole, pieces = self.variable(ref), self.handle.declaration.pieces
        return [whole.piece(i, f".{piece}") for i, piece in enumerate(pieces)] or [whole]

    def variable(self, ref: Ref) -> Variable:
        """The variable whose numbers are at `ref`."""
        declared = self.handle.declaration
        names = [handle.name for handle in (self.handle, *self.others)]
        known = self.kind == "picture" or self.name in (self.handle.name, declared.name) and not self.others
        fed = "" if known else f" ({', '.join(names)})"
        follows = f"; follows from {self.follows_from}" if self.follows_from else ""
        variable = Variable(
            name=self.name,
            causality=self.causality,
            variability=self.variability,
            unit=self.handle.unit,
            description=declared.description + fed + follows,
            ref=ref,
            start=(),
            shape=declared.shape,
            origin="" if self.others or self.elsewhere or self.kind == "picture" else self.handle.name,
            type=declared.type,
            declared_by=self.handle if isinstance(self.handle, ModelParameter) else None,
        )
        if self.causality == "output":
            return variable
        if self.causality == "input":
            return replace(variable, start=tuple(np.ravel(self.handle.numbers if self.given is None else self.given).tolist()))
        exclusive_min = declared.exclusive_min or (self.may_change and declared.exclusive_when_tuned)
        if self.causality == "parameter":
            variable = replace(variable, start=tuple(np.ravel(self.handle.numbers).tolist()))
        return replace(variable, min=declared.min, max=declared.max, exclusive_min=exclusive_min)

    @property
    def may_change(self) -> bool:
        """Whether a parameter that gives no start may be another than it was declared."""
        return self.variability == "tunable" or self.causality == "calculatedParameter"


def build_table(model: Model, constrained: bool, start: AtStart) -> VariableTable:
    """Tunable and start parameters, exposed inputs and exposed outputs of a model.

    What joints keep at the start is asked for only where they have coordinates and the mechanism is `constrained` and has to be assembled. Inputs
    that nobody sets are as elements see the `start`.
    """
    following = followers(model.elements.values())
    fixed = fixed_parameters(following)
    entries = [Entry(p.name, p, "parameter", "fixed" if p in fixed else "tunable") for p in model.parameters.values()]
    entries += [Entry(handle.name, handle, "parameter", "tunable") for handle in dict.fromkeys(model.tunable)]
    for element in model.elements.values():
        for name, declaration in declarations(type(element), Parameter).items():
            itself = name in element.values and name not in element.expressions
            if declaration.start and itself and (name not in FIXED or constrained and isinstance(element, Freedoms) and element.nq):
                handle = Handle(element, declaration)
                entries.append(Entry(handle.name, handle, "parameter", "fixed"))
    entries += [calculated(follower.path, follower, fixed) for follower in following if follower.visible]
    for name, (first, *others) in model.inputs.items():
        given = model.starts[name] if name in model.starts else first.element.input_start(first.declaration, start)
        entries.append(
            Entry(
                name=name, handle=first, causality="input", variability=variability(first.declaration), given=np.asarray(given), others=tuple(others)
            )
        )
    entries += [Entry(name, handle, "output", variability(handle.declaration)) for name, handle in model.outputs.items()]
    entries += [
        Entry(f"{port}.{member.name}", Handle(of, InterfaceOutput(member)), "output", "continuous")
        for port, of in model.interfaces.items()
        for member in of.port.interface
    ]
    entries += [Entry(name, handle, "output", "continuous", kind="picture") for name, handle in model.pictures.items()]
    return lay_out(entries)


def fixed_parameters(following: Sequence[Follower]) -> set[ModelParameter]:
    """The parameters that start values follow from; all others are tunable."""
    return {p for follower in following if follower.declaration.start for p in follower.parameters}


def calculated(name: str, follower: Follower, fixed: Set[ModelParameter]) -> Entry:
    """What follows from parameters, some of them `fixed`, under a name."""
    varies = "fixed" if fixed >= {*follower.parameters} else "tunable"
    return Entry(name, follower.handle, "calculatedParameter", varies, follows_from=follows_from(follower.expressions))


def variability(declared: Declaration, of_numbers: str = "continuous") -> str:
    """That of an input or output; only real numbers can change continuously."""
    return of_numbers if declared.type == REAL else "discrete"


def lay_out(entries: list[Entry]) -> VariableTable:
    """The table of some entries, in their order."""
    used = dict.fromkeys(SLOTS.values(), 0)
    variables: list[Variable] = []
    of: dict[Handle | ModelParameter | ExpectedStep, Ref] = {}
    places = []
    for entry in entries:
        declared = entry.handle.declaration
        ref = Ref(entry.slot, used[entry.slot], prod(declared.shape) * declared.type.size)
        of |= dict.fromkeys((entry.handle, *entry.others), ref)
        places.append((entry.handle, ref))
        used[entry.slot] += ref.size
        variables += entry.variables(ref)
    return VariableTable(tuple(variables), of, tuple(places))


def input_records(
    elements: Sequence[Element], table: VariableTable, u: ca.MX, unset: Mapping[Handle, Composed] = MappingProxyType({})
) -> dict[Element, Record]:
    """For each element its inputs as Composed arrays: pieces of u where they are in the table, else as in `unset`, else numbers."""
    return {
        element: Record((name, _input(Handle(element, d), table, u, unset)) for name, d in declarations(type(element), Input).items())
        for element in elements
    }


def unset_inputs(elements: Sequence[Element], table: VariableTable, start: AtStart) -> dict[Handle, Composed]:
    """The inputs that are not in the table, as elements see the `start`."""
    handles = (Handle(element, d) for element in elements for d in declarations(type(element), Input).values())
    values = {handle: handle.element.input_start(handle.declaration, start) for handle in handles if handle not in table.of}
    return {handle: value if isinstance(value, Composed) else constant(value) for handle, value in values.items()}


def _input(handle: Handle, table: VariableTable, u: ca.MX, unset: Mapping[Handle, Composed]) -> Composed:
    ref = table.of.get(handle)
    if ref is not None:
        return piece(handle.declaration, u, ref)
    return unset[handle] if handle in unset else constant(handle.numbers)


def piece(declared: Declaration, slot: ca.MX, ref: Ref) -> Composed:
    """The numbers of a variable."""
    return unknown(slot[ref.start : ref.start + ref.size], (*declared.shape, *declared.type.layout))
