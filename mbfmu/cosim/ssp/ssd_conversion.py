"""What a chain of connections of an SSD does to a value: conversions of units, and transformations."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from lxml import etree
from lxml.etree import _Element

from ...base.errors import MbfmuError
from ..system.conversion import Conversion, ValueMap
from ..system.units import conversion_between
from .ssp_names import NAMESPACES
from .ssp_units import Unit

Items = Mapping[str, int]
"""The items of an enumeration, by name."""

TRANSFORMATIONS = ("LinearTransformation", "BooleanMappingTransformation", "IntegerMappingTransformation", "EnumerationMappingTransformation")


@dataclass(frozen=True)
class Hop:
    """A connection or an entry of a mapping: from a value in one unit to one in another, None where a unit is not stated."""

    source: Unit | None
    target: Unit | None
    suppressed: bool
    transformation: _Element | None


class Unconvertible(ValueError):
    """A value cannot become what is wanted; the message says why."""


def transformation_of(element: _Element) -> _Element | None:
    """Return the transformation that a connection or an entry of a mapping has."""
    return next((each for name in TRANSFORMATIONS for each in element.iterfind(f"ssc:{name}", NAMESPACES)), None)


def converted(
    start: Unit | None, hops: Sequence[Hop], end: Unit | None, relative: bool, items: tuple[Items, Items] = ({}, {})
) -> Conversion | ValueMap | None:
    """Return what becomes of a value in the unit `start` on its way to a variable in the unit `end`; None where units alone say that it stays.

    A transformation follows the conversion of units, whose place it takes where that is suppressed (SSP 2.0, 4.5.2 and 5.4.2). `items` are those of
    the enumerations at both ends. Raises Unconvertible.
    """
    unit, found, table = start, Conversion(), None
    for hop in hops:
        source, target = hop.source or unit, hop.target
        _between(unit, source, relative)
        if hop.suppressed or hop.transformation is not None:
            reached = source if hop.suppressed else target or source
            found = found.then(_between(unit, reached, relative))
            unit = target
        else:
            _between(source, target, relative)  # units on the way must fit, too
            unit = unit or target
        if hop.transformation is not None:
            if etree.QName(hop.transformation).localname == "LinearTransformation":
                factor, offset = (float(hop.transformation.get(*given)) for given in (("factor", "1"), ("offset", "0")))
                try:
                    found = found.then(Conversion(factor, offset))
                except MbfmuError as error:
                    raise Unconvertible(str(error)) from None
            elif table is not None:
                raise Unconvertible("two mapping transformations follow each other; give one that does the same")
            else:
                table = _table(hop.transformation, *items)
    found = found.then(_between(unit, end, relative))
    if table is None:
        said = any(hop.suppressed or hop.transformation is not None for hop in hops)
        return found if said or found != Conversion() else None
    if found != Conversion():
        raise Unconvertible("a linear transformation and a mapping transformation cannot follow each other")
    return table


def _between(source: Unit | None, target: Unit | None, relative: bool) -> Conversion:
    if source is None or target is None or (source.name == target.name and None in (source.base, target.base)):
        return Conversion()
    for unit in (source, target):
        if unit.base is None:
            raise Unconvertible(f"unit {unit.name} is not defined in Units, so {source.name} cannot become {target.name}")
    between = conversion_between(source.base, target.base, relative)
    if between is None:
        raise Unconvertible(f"unit {source.name} cannot become {target.name}: they measure different things")
    return between


def _table(transformation: _Element, source: Items, target: Items) -> ValueMap:
    kind = etree.QName(transformation).localname
    entries = [(entry.get("source"), entry.get("target")) for entry in transformation.iterfind("ssc:MapEntry", NAMESPACES)]
    if len({given for given, _ in entries}) < len(entries):
        raise Unconvertible("its mapping transformation has two entries for one value")
    if kind == "BooleanMappingTransformation":
        return ValueMap({given in ("true", "1"): wanted in ("true", "1") for given, wanted in entries})
    if kind == "IntegerMappingTransformation":
        return ValueMap({int(given): int(wanted) for given, wanted in entries})
    for items, names in ((source, [given for given, _ in entries]), (target, [wanted for _, wanted in entries])):
        if unknown := [name for name in names if name not in items]:
            raise Unconvertible(f"its mapping transformation names {', '.join(unknown)}, which is no item of {', '.join(items) or 'an enumeration'}")
    return ValueMap({source[given]: target[wanted] for given, wanted in entries})
