"""A System from an SSP 1.0 SystemStructureDescription; all but FMUs, values and plain connections is refused by name."""

from collections.abc import Callable, Iterator
from dataclasses import replace
from math import isclose
from pathlib import Path
from typing import Any
from urllib.parse import unquote

from lxml.etree import _Element

from ...base.errors import MbfmuError, ProblemsFound
from ...base.model_description import describe_fmu, unit_of
from ...base.safe_zip import is_inside
from ...model.signals.expression import as_signal, read_signal
from ...model.signals.signal import Signal
from ..system.system import Component, Connection, System, connector_of
from ..system.variables import scalar_variables
from .ssp_names import FMU_TYPE, NAMESPACES, OMSIMULATOR, VENDOR, tag
from .ssp_xml import parse_ssp
from .ssv_reader import bound_values

UNSUPPORTED = {
    "ssd:System/ssd:Elements/ssd:System": "a system inside the system",
    "ssd:System/ssd:Elements/ssd:SignalDictionaryReference": "a signal dictionary",
    "ssd:System/ssd:SignalDictionaries": "signal dictionaries",
    "ssd:System/ssd:Connectors": "connectors of the system itself",
    ".//ssd:ParameterMapping": "a parameter mapping",
    ".//ssd:ParameterBinding[@sourceBase='component']": "parameter values inside an FMU",
    ".//ssd:Connection/ssc:LinearTransformation": "a linear transformation",
    ".//ssd:Connection/ssc:BooleanMappingTransformation": "a mapping transformation",
    ".//ssd:Connection/ssc:IntegerMappingTransformation": "a mapping transformation",
    ".//ssd:Connection/ssc:EnumerationMappingTransformation": "a mapping transformation",
    ".//ssd:Component[@implementation='ModelExchange']": "a component for Model Exchange",
    f".//ssd:Component[@type and @type!='{FMU_TYPE}']": "a component that is not an FMU",
    ".//ssd:Connection[not(@startElement) or not(@endElement)]": "a connection to a connector of the system itself",
}


def read_ssd(path: Path, called: Callable[[Path], str] = str) -> System:
    """Return the System described by the .ssd at `path`, its FMUs where the .ssd says they are. Errors name files as they are `called`.

    Step size, master and signals are in mbfmu's own annotation, the step size else in OMSimulator's, and else System's default, which its
    `assumptions` then say.

    Raises MbfmuError when the file is missing or no valid SSD, ProblemsFound for all in it that is unsupported or unsafe.
    """
    root = parse_ssp(path, called, "SystemStructureDescription.xsd")
    problems = [*_unsupported(root)]
    components: dict[str, Component] = {}
    for element in root.iterfind("ssd:System/ssd:Elements/ssd:Component", NAMESPACES):
        name, source = element.get("name"), unquote(element.get("source"))
        if name in components:
            problems.append(f"two components are called {name!r}")
        if not is_inside(source):
            problems.append(f"{name}: its FMU {source!r} lies outside the folder of the description")
            continue
        values, wrong = bound_values(element, path.parent, _units(path.parent / source), called)
        components[name] = Component(path.parent / source, values)
        problems += (f"{name}: {problem}" for problem in wrong)
    units = {f"{name}.{variable}": unit for name, component in components.items() for variable, unit in _units(component.fmu).items()}
    overriding, wrong = bound_values(root.find("ssd:System", NAMESPACES), path.parent, units, called)
    problems += wrong
    for name, value in overriding.items():
        owner, variable = connector_of(name)
        if owner not in components:
            problems.append(f"the value {name} of the system is for no component; there are {', '.join(components)}")
            continue
        components[owner] = replace(components[owner], values={**components[owner].values, variable: value})
    try:
        experiment = _experiment(root)
    except MbfmuError as error:
        problems.append(str(error))
    if problems:
        raise ProblemsFound(f"{called(path)} cannot be used:", problems)
    system = System(components, _connections(root), name=root.find("ssd:System", NAMESPACES).get("name"), **experiment)
    return _without_driven(system)


def _without_driven(system: System) -> System:
    """Leave out start values of inputs that signals drive; `assumptions` name those that contradict the signals."""
    components, assumed = dict(system.components), [*system.assumptions]
    for name, signal in system.inputs.items():
        owner, variable = connector_of(name)
        if owner in components and variable in components[owner].values:
            values = dict(components[owner].values)
            value, driven = values.pop(variable), as_signal(signal)(system.start_time)
            components[owner] = replace(components[owner], values=values)
            if isinstance(value, (int, float)) and isinstance(driven, (int, float)) and not isclose(value, driven):
                assumed.append(f"{name} = {value} at the start is passed over: its signal {signal!r} drives it, which is {driven} then")
    return replace(system, components=components, assumptions=tuple(assumed))


def _unsupported(root: _Element) -> Iterator[str]:
    for path, what in UNSUPPORTED.items():
        for element in root.xpath(path, namespaces=NAMESPACES):
            name = element.get("name") or element.getparent().get("name")
            yield f"line {element.sourceline}: it has {what}{f' ({name})' if name else ''}, which mbfmu does not support"


def _units(fmu: Path) -> dict[str, str | None]:
    """Return the unit of each variable; none where the FMU cannot be read, which the checks before a run report."""
    try:
        return {name: unit_of(v) for name, v in scalar_variables(describe_fmu(fmu)).items()}
    except MbfmuError:
        return {}


def _connections(root: _Element) -> tuple[Connection, ...]:
    connections = root.iterfind("ssd:System/ssd:Connections/ssd:Connection", NAMESPACES)
    return tuple(((c.get("startElement"), c.get("startConnector")), (c.get("endElement"), c.get("endConnector"))) for c in connections)


def _experiment(root: _Element) -> dict[str, Any]:
    """Return the fields of System that the description states."""
    stated: dict[str, Any] = {}
    experiment = root.find("ssd:DefaultExperiment", NAMESPACES)
    for key, field in (("startTime", "start_time"), ("stopTime", "stop_time")):
        if experiment is not None and experiment.get(key) is not None:
            stated[field] = float(experiment.get(key))
    ours = root.iterfind(f".//ssc:Annotation[@type='{VENDOR}']/mbfmu:Master/mbfmu:Input", NAMESPACES)
    stated["inputs"] = {f"{each.get('component', '')}.{each.get('variable', '')}": _signal(each) for each in ours}
    master = root.find(f".//ssc:Annotation[@type='{VENDOR}']/mbfmu:Master", NAMESPACES)
    if master is not None:
        stated["method"] = master.get("method", "jacobi")
        stated["step_size"] = _number(master, "stepSize")
        stated["input_order"] = _whole(master, "inputOrder", "0") if "inputOrder" in master.attrib else None
        stated["tolerance"] = _number(master, "tolerance") if master.get("tolerance") else None
        stated["divisors"] = {each.get("component", ""): _whole(each, "steps", "1") for each in master.iterfind(tag("mbfmu:Divisor"))}
        stated["start_in_equilibrium"] = master.get("startInEquilibrium") == "true"
        stated["order"] = tuple(following.get("component", "") for following in master.iterfind(tag("mbfmu:Next")))
        return stated
    theirs = root.find(f"ssd:System/ssd:Annotations/ssc:Annotation[@type='{OMSIMULATOR}']//oms:FixedStepMaster", NAMESPACES)
    if theirs is not None:
        stated["step_size"] = _number(theirs, "stepSize")
    else:
        assumed = f"the system description states no step size; {System.step_size} s is used, with the master {System.method!r}"
        stated["assumptions"] = (assumed,)
    return stated


def _signal(element: _Element) -> Signal:
    try:
        return read_signal(element.get("signal", ""))
    except MbfmuError as error:
        raise MbfmuError(f"line {element.sourceline}: {error}") from None


def _whole(element: _Element, attribute: str, otherwise: str) -> int:
    try:
        return int(element.get(attribute, otherwise))
    except ValueError:
        raise MbfmuError(f"line {element.sourceline}: {attribute}={element.get(attribute)!r} of the master is not a whole number") from None


def _number(master: _Element, attribute: str) -> float:
    try:
        return float(master.get(attribute, ""))
    except ValueError:
        raise MbfmuError(f"line {master.sourceline}: {attribute}={master.get(attribute)!r} of the master is not a number") from None
