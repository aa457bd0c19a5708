"""Connections of arrays: as a whole where all their numbers are joined in order, number by number elsewhere."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from ..system.conversion import Conversion, ValueMap
from .ssd_structure import Index, indices

NUMBER = re.compile(r"(.+)\[(\d+(?:,\d+)*)\]")
"""The name of a number of an array: "r[1,2]"."""


class Place(NamedTuple):
    """A number of a connector, which holds `size` of them; `element` is None for the system itself."""

    element: str | None
    connector: str
    at: Index
    size: int


class Joint(NamedTuple):
    """A connection of two numbers, or of all numbers of two connectors."""

    start: Place
    end: Place
    conversion: Conversion | ValueMap | None


def arrays_among(names: Iterable[str]) -> dict[str, tuple[str, Index, tuple[int, ...]]]:
    """Return for each name of a number of an array that is there completely the name of the array, the index and the sizes."""
    found: dict[str, dict[Index, str]] = {}
    for name in names:
        if match := NUMBER.fullmatch(name):
            found.setdefault(match[1], {})[tuple(map(int, match[2].split(",")))] = name
    shapes = {array: tuple(map(max, zip(*numbers))) for array, numbers in found.items() if len({*map(len, numbers)}) == 1}
    whole = [array for array, shape in shapes.items() if [*sorted(found[array])] == indices(shape)]
    return {name: (array, at, shapes[array]) for array in whole for at, name in found[array].items()}


def joined(joints: Sequence[Joint]) -> Iterator[Joint]:
    """Yield connections in their order, those that join two arrays as one at the place of the first, without indices."""
    groups: dict[tuple[str | None, str, str | None, str], list[Joint]] = {}
    for joint in joints:
        groups.setdefault(_ends(joint), []).append(joint)
    whole = {ends for ends, group in groups.items() if _is_whole(group)}
    for joint in joints:
        if _ends(joint) not in whole:
            yield joint
        elif joint is groups[_ends(joint)][0]:
            yield Joint(joint.start._replace(at=()), joint.end._replace(at=()), joint.conversion)


def _ends(joint: Joint) -> tuple[str | None, str, str | None, str]:
    return joint.start.element, joint.start.connector, joint.end.element, joint.end.connector


def _is_whole(group: Sequence[Joint]) -> bool:
    first = group[0]
    alike = all(joint.start.at == joint.end.at and joint.conversion == first.conversion for joint in group)
    return bool(first.start.at) and alike and len(group) == first.start.size == first.end.size
