"""What compiling a Problem needs of any kind: its functions and the sizes of its slots."""

from __future__ import annotations

from collections.abc import Mapping

import casadi as ca
import numpy as np

from ...base.errors import MbfmuError
from ...base.scalars import Composed, unknown
from ...base.scalars.composed_array import Tracer
from ...base.scalars.look_ups import simplified
from ..data.ref import Ref
from ..data.steps import Call

FLAT = 3000  # instructions: fewer are compiled in less than a second whatever their form
SEARCHED = 200_000  # instructions: in longer functions it takes seconds to find what is computed twice, and trees of rigid bodies compute all once
LONG, REPEATED = 1000, 0.2  # instructions of a kernel, and the part of them that repeats others: of flexible bodies it is more than half
WORTH = 2.0  # times more instructions in a flat function than in the kernels it is composed of: then these compile faster and run as fast


class Builder:
    """Collects functions of one Problem and the sizes of its slots.

    `forbidden` slots are symbols that no function may depend on, each with what to tell the user if one does.
    """

    def __init__(self, name: str, slots: Mapping[str, ca.MX], tracer: Tracer):
        self.name, self.slots, self.tracer = name, dict(slots), tracer
        self.functions: dict[str, ca.Function] = {}
        self.composed: dict[str, ca.Function] = {}
        self.forbidden: dict[str, str] = {}
        self.sizes = {slot: symbol.numel() for slot, symbol in slots.items()}

    def indicators(self) -> ca.MX:
        """Event indicators, one for each mode. All switches must have been met by then: another one is refused from now on."""
        self.tracer.complete = True
        return stack(unknown(self.tracer.indicators[name]) for name in self.tracer.modes)

    @property
    def what(self) -> str:
        """What its solves are for, for errors."""
        return f"the accelerations of {self.name}"

    def call(self, name: str, results: Mapping[str | Ref, ca.MX]) -> Call:
        """A step that evaluates `results` (a slot or a piece of one -> column) from the slots they depend on."""
        slots = {**self.slots, "m": list(self.tracer.modes.values())}
        places = [r if isinstance(r, Ref) else Ref(r, 0, column.numel()) for r, column in results.items()]
        columns = [ca.densify(r) for r in results.values()]
        modes = ca.vertcat(*slots["m"]) if slots["m"] else ca.MX(0, 1)
        held = ca.MX.sym("m", modes.numel())
        if slots["m"]:
            columns = ca.substitute(columns, list(slots["m"]), ca.vertsplit(held))
        slots["m"] = held
        names_in = [s for s, symbol in slots.items() if symbol.numel()]
        whole = ca.Function(name, [slots[s] for s in names_in], columns)
        flat = whole.expand()
        symbols = flat.sx_in()
        expressions = flat.call(symbols)
        if flat.n_instructions() < SEARCHED or any(map(_repeats, sorted(_kernels(whole), key=ca.Function.n_instructions))):
            expressions = simplified(expressions, symbols)  # derivatives repeat what they are derivatives of
        found = {symbol.element_hash() for symbol in ca.symvar(ca.veccat(*expressions))}
        inputs = {s: symbol for s, symbol in zip(names_in, symbols) if not found.isdisjoint(e.element_hash() for e in symbol.elements())}
        for slot in inputs.keys() & self.forbidden.keys():
            raise MbfmuError(self.forbidden[slot])
        function = ca.Function(name, list(inputs.values()), expressions)
        self.functions[name] = function
        if function.n_instructions() > FLAT and function.n_instructions() > WORTH * _written(whole):
            columns = whole.call([slots[s] if s in inputs else ca.DM(*slots[s].shape) for s in names_in], True, False)
            self.composed[name] = ca.Function(name, [slots[s] for s in inputs], columns)
        for slot in inputs:
            self.sizes.setdefault(slot, slots[slot].numel())
        for place in places:
            self.sizes[place.slot] = max(self.sizes.get(place.slot, 0), place.start + place.size)
        return Call(name, tuple(Ref(s, 0, slots[s].numel()) for s in inputs), tuple(places))


def _written(function: ca.Function) -> int:
    """How many instructions it takes to write an MX function once, each kernel it calls once too."""
    plain = sum(function.instruction_id(k) != ca.OP_CONST for k in range(function.n_instructions()))
    return plain + sum(kernel.n_instructions() for kernel in _kernels(function))


def _repeats(kernel: ca.Function) -> bool:
    """Whether a kernel is long and repeats much of itself."""
    if kernel.n_instructions() < LONG:
        return False
    symbols = kernel.sx_in()
    searched = ca.Function("searched", symbols, simplified(kernel.call(symbols), symbols), {"max_io": 0})
    return searched.n_instructions() < (1.0 - REPEATED) * kernel.n_instructions()


def _kernels(function: ca.Function) -> list[ca.Function]:
    """The kernels that an MX function calls, each once."""
    calls = (k for k in range(function.n_instructions()) if function.instruction_id(k) == ca.OP_CALL)
    called = (function.instruction_MX(k).which_function() for k in calls)
    return list({kernel.__hash__(): kernel for kernel in called}.values())


def stack(arrays) -> ca.MX:
    """One MX column of several Composed or plain arrays."""
    columns = [a.dense() if isinstance(a, Composed) else ca.MX(ca.DM(np.ravel(a))) for a in arrays]
    return ca.vertcat(*columns) if columns else ca.MX(0, 1)
