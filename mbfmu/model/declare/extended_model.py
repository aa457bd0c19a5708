"""A model with more elements than it has, for one compilation."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager

from .element import Element
from .model import Model


@contextmanager
def extended(model: Model, elements: Mapping[str, Element]) -> Iterator[Model]:
    """The same model with more elements by name, which may expose more; in the end the model is as it was."""
    copy = Model(model.name)
    own = ("elements", "inputs", "outputs", "pictures", "starts")
    lists = ("tunable", "naming_problems", "unnamed")
    copy.__dict__.update(
        {**model.__dict__, **{name: dict(getattr(model, name)) for name in own}, **{name: [*getattr(model, name)] for name in lists}}
    )
    try:
        for name, element in elements.items():
            copy.add(name, element)
        yield copy
    finally:
        for element in elements.values():
            element.detach()
