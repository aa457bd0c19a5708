"""Events that blocks and loads declare: a switch at the zero of each expression, and the update that runs behind it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import casadi as ca
import numpy as np

from ...base.errors import MbfmuError
from ...base.scalars import Record, at_once, element, kernel, switch, unknown, where
from ..data.problem import StateEvent
from ..data.ref import Ref
from .builder import Builder, stack


@dataclass(frozen=True)
class Happening:
    """One event of an element of class `kind`, whose method `events` takes `arguments`.

    `states` are what it may change, by name, and `places` where these lie, together.
    """

    path: str
    name: str
    kind: type
    arguments: Sequence[Any]
    states: Record
    places: Mapping[Ref, tuple[str, ...]]

    @property
    def mode(self) -> str:
        """The name of its switch."""
        return f"{self.path}.{self.name}" if self.path else self.name


def happenings(
    build: Builder, path: str, kind: type, arguments: Sequence[Any], states: Record, places: Mapping[Ref, tuple[str, ...]]
) -> list[Happening]:
    """The events of an element, none if its class has no method `events`; they are switches, so indicators must not be complete."""
    if not hasattr(kind, "events"):
        return []
    others = set(build.tracer.modes)
    with element(path):
        names = tuple(_expressions(kind, *arguments))
    found = [Happening(path, name, kind, arguments, states, {place: of for place, of in places.items() if of}) for name in names]
    for event in found:
        if event.mode in others:
            raise MbfmuError(f"the event {event.mode} has the name of a switch of {kind.__name__}: give it another name")
    return found


def state_events(build: Builder, found: Sequence[Happening]) -> Iterator[StateEvent]:
    """What happens at each event, with the modes complete. What an update finds is stored once all of it has been found."""
    if found:
        build.slots["n"] = ca.MX.sym("n", len(build.tracer.modes))
    for i, event in enumerate(found):
        mode = list(build.tracer.modes).index(event.mode)
        entered = unknown(build.tracer.modes[event.mode] - build.slots["n"][mode], ())
        with element(event.path):
            new = _update(event.name, entered, event.states, event.kind, *event.arguments)
        columns = {place: stack(new[name] for name in names) for place, names in event.places.items()}
        build.slots |= {f"new_{place.slot}": ca.MX.sym(f"new_{place.slot}", column.numel()) for place, column in columns.items()}
        find = build.call(f"event{i}", {f"new_{place.slot}": column for place, column in columns.items()})
        store = build.call(f"store{i}", {place: build.slots[f"new_{place.slot}"] for place in columns})
        yield StateEvent(event.mode, (Ref("m", mode, 1),), (find, store))


@kernel
def _expressions(kind, *arguments):
    """Of each event 1 where its expression is below zero, else 0: a switch of its name."""
    return Record((name, switch(name, -expression, 1.0, 0.0)) for name, (expression, _) in kind.events(*arguments).items())


@kernel
def _update(name, entered, states, kind, *arguments):
    """All states behind an event: those that it names have new values where it was entered."""
    with at_once():
        new = kind.events(*arguments)[name][1]
    return Record((state, _chosen(entered, new[state], old) if state in new else old) for state, old in states.items())


def _chosen(entered, new, old):
    return np.vectorize(lambda a, b: where(entered > 0.5, a, b), otypes=[object])(np.array(new, dtype=object), np.array(old, dtype=object))[()]
