"""Discrete states of loads, which their events change: one element after the other in slot r."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

import casadi as ca

from ...base.scalars import Record
from ...model.declare.declarations import Discrete
from ...model.declare.element import Element, declarations
from ...model.declare.model import Model
from ...model.elements.forces.base import Load
from ..data.ref import Ref
from ..schedules.builder import stack
from ..tables.discrete_states import States, names_of, record_of, starts_of


@dataclass(frozen=True)
class HeldStates:
    """The discrete states of each of `elements` that has any, in order."""

    elements: tuple[Element, ...]

    def _placed(self) -> Iterator[tuple[Element, States, Ref]]:
        """The states of each element, and where they lie."""
        first = 0
        for element in self.elements:
            states = declarations(type(element), Discrete)
            count = len(names_of(states))
            yield element, states, Ref("r", first, count)
            first += count

    @property
    def names(self) -> tuple[str, ...]:
        """A name for each number."""
        return tuple(f"{element.path}.{name}" for element, states, _ in self._placed() for name in names_of(states))

    @property
    def places(self) -> dict[Element, dict[Ref, tuple[str, ...]]]:
        """Where the states of each element lie."""
        return {element: {place: tuple(states)} for element, states, place in self._placed()}

    def split(self, column: ca.MX) -> dict[Element, Record]:
        """The states by element."""
        return {element: record_of(states, column[place.start : place.start + place.size]) for element, states, place in self._placed()}

    def starts(self, given: Mapping[Element, Record]) -> ca.MX:
        """The column at the start."""
        found = [(states, starts_of(states, given[element])) for element, states, _ in self._placed()]
        return stack(start[name] for states, start in found for name in states)


def held_states(model: Model) -> HeldStates:
    """The discrete states of a model."""
    return HeldStates(tuple(load for load in model.of_type(Load) if declarations(type(load), Discrete)))
