"""What the discrete states of a block add to its Problem: their numbers in slot r, where they start, and the event that updates them."""

from __future__ import annotations

import casadi as ca
import numpy as np

from ...base.scalars import Composed, Record, at_once, constant, kernel, unknown
from ...model.blocks import Block, PythonBlock
from ...model.declare.declarations import Discrete
from ...model.declare.element import declarations
from ..data import clock
from ..data.problem import TimeEvent
from ..data.ref import Ref
from ..schedules.builder import Builder, stack
from ..tables.discrete_states import names_of, record_of, starts_of


class Sampled:
    """The slots r and next of a block: its discrete states, and behind them what its clock holds, if it has a period."""

    def __init__(self, block: Block | PythonBlock):
        self.block, self.states, self.kind = block, declarations(type(block), Discrete), type(block)
        own = names_of(self.states)
        self.count = len(own)  # of its discrete states
        self.names = own + (clock.NAMES if block.is_periodic else ())
        self.sizes = {"r": len(self.names), "next": int(block.is_sampled)}
        self.slots = {slot: ca.MX.sym(slot, size) for slot, size in (self.sizes | {f"new_{slot}": size for slot, size in self.sizes.items()}).items()}

    @property
    def arguments(self) -> tuple[Record, ...]:
        """The discrete states as methods of the block take them, if it has any."""
        return (record_of(self.states, self.slots["r"]),) if self.states else ()

    def start(self, p: Record, t: ca.MX) -> dict[str | Ref, ca.MX]:
        """Slots r and next at the start time t [s]."""
        of_clock = clock.start(t, p.offset.dense() if "offset" in p else 0.0) if self.block.is_periodic else None
        return self._filled(starts_of(self.states, p), p, t, of_clock)

    def events(self, build: Builder, p: Record, u: Record, t: ca.MX, x: Record) -> tuple[TimeEvent, ...]:
        """Its update, if it is sampled. What it finds is stored once all of it has been found."""
        if not self.block.is_sampled:
            return ()
        new = update(self.kind, p, u, unknown(t, ()), x, *self.arguments)
        ticked = clock.tick(self.slots["r"][self.count :], p.period.dense()) if self.block.is_periodic else None
        found = self._filled(new, p, t, ticked)
        find = build.call("update", {f"new_{slot}": column for slot, column in found.items()})
        store = build.call("store", {slot: self.slots[f"new_{slot}"] for slot in found})
        return (TimeEvent(build.name, Ref("next", 0, 1), (find, store)),)

    def _filled(self, r: Record, p: Record, t: ca.MX, of_clock: tuple[ca.MX, ca.MX] | None) -> dict[str | Ref, ca.MX]:
        """The columns of r and next for discrete states, and for a clock or by what the block says."""
        column = stack(r[name] for name in self.states)
        if of_clock:
            return {"r": ca.vertcat(column, of_clock[0]), "next": of_clock[1]}
        if not self.block.is_sampled:
            return {"r": column} if self.states else {}
        when = next_event(self.kind, p, unknown(t, ()), r)
        return {"r": column, "next": (when if isinstance(when, Composed) else constant(when)).dense()}


@kernel
def update(block, p, u, t, x, r):
    """New discrete states of a block."""
    with at_once():
        return Record((name, np.array(value, dtype=object)) for name, value in block.update(p, u, t, x, r).items())  # a list may stand for a vector


@kernel
def next_event(block, p, t, r):
    """The time of its next update [s]."""
    with at_once():
        return block.next_event(p, t, r)
