"""Discrete states that an element declares: their names, symbols and start values, in the order in which they lie in slot r."""

from __future__ import annotations

from collections.abc import Mapping

import casadi as ca
import numpy as np

from ...base.scalars import Record, constant, unknown
from ...model.declare.declarations import Discrete
from ..data.names import numbered

States = Mapping[str, Discrete]


def names_of(states: States) -> tuple[str, ...]:
    """A name for each number."""
    return tuple(name for state in states.values() for name in numbered(state.name, state.shape))


def record_of(states: States, column: ca.MX) -> Record:
    """The states by name, of a column that begins with their numbers."""
    places = np.cumsum([0, *(int(np.prod(state.shape)) for state in states.values())]).tolist()
    return Record((name, unknown(column[i:j], state.shape)) for (name, state), i, j in zip(states.items(), places, places[1:]))


def starts_of(states: States, p: Record) -> Record:
    """Where they start: at a parameter where there is one."""
    return Record((name, p[state.start] if state.start in p else constant(state.value)) for name, state in states.items())
