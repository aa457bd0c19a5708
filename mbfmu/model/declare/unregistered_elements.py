"""Elements that hang on a model but are not in it."""

from __future__ import annotations

from .element import Element
from .model import Model


def unregistered_elements(model: Model) -> list[str]:
    """A complaint about each element that is attached to one of the model's, but was not assigned to the model: it would not act."""
    own = [one for element in model.elements.values() for one in (element, *element.members)]
    known = {id(element) for element in (*own, *model.unnamed)}
    pending, problems = own, _unknown(model, known)
    for element in pending:  # grows while it is walked
        for attached in element.attachers:
            if id(attached) not in known:
                known.add(id(attached))
                pending.append(attached)
                problems += [_complaint(attached, element)] if attached.must_be_named else []
    return problems


def _unknown(model: Model, known: set[int]) -> list[str]:
    """A complaint about each element that one of the model's is attached to itself, not by a frame, as a tire to its road."""
    attached = ((element, target) for element in model.elements.values() for target in element.attached.values() if isinstance(target, Element))
    missing = {id(target): (element, target) for element, target in attached if id(target) not in known and not target.attached}
    return [
        f"{element.path} ({type(element).__name__}) is attached to a {type(target).__name__} that is not in the model: "
        f"assign it to a name, such as model.{type(target).__name__.lower()} = {type(target).__name__}(...)"
        for element, target in missing.values()
    ]


def _complaint(element: Element, on: Element) -> str:
    made = f", made in {element.made_at}," if element.made_at else ""
    if element.name is not None:
        return f"{element.name} ({type(element).__name__}){made} is attached to {on.path}, but belongs to another model: attach it to its own"
    name = type(element).__name__
    return f"a {name}{made} is attached to {on.path}, but is not in the model: assign it to a name, such as model.{name.lower()} = {name}(...)"
