"""The units that files of SSP define."""

from __future__ import annotations

from dataclasses import dataclass

from fmpy.model_description import BaseUnit
from lxml.etree import _Element

from ..system.units import EXPONENTS
from .ssp_names import NAMESPACES


@dataclass(frozen=True)
class Unit:
    """A unit by name, and what it is in base units where that is known."""

    name: str
    base: BaseUnit | None


def units_in(root: _Element) -> dict[str, Unit]:
    """Return the units that a document defines, by name."""
    defined = {}
    for element in root.iterfind("*/ssc:Unit", NAMESPACES):
        stated = element.find("ssc:BaseUnit", NAMESPACES)
        numbers = {key: int(stated.get(key, "0")) for key in EXPONENTS}
        scale = {"factor": float(stated.get("factor", "1")), "offset": float(stated.get("offset", "0"))}
        defined[element.get("name")] = Unit(element.get("name"), BaseUnit(**numbers, **scale))
    return defined
