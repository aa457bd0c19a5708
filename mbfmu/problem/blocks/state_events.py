"""What the events of a block add to its Problem: a switch at the zero of each expression, and the update that runs behind it."""

from __future__ import annotations

from collections.abc import Sequence

import casadi as ca
import numpy as np

from ...base.errors import MbfmuError
from ...base.scalars import Record, at_once, kernel, switch, unknown, where
from ...base.scalars.composed_array import current_tracer
from ...model.blocks import Block, PythonBlock
from ...model.declare.declarations import Discrete, State
from ...model.declare.element import declarations
from ..data.problem import StateEvent
from ..data.ref import Ref
from ..schedules.builder import Builder, stack


class BlockEvents:
    """The events of a block, whose methods take `arguments`, its class first. Made before indicators are complete: each is a switch."""

    def __init__(self, block: Block | PythonBlock, *arguments: object):
        self.block, self.arguments = type(block), (type(block), *arguments)
        self.names = self._names() if hasattr(self.block, "events") else ()
        self.continuous, self.discrete = declarations(self.block, State), declarations(self.block, Discrete)

    def _names(self) -> tuple[str, ...]:
        others = set(current_tracer.get().modes)
        names = tuple(expressions(*self.arguments))
        if taken := others.intersection(names):
            raise MbfmuError(f"the event {min(taken)} has the name of a switch of {self.block.__name__}: give it another name")
        return names

    def state_events(self, build: Builder) -> Sequence[StateEvent]:
        """One for each, with the modes complete. What an update finds is stored once all of it has been found."""
        build.slots["n"] = ca.MX.sym("n", len(build.tracer.modes))
        return [self._event(build, name) for name in self.names]

    def _event(self, build: Builder, name: str) -> StateEvent:
        mode = list(build.tracer.modes).index(name)
        entered = unknown(build.tracer.modes[name] - build.slots["n"][mode], ())
        new = update(name, entered, *self.arguments)
        columns = {"x": stack(new[state] for state in self.continuous), "r": stack(new[state] for state in self.discrete)}
        found = {slot: column for slot, column in columns.items() if column.numel()}
        build.slots |= {f"new_{slot}": ca.MX.sym(f"new_{slot}", column.numel()) for slot, column in found.items()}
        find = build.call(f"find_{name}", {f"new_{slot}": column for slot, column in found.items()})
        store = build.call(f"store_{name}", {Ref(slot, 0, column.numel()): build.slots[f"new_{slot}"] for slot, column in found.items()})
        return StateEvent(name, (Ref("m", mode, 1),), (find, store))


@kernel
def expressions(block, p, u, t, x, *r):
    """Of each event 1 where its expression is below zero, else 0: a switch of its name."""
    return Record((name, switch(name, -expression, 1.0, 0.0)) for name, (expression, _) in block.events(p, u, t, x, *r).items())


@kernel
def update(name, entered, block, p, u, t, x, *r):
    """All states behind an event: those that it names have new values where it was entered."""
    with at_once():
        new = block.events(p, u, t, x, *r)[name][1]
    before = Record(x | r[0] if r else x)
    return Record((state, _chosen(entered, new[state], old) if state in new else old) for state, old in before.items())


def _chosen(entered, new, old):
    return np.vectorize(lambda a, b: where(entered > 0.5, a, b), otypes=[object])(np.array(new, dtype=object), np.array(old, dtype=object))[()]
