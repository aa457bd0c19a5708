"""shrunk: the smallest description that still fails, found by leaving out items and simplifying numbers as long as it does."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace

import numpy as np

from mbfmu.model.elements.joints import Joint
from mbfmu.model.elements.parts.base import Part

from .description import Description, Item, Place

MOST_TRIALS = 400
AXES = ("n", "n_x", "n_a", "n_b")


def shrunk(found: Description, fails: Callable[[Description], bool]) -> Description:
    """A description for which `fails` holds still."""
    trials = 0
    simpler = True
    while simpler and trials < MOST_TRIALS:
        simpler = False
        for candidate in _candidates(found):
            trials += 1
            if fails(candidate):
                found, simpler = candidate, True
                break
            if trials >= MOST_TRIALS:
                break
    return found


def _candidates(found: Description) -> Iterator[Description]:
    """Simpler descriptions, those that leave out most first."""
    if found.controllers:
        yield replace(found, controllers={})
    without = (_without(found, item.name) for item in found.items if item.name != "world")
    yield from sorted(without, key=lambda left: len(left.items))
    for item in found.items:
        yield from (found.with_items({item.name: simpler}) for simpler in _simpler(item))


def _without(found: Description, name: str) -> Description:
    """Without an item, what hangs on it, and bodies that nothing holds then."""
    gone = {name}
    while True:
        left = [item for item in found.items if item.name not in gone]
        held = {"world"}
        for _ in left:
            joined = [item.hangs_on for item in left if issubclass(item.kind, (Joint, Part)) and item.attached]
            held |= {part for parts in joined if parts & held for part in parts}
            held |= {item.name for item in left if issubclass(item.kind, Part) and item.attached and item.hangs_on & held}
        more = {item.name for item in left if item.hangs_on & gone or (issubclass(item.kind, Part) and item.name not in held)}
        if not more:
            controllers = {joint: values for joint, values in found.controllers.items() if not {joint, f"pid_{joint}"} & gone}
            return replace(found, items=tuple(left), controllers=controllers)
        gone |= more


def _simpler(item: Item) -> Iterator[Item]:
    """The item with one of its numbers simpler."""
    for i, to in enumerate(item.attached):
        for place in _simpler_places(to) if isinstance(to, Place) else ():
            yield replace(item, attached=(*item.attached[:i], place, *item.attached[i + 1 :]))
    for name, value in item.values.items():
        simple = (of for of in [_nearest_axis(value)] if not np.array_equal(of, value)) if name in AXES else _simpler_numbers(value)
        yield from (item.given(**{name: of}) for of in simple)
    for name, value in item.inputs.items():
        yield from (replace(item, inputs={**item.inputs, name: simpler}) for simpler in _simpler_numbers(value))


def _simpler_places(place: Place) -> Iterator[Place]:
    yield from (Place(place.part, r, place.turn) for r in _simpler_numbers(place.r))
    yield from (Place(place.part, place.r, turn) for turn in _simpler_numbers(place.turn))


def _simpler_numbers(value: np.ndarray) -> Iterator[np.ndarray]:
    """Zero, and with one digit."""
    simple = (np.zeros_like(value), np.vectorize(lambda x: float(f"{x:.0e}"))(value))
    yield from (simpler for simpler in simple if np.abs(simpler - value).max() > 0.0)


def _nearest_axis(n: np.ndarray) -> np.ndarray:
    return np.eye(3)[np.argmax(np.abs(n))]
