"""Parameter values of SSP, inline or in .ssv files, and the mappings (.ssm) that give them other names."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from urllib.parse import unquote

from lxml import etree
from lxml.etree import _Element

from ...base.safe_zip import is_inside
from ..system.literals import CONVERSIONS
from ..system.system import Value
from .ssd_conversion import Hop, transformation_of
from .ssd_document import Document
from .ssp_names import NAMESPACES, VERSIONS
from .ssp_units import Unit, units_in
from .ssp_xml import parse_ssp, schema_problems

PARAMETER_SETS, MAPPINGS = "application/x-ssp-parameter-set", "application/x-ssp-parameter-mapping"
MAPPING_SCHEMA = "SystemStructureParameterMapping.xsd"


@dataclass(frozen=True)
class Given:
    """The values of a parameter by a hierarchical name, several of an array; `hop` is the entry of a mapping that they go through."""

    name: str
    values: tuple[Value, ...]
    unit: Unit | None
    hop: Hop | None = None


@dataclass
class ParameterReader:
    """Reads what is bound to elements of an SSD; `problems` are what is wrong with it. MbfmuError when a file cannot be read."""

    document: Document
    problems: list[str]

    def bound(self, element: _Element, owner: str) -> Iterator[Given]:
        """Yield the values bound to a component or a system, the less important ones first."""
        for binding in element.iterfind("ssd:ParameterBindings/ssd:ParameterBinding", NAMESPACES):
            ssv = self._content(binding, owner, "parameter values", PARAMETER_SETS, "SystemStructureParameterValues.xsd")
            mapping = binding.find("ssd:ParameterMapping", NAMESPACES)
            given = [replace(each, name=binding.get("prefix", "") + each.name) for each in self._values(ssv, owner)] if ssv is not None else []
            if mapping is None:
                yield from given
            elif (ssm := self._content(mapping, owner, "a parameter mapping", MAPPINGS, MAPPING_SCHEMA)) is not None:
                yield from self._mapped(given, ssm, owner)

    def _content(self, element: _Element, owner: str, what: str, expected: str, schema: str) -> _Element | None:
        """What an element holds or refers to; None with a problem where that cannot be used."""
        source = element.get("source")
        if element.get("type", expected) != expected:
            self.problems.append(f"{owner}: {what} of type {element.get('type')} cannot be read; mbfmu reads {expected}")
        elif element.get("sourceBase", "SSD") == "component":
            self.problems.append(f"{owner}: {what} inside an FMU cannot be read; put the file beside the description")
        elif source is not None and not is_inside(unquote(source)):
            self.problems.append(f"{owner}: {what} {source!r} lies outside the folder of the description")
        else:
            return element if source is None else parse_ssp(self.document.folder / unquote(source), self.document.called, schema)
        return None

    def _values(self, ssv: _Element, owner: str) -> Iterator[Given]:
        sets = [ssv, *ssv.iterfind(".//ssv:ParameterSet", NAMESPACES)]
        try:
            units = self.document.units | {name: unit for each in sets for name, unit in units_in(each).items()}
        except (AttributeError, TypeError, ValueError):  # inline, where the schema of an SSD lets everything pass
            self.problems.append(f"{owner}: the units of its parameter values in line {ssv.sourceline} are no units of SSP")
            return
        for literal in ssv.iterfind(".//ssv:Parameters/ssv:Parameter/*", NAMESPACES):
            kind = etree.QName(literal)
            name = literal.getparent().get("name")
            if kind.namespace != NAMESPACES["ssv"] or kind.localname == "Annotations":
                continue
            if not name:
                self.problems.append(f"{owner}: a parameter value in line {literal.sourceline} has no name")
                continue
            written = literal.get("value")
            listed = [each.get("value") for each in literal.iterfind("ssv:Value", NAMESPACES)]
            if not listed:
                is_array = literal.getparent().find("ssc:Dimension", NAMESPACES) is not None
                listed = written.split() if written is not None and is_array and kind.localname not in ("String", "Enumeration") else [written]
            try:
                values = tuple(READERS[kind.localname](each) for each in listed)
                if not values or None in values:
                    raise ValueError(written)
            except (KeyError, TypeError, ValueError):
                self.problems.append(f"{owner}: {name} = {written!r} is not a {kind.localname} that mbfmu can set")
                continue
            unit = literal.get("unit")
            yield Given(name, values, units.get(unit, Unit(unit, None)) if unit else None)

    def _mapped(self, given: list[Given], ssm: _Element, owner: str) -> Iterator[Given]:
        for each in ssm.iterfind("ssm:ParameterMapping", NAMESPACES):  # inline, as before
            if wrong := schema_problems(each, MAPPING_SCHEMA, each.get("version", VERSIONS[0])):
                self.problems += (f"{owner}: {problem}" for problem in wrong)
                return
        sources = {each.name: each for each in given}
        targets = set()
        for entry in ssm.iterfind(".//ssm:MappingEntry", NAMESPACES):
            source, target = entry.get("source"), entry.get("target")
            if target in targets:
                self.problems.append(f"{owner}: a parameter mapping gives two values to {target}")
            elif source in sources:
                suppressed = entry.get("suppressUnitConversion") in ("true", "1")
                hop = Hop(sources[source].unit, None, suppressed, transformation_of(entry))
                yield replace(sources[source], name=target, hop=hop)
            targets.add(target)


READERS = {
    **CONVERSIONS,
    **dict.fromkeys(("Float32", "Float64"), CONVERSIONS["Real"]),
    **{sign + f"Int{bits}": CONVERSIONS["Integer"] for sign in ("", "U") for bits in (8, 16, 32, 64)},
}
"""How a literal of each type of SSP is read."""
