"""scaled: the same motion of a model whose metre, kilogram and second are others; every number changes as its unit says."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from mbfmu import Block
from mbfmu.model.declare.element import Declaration, Element, declarations
from mbfmu.model.declare.units import parsed

from .description import Description, Item, Numbers

Scale = tuple[float, float, float]  # the length, mass and time by which a model is scaled


def factor(unit: str, scale: Scale) -> float:
    """What a number in a unit is multiplied by."""
    exponents = parsed(unit)[1]
    return float(np.prod([size ** exponents.get(base, 0) for base, size in zip(("m", "kg", "s"), scale)]))


def scaled(found: Description, length: float, mass: float, time: float) -> Description:
    """A model that is `length` times as long, `mass` times as heavy and moves in `time` times the time."""
    scale = (length, mass, time)
    elements = found.model().elements

    def numbers(element: Element | Block, values: Numbers) -> Numbers:
        declared = declarations(type(element), Declaration)
        return {name: value * factor(element.unit_of(declared[name]), scale) for name, value in values.items()}

    def item(of: Item) -> Item:
        element = elements[of.name]
        attached = tuple(to if isinstance(to, str) else replace(to, r=to.r * length) for to in of.attached)
        return replace(of, attached=attached, values=numbers(element, of.values), inputs=numbers(element, of.inputs))

    return replace(
        found,
        items=tuple(map(item, found.items)),
        stop_time=found.stop_time * time,
        start_time=found.start_time * time,
        controllers={joint: numbers(found.controller(joint), values) for joint, values in found.controllers.items()},
        scale=tuple(of * by for of, by in zip(found.scale, scale)),
    )
