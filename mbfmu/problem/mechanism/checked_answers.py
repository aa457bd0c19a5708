"""What elements answer when they are asked for values, checked: a user's element may answer anything."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from ...base.errors import MbfmuError
from ...model.declare.declarations import Declaration, Output, State
from ...model.declare.dry_run import ask, defined_at
from ...model.declare.element import Element, declarations
from .observer import Observer


def outputs_of(element: Element, see: Observer) -> Mapping[str, Any]:
    """The values of an element's outputs by name."""
    return _answer(element, "observe", see, declarations(type(element), Output))


def states_of(element: Element, method: str, see: Observer) -> Mapping[str, Any]:
    """What `state_rates` or `state_starts` says for each of an element's states, by name."""
    return _answer(element, method, see, declarations(type(element), State))


def _answer(element: Element, method: str, see: Observer, wanted: Mapping[str, Declaration]) -> Mapping[str, Any]:
    found = ask(element, method, see)
    wrong = _wrong(found, wanted)
    if wrong:
        at = defined_at(getattr(element, method))
        raise MbfmuError(f"{element.path} ({type(element).__name__}): {method} {wrong} ({at})")
    return found


def _wrong(found: Any, wanted: Mapping[str, Declaration]) -> str:
    """What is wrong with an answer, in words; "" if nothing is."""
    if not isinstance(found, Mapping):
        return f"returns a {type(found).__name__}; it must return a dict with {', '.join(wanted)}"
    missing = [name for name in wanted if name not in found]
    if missing:
        return f"returns no {', '.join(missing)}; it must return a dict with {', '.join(wanted)}"
    for name, declaration in wanted.items():
        if np.shape(found[name]) != declaration.shape:
            return f"returns {name} in the shape {np.shape(found[name])}; it is declared with the shape {declaration.shape}"
    return ""
