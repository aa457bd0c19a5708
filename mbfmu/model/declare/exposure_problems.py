"""Problems of the variables that a model exposes."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

import numpy as np

from .declarations import REAL, Handle, Input, Output, Parameter
from .element import Element, declarations
from .expression import follows_from


def exposure_problems(
    elements: Mapping[str, Element], inputs: Mapping[str, tuple[Handle, ...]], outputs: Mapping[str, Handle], tunable: Iterable[Handle]
) -> list[str]:
    """A sentence for each problem with the `inputs`, the `outputs` and the `tunable` parameters of a model with these `elements`."""
    found = []
    exposed = [(name, handle) for name, handles in inputs.items() for handle in handles]
    for names, kind, word in ((exposed, Input, "an input"), (list(outputs.items()), Output, "an output")):
        for name, handle in names:
            found += _not_there(elements, f"{word} {name!r}", handle, kind)
        found += _named_twice(names)
    found += [problem for name, handles in inputs.items() for problem in _unlike(name, handles)]
    for handle in tunable:
        found += _not_there(elements, "tunable", handle, Parameter) or _tuning_problems(handle)
    return found


def _not_there(elements: Mapping[str, Element], role: str, handle: object, kind: type) -> list[str]:
    """Complaints about what is no variable of this kind of an element of the model."""
    if not isinstance(handle, Handle):
        return [f"exposed as {role}: {handle!r} is not a variable of an element, such as boom.m"]
    if not isinstance(handle.declaration, kind):
        those = ", ".join(f"{handle.element.path}.{k}" for k in declarations(type(handle.element), kind)) or "none"
        return [f"{handle.name} cannot be exposed as {role}: it is no {kind.__name__.lower()} (there: {those})"]
    if elements.get(handle.element.name or "") is not handle.element:
        return [f"{handle.name} is exposed as {role}, but its element is not part of the model: assign it to a name"]
    return []


def _unlike(name: str, handles: tuple) -> list[str]:
    """Complaints about an input that feeds nothing, or variables of several units or shapes."""
    if not handles:
        return [f"input {name!r} feeds nothing: name the variable of an element, or leave it out"]
    fed = [handle for handle in handles if isinstance(handle, Handle)]
    if len({(handle.unit, handle.declaration.shape, handle.declaration.type) for handle in fed}) <= 1:
        return []
    listed = ", ".join(f"{handle.name} [{handle.kind}] of shape {handle.declaration.shape}" for handle in fed)
    return [f"input {name!r} cannot feed {listed}: they must have one unit and one shape; make an input for each"]


def _named_twice(names: Iterable[tuple[str, object]]) -> list[str]:
    """Complaints about variables that are exposed under several names."""
    by_handle: dict[Handle, list[str]] = {}
    for name, handle in names:
        if isinstance(handle, Handle):
            by_handle.setdefault(handle, []).append(repr(name))
    return [f"{handle.name} is exposed as {' and as '.join(those)}: keep one of the names" for handle, those in by_handle.items() if len(those) > 1]


def _tuning_problems(handle: Handle) -> list[str]:
    """Complaints about a parameter that cannot be tunable, or is a parameter of the FMU already."""
    if handle.declaration.name in handle.element.expressions:
        names = follows_from(handle.element.expressions[handle.declaration.name])
        return [f"{handle.name} cannot be tunable: it follows from {names}; leave it out of tunable, and tune that"]
    if handle.declaration.structural:
        return [f"{handle.name} cannot be tunable: the structure of the equations depends on it"]
    if handle.declaration.start:
        return [f"{handle.name} cannot be tunable: it only sets the start, and is a parameter of the FMU by itself"]
    if why := handle.element.unread().get(handle.declaration.name):
        return [f"{handle.name} cannot be tunable: it has no effect, since {why}"]
    if handle.declaration.type == REAL and np.isinf(handle.value).any():
        return [f"{handle.name} cannot be tunable while it is infinite: give it a value"]
    return []
