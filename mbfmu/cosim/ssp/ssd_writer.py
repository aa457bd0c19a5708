"""A System as an SSD of SSP 1.0 or 2.0."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property
from math import prod

from fmpy.model_description import ModelVariable
from lxml import etree
from lxml.etree import SubElement, _Element

from ...base.model_description import clocks_of
from ..fmu.pictures import linked_outputs, split_outputs
from ..inputs.start_values import StartValues
from ..system.conversion import Conversion, ValueMap
from ..system.system import System
from ..system.units import EXPONENTS
from ..system.variables import KINDS, kind_of, numbers_of
from .experiment_writer import add_experiment, add_oms_master
from .ssd_arrays import Joint, Place, arrays_among, joined
from .ssd_dialect import Descriptions, Dialect, defined_unit
from .ssd_layout import End, Layout
from .ssd_structure import Index
from .ssp_names import FMU_TYPE, NAMESPACES, tag
from .ssv_writer import component_set

TAKING = ("input", "parameter", "structuralParameter")


def ssd_document(system: System, dialect: Dialect, sources: Mapping[str, str], starts: StartValues, parameter_file: str | None = None) -> bytes:
    """Return the .ssd of a checked System; `sources` holds each component's FMU as a URI relative to the .ssd.

    The start values `starts` stand inline at each component; a `parameter_file`, which holds all of them, is bound to the system besides.
    """
    namespaces = {prefix: uri for prefix, uri in NAMESPACES.items() if prefix != "ssm"}  # no mapping is written
    root = etree.Element(tag("ssd:SystemStructureDescription"), nsmap=namespaces, version=dialect.version, name=system.name)
    writer = SystemWriter(system, dialect, sources, starts)
    top = writer.add(root, "", system.name, parameter_file)
    add_oms_master(top, system.step_size)
    dialect.add_enumerations(root)
    add_units(root, dialect.descriptions)
    add_experiment(root, system)
    return etree.tostring(root, xml_declaration=True, encoding="UTF-8", pretty_print=True)


@dataclass(frozen=True)
class SystemWriter:
    """Writes a System's parts, system by system."""

    system: System
    dialect: Dialect
    sources: Mapping[str, str]
    starts: StartValues

    @cached_property
    def layout(self) -> Layout:
        """Where connections lie."""
        taking = {(name, v.name) for name, of in self.dialect.numbers.items() for v in of.values() if v.causality in TAKING}
        return Layout(self.system, taking)

    def add(self, parent: _Element, system: str, name: str, parameter_file: str | None = None) -> _Element:
        """Add the element of a system, with all that it holds."""
        top = SubElement(parent, tag("ssd:System"), name=name)
        self._add_boundaries(top, system)
        if parameter_file:
            SubElement(SubElement(top, tag("ssd:ParameterBindings")), tag("ssd:ParameterBinding"), source=parameter_file)
        elements = SubElement(top, tag("ssd:Elements"))
        prefix = f"{system}." if system else ""
        held = [component.removeprefix(prefix).partition(".")[0] for component in self.system.components if component.startswith(prefix)]
        for inner in (f"{prefix}{element}" for element in dict.fromkeys(held)):
            if inner in self.system.components:
                self._add_component(elements, inner)
            else:
                self.add(elements, inner, inner.rpartition(".")[2])
        self._add_connections(top, system)
        return top

    def _add_component(self, elements: _Element, name: str) -> None:
        description, numbers = self.dialect.descriptions[name], self.dialect.numbers[name]
        component = SubElement(elements, tag("ssd:Component"), name=name.rpartition(".")[2], type=FMU_TYPE, source=self.sources[name])
        # inputs without a connection are left out: FMPy connects them to whatever connector it looked at last
        plain, _ = split_outputs(description, self.system.components[name].fmu, linked_outputs(self.system, name))
        outputs = {number for v in plain for number in numbers_of(v)}
        connected = [v for v in numbers.values() if kind_of(v) in KINDS and (v.name in outputs or v.name in self._led.get(name, ()))]
        listed = self._whole(name, connected)
        if self.dialect.has_arrays:
            listed += {each.variable.name: each.variable for v in listed for each in v.dimensions if each.variable is not None}.values()
        clocks = clocks_of(self.system.components[name].fmu) if self.dialect.has_arrays else {}
        if listed or clocks:
            connectors = SubElement(component, tag("ssd:Connectors"))
        for variable in listed:
            self._add_connector(connectors, variable.name, variable, defined_unit(variable, description), self.dialect.has_arrays)
        for clock, (kind, attributes) in clocks.items():
            SubElement(SubElement(connectors, tag("ssd:Connector"), name=clock, kind=kind), tag("ssc:Clock"), attributes)
        if self.starts[name]:
            # bound inline and at the component, which is where libcosim looks
            binding = SubElement(SubElement(component, tag("ssd:ParameterBindings")), tag("ssd:ParameterBinding"))
            inline = SubElement(binding, tag("ssd:ParameterValues"))
            inline.append(component_set(self.dialect, name, self.starts[name]))

    def _whole(self, component: str, numbers: Iterable[ModelVariable]) -> list[ModelVariable]:
        """Variables of which these are numbers, arrays as a whole where they can be."""
        arrays = self.dialect.arrays[component] if self.dialect.has_arrays else {}
        return [*{v.name: v for number in numbers for v in [arrays[number.name][0] if number.name in arrays else number]}.values()]

    def _add_boundaries(self, top: _Element, system: str) -> None:
        """Add the connectors of a system, each like the variable behind it."""
        boundaries = self.layout.boundaries.get(system, {})
        if not boundaries:
            return
        connectors, arrays = SubElement(top, tag("ssd:Connectors")), self._arrays.get(system, {})
        for number, boundary in boundaries.items():
            name, at, sizes = arrays.get(number, (number, (), ()))
            if at and at != (1,) * len(at):
                continue  # its array has a connector as a whole
            like, unit_of = (self.dialect.numbers[component][variable] for component, variable in (boundary.like, boundary.unit_of))
            connector = self._add_connector(connectors, name, like, defined_unit(unit_of, self.dialect.descriptions[boundary.unit_of[0]]))
            for size in sizes:
                SubElement(connector, tag("ssc:Dimension"), size=str(size))

    @cached_property
    def _arrays(self) -> dict[str, Mapping[str, tuple[str, Index, tuple[int, ...]]]]:
        """The array, the index and the sizes that go with each number of an array, by component or system and name."""
        if not self.dialect.has_arrays:
            return {}
        systems = {name: arrays_among(boundaries) for name, boundaries in self.layout.boundaries.items()}
        return systems | {name: {n: (v.name, at, tuple(v.shape)) for n, (v, at) in of.items()} for name, of in self.dialect.arrays.items()}

    def _add_connector(self, connectors: _Element, name: str, variable: ModelVariable, unit: str | None, clocked: bool = False) -> _Element:
        """Add a connector like a variable, with its clocks if `clocked`."""
        connector = SubElement(connectors, tag("ssd:Connector"), name=name, kind=variable.causality)
        self.dialect.add_type(connector, variable, unit)
        for dimension, size in zip(variable.dimensions, variable.shape or ()):
            sized = {"size": str(size)} if dimension.variable is None else {"sizeConnector": dimension.variable.name}
            SubElement(connector, tag("ssc:Dimension"), sized)
        for clock in (variable.clocks or ()) if clocked else ():
            SubElement(connector, tag("ssd:Clock"), name=clock.name)
        return connector

    def _add_connections(self, top: _Element, system: str) -> None:
        joints = [
            Joint(self._place(system, segment.start), self._place(system, segment.end), conversion)
            for segment, conversion in self.layout.within(system)
        ]
        if not joints:
            return
        connections = SubElement(top, tag("ssd:Connections"))
        for start, end, conversion in joined(joints):
            ends: dict[str, str] = {}
            for which, place in (("start", start), ("end", end)):
                ends |= {} if place.element is None else {f"{which}Element": place.element}
                ends |= {f"{which}Connector": place.connector} | ({f"{which}Indices": " ".join(map(str, place.at))} if place.at else {})
            connection = SubElement(connections, tag("ssd:Connection"), ends)
            if conversion is not None:
                connection.set("suppressUnitConversion", "true")
                _add_transformation(connection, conversion)

    def _place(self, system: str, end: End) -> Place:
        element, number = end
        owner = system if element is None else f"{system}.{element}" if system else element
        connector, at, sizes = self._arrays.get(owner, {}).get(number, (number, (), ()))
        return Place(element, connector, at, prod(sizes))

    @cached_property
    def _led(self) -> dict[str, set[str]]:
        """The connectors of elements that are connected, by component."""
        found: dict[str, set[str]] = {}
        for segment in self.layout.segments:
            for element, connector in (segment.start, segment.end):
                if element is not None:
                    found.setdefault(f"{segment.within}.{element}" if segment.within else element, set()).add(connector)
        return found


def _add_transformation(connection: _Element, conversion: Conversion | ValueMap) -> None:
    """Add what a connection converts, in the place of conversions of units: so it is the same to the last bit in every tool."""
    if isinstance(conversion, Conversion):
        numbers = {"factor": repr(float(conversion.factor)), "offset": repr(float(conversion.offset))}
        SubElement(connection, tag("ssc:LinearTransformation"), numbers)
        return
    of_booleans = all(isinstance(value, bool) for pair in conversion.targets.items() for value in pair)
    table = SubElement(connection, tag(f"ssc:{'Boolean' if of_booleans else 'Integer'}MappingTransformation"))
    for source, target in conversion.targets.items():
        SubElement(table, tag("ssc:MapEntry"), source=str(source).lower(), target=str(target).lower())


def add_units(root: _Element, descriptions: Descriptions) -> None:
    """Add the definitions of all units of FMUs."""
    defined = {u.name: u.baseUnit for d in descriptions.values() for u in d.unitDefinitions if u.baseUnit}
    if defined:
        units = SubElement(root, tag("ssd:Units"))
    for unit, base in sorted(defined.items()):
        exponents = {key: str(getattr(base, key)) for key in EXPONENTS if getattr(base, key)}
        neutral = {"factor": 1.0, "offset": 0.0}
        scale = {key: repr(getattr(base, key)) for key in neutral if getattr(base, key) != neutral[key]}
        SubElement(SubElement(units, tag("ssc:Unit"), name=unit), tag("ssc:BaseUnit"), {**exponents, **scale})
