"""What in a model follows from its parameters."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

import numpy as np

from .declarations import Handle, Parameter
from .element import Element, declarations
from .expression import parameters_of
from .frame import Frame
from .model_parameter import ModelParameter


@dataclass(frozen=True, eq=False)
class Follower:
    """The parameter `name` of an element, or of the place of one of its frames, and the expressions that give it.

    `path` is what it is called, and `visible` whether that is a name in the FMU.
    """

    element: Element
    name: str
    path: str
    visible: bool

    @property
    def handle(self) -> Handle:
        """The parameter of the element."""
        return Handle(self.element, self.declaration)

    @property
    def declaration(self) -> Any:
        """As which Parameter it is declared."""
        return declarations(type(self.element), Parameter)[self.name]

    @property
    def expressions(self) -> np.ndarray:
        """The expressions, in its shape."""
        return self.element.expressions[self.name]

    @property
    def parameters(self) -> tuple[ModelParameter, ...]:
        """What it follows from."""
        return parameters_of(self.expressions.ravel().tolist())


def followers(elements: Iterable[Element]) -> list[Follower]:
    """All that follows from parameters, in some elements and in the places of their frames that part.at(...) gives."""
    named = list(elements)
    found = [Follower(e, name, f"{e.path}.{name}", True) for e in named for name in e.expressions]
    places: dict[int, tuple[Element, str]] = {}
    for element in named:
        for what, target in element.attached.items():
            for place in target.placements if isinstance(target, Frame) else ():
                if place.name is None:
                    places.setdefault(id(place), (place, f"{element.path}.{what}"))
    return found + [Follower(place, name, f"the {name} of {at}", False) for place, at in places.values() for name in place.expressions]
