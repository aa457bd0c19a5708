"""A System as an SSP 1.0 SystemStructureDescription."""

from collections.abc import Mapping

from fmpy.model_description import ModelDescription, ModelVariable
from lxml import etree
from lxml.etree import SubElement, _Element

from ...base.model_description import unit_of
from ...model.signals.expression import as_signal
from ..fmu.pictures import linked_outputs, split_outputs
from ..inputs.start_values import StartValues
from ..system.names import connector_of
from ..system.system import System, Value
from ..system.variables import KINDS, kind_of, numbers_of, scalar_variables
from .ssp_names import FMU_TYPE, LIBCOSIM, NAMESPACES, OMSIMULATOR, VENDOR, tag
from .ssv_writer import parameter_set

BASE_UNITS = ("kg", "m", "s", "A", "K", "mol", "cd", "rad")

Descriptions = Mapping[str, ModelDescription]


def ssd_document(
    system: System, descriptions: Descriptions, sources: Mapping[str, str], starts: StartValues, parameter_file: str | None = None
) -> bytes:
    """Return the .ssd of a checked System; `sources` holds each component's FMU as a URI relative to the .ssd.

    The start values `starts` stand inline at each component; a `parameter_file`, which holds all of them, is bound to the system besides.
    """
    root = etree.Element(tag("ssd:SystemStructureDescription"), nsmap=NAMESPACES, version="1.0", name=system.name)
    top = SubElement(root, tag("ssd:System"), name=system.name)
    if parameter_file:
        SubElement(SubElement(top, tag("ssd:ParameterBindings")), tag("ssd:ParameterBinding"), source=parameter_file)
    elements = SubElement(top, tag("ssd:Elements"))
    for name in system.components:
        _add_component(elements, name, system, descriptions[name], sources[name], starts[name])
    if system.connections:
        connections = SubElement(top, tag("ssd:Connections"))
    for (start, output), (end, variable) in system.connections:
        ends = dict(startElement=start, startConnector=output, endElement=end, endConnector=variable)
        SubElement(connections, tag("ssd:Connection"), ends)
    _add_oms_master(top, system.step_size)
    _add_units(root, descriptions)
    _add_experiment(root, system)
    return etree.tostring(root, xml_declaration=True, encoding="UTF-8", pretty_print=True)


def _add_component(elements: _Element, name: str, system: System, description: ModelDescription, source: str, values: Mapping[str, Value]) -> None:
    component = SubElement(elements, tag("ssd:Component"), name=name, type=FMU_TYPE, source=source)
    variables = {name: v for name, v in scalar_variables(description).items() if kind_of(v) in KINDS}
    # inputs without a connection are left out: FMPy connects them to whatever connector it looked at last
    driven = {variable for _, (target, variable) in system.connections if target == name}
    plain, _ = split_outputs(description, system.components[name].fmu, linked_outputs(system, name))
    outputs = {number for v in plain for number in numbers_of(v)}
    connected = [v for v in variables.values() if v.name in outputs or v.name in driven]
    if connected:
        connectors = SubElement(component, tag("ssd:Connectors"))
    for variable in connected:
        connector = SubElement(connectors, tag("ssd:Connector"), name=variable.name, kind=variable.causality)
        SubElement(connector, tag(f"ssc:{kind_of(variable)}"), _unit_attribute(variable, description))
    if values:
        # bound inline and at the component, which is where libcosim looks
        binding = SubElement(SubElement(component, tag("ssd:ParameterBindings")), tag("ssd:ParameterBinding"))
        inline = SubElement(binding, tag("ssd:ParameterValues"))
        inline.append(parameter_set({called: (v := variables[called], value, _unit_attribute(v, description)) for called, value in values.items()}))


def _unit_attribute(variable: ModelVariable, description: ModelDescription) -> dict[str, str]:
    """Return the unit for an XML element, if the FMU defines it: SSP wants every unit it names defined."""
    defined = {unit.name for unit in description.unitDefinitions if unit.baseUnit}
    unit = unit_of(variable)
    return {"unit": unit} if unit is not None and unit in defined else {}


def _add_units(root: _Element, descriptions: Descriptions) -> None:
    defined = {u.name: u.baseUnit for d in descriptions.values() for u in d.unitDefinitions if u.baseUnit}
    if defined:
        units = SubElement(root, tag("ssd:Units"))
    for name, base in sorted(defined.items()):
        exponents = {key: str(getattr(base, key)) for key in BASE_UNITS if getattr(base, key)}
        neutral = {"factor": 1.0, "offset": 0.0}
        scale = {key: repr(getattr(base, key)) for key in neutral if getattr(base, key) != neutral[key]}
        SubElement(SubElement(units, tag("ssc:Unit"), name=name), tag("ssc:BaseUnit"), {**exponents, **scale})


def _add_oms_master(top: _Element, step_size: float) -> None:
    annotation = SubElement(SubElement(top, tag("ssd:Annotations")), tag("ssc:Annotation"), type=OMSIMULATOR)
    information = SubElement(SubElement(annotation, tag("oms:Annotations")), tag("oms:SimulationInformation"))
    tolerances = dict(absoluteTolerance="1e-4", relativeTolerance="1e-4")
    SubElement(information, tag("oms:FixedStepMaster"), description="oms-ma", stepSize=repr(float(step_size)), **tolerances)


def _add_experiment(root: _Element, system: System) -> None:
    times = dict(startTime=repr(float(system.start_time)), stopTime=repr(float(system.stop_time)))
    annotations = SubElement(SubElement(root, tag("ssd:DefaultExperiment"), times), tag("ssd:Annotations"))
    ours = SubElement(annotations, tag("ssc:Annotation"), type=VENDOR)
    master = SubElement(ours, tag("mbfmu:Master"), method=system.method, stepSize=repr(float(system.step_size)))
    if system.input_order is not None:
        master.set("inputOrder", str(system.input_order))
    if system.tolerance is not None:
        master.set("tolerance", repr(float(system.tolerance)))
    for name, divisor in system.divisors.items():
        SubElement(master, tag("mbfmu:Divisor"), component=name, steps=str(divisor))
    if system.start_in_equilibrium:
        master.set("startInEquilibrium", "true")
    for name in system.order:
        SubElement(master, tag("mbfmu:Next"), component=name)
    for name, signal in system.inputs.items():
        component, variable = connector_of(name, system.components)
        SubElement(master, tag("mbfmu:Input"), component=component, variable=variable, signal=repr(as_signal(signal)))
    libcosim = SubElement(annotations, tag("ssc:Annotation"), type=LIBCOSIM)
    algorithm = SubElement(libcosim, tag("osp:Algorithm"))
    SubElement(algorithm, tag("osp:FixedStepAlgorithm"), baseStepSize=repr(float(system.step_size)))
