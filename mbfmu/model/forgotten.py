"""Elements that hang on a model but are not in it."""

from __future__ import annotations

from .element import Element
from .model import Model


def forgotten(model: Model) -> list[str]:
    """A complaint about each element that is attached to one of the model's, but was not assigned to the model: it would not act."""
    known = {id(element) for element in (*model.elements.values(), *model.unnamed)}
    pending, problems = list(model.elements.values()), []
    for element in pending:  # grows while it is walked
        for attached in element.attachers:
            if id(attached) not in known:
                known.add(id(attached))
                pending.append(attached)
                problems += [_complaint(attached, element)] if attached.must_be_named else []
    return problems


def _complaint(element: Element, on: Element) -> str:
    made = f", made in {element.made_at}," if element.made_at else ""
    if element.name is not None:
        return f"{element.name} ({type(element).__name__}){made} is attached to {on.path}, but belongs to another model: attach it to its own"
    name = type(element).__name__
    return f"a {name}{made} is attached to {on.path}, but is not in the model: assign it to a name, such as model.{name.lower()} = {name}(...)"
