"""A System from an SSD of SSP 1.0 or 2.0; what mbfmu cannot use of it is refused by name."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from math import isclose
from pathlib import Path
from typing import Any
from urllib.parse import unquote

from ...base.errors import MbfmuError, ProblemsFound
from ...base.model_description import describe_fmu
from ...base.safe_zip import is_inside
from ...model.signals.expression import as_signal
from ..system.literals import start_of
from ..system.names import connector_name, connector_of
from ..system.system import Component, System
from ..system.variables import kind_of
from .experiment_reader import experiment
from .ssd_connections import Wiring
from .ssd_document import Document, document_at
from .ssd_structure import Interface, Part, parts_of
from .ssd_values import BoundValues
from .ssp_names import FMU_TYPE, NAMESPACES, SSD_TYPE, SSP_TYPE
from .ssv_reader import ParameterReader

UNSUPPORTED = {
    ".//ssd:Elements/ssd:SignalDictionaryReference": "a signal dictionary",
    ".//ssd:System/ssd:SignalDictionaries": "signal dictionaries",
    ".//ssd:Component[@implementation='ModelExchange']": "a component for Model Exchange",
    ".//ssd:Component[@implementation='ScheduledExecution']": "a component for Scheduled Execution",
    f".//ssd:Component[@type and @type!='{FMU_TYPE}' and @type!='{SSD_TYPE}' and @type!='{SSP_TYPE}']": "a component that is no FMU and no system",
    ".//ssd:Component[not(@source)]": "a component without an FMU",
    ".//ssd:Connector[@kind='inout' or @kind='unspecified']": "a connector of no direction",
}


def read_ssd(path: Path, unpack: Callable[[Path], Path], called: Callable[[Path], str] = str) -> System:
    """Return the System described by the .ssd at `path`, its FMUs where the .ssd says they are. Errors name files as they are `called`.

    `unpack` returns the folder with the files of an .ssp that it holds.

    Systems in the system become one, whose components are called "axle.left". Step size, master and signals are in mbfmu's own annotation, the step
    size else in OMSimulator's, and else System's default, which its `assumptions` then say.

    Raises MbfmuError when the file is missing or no valid SSD, ProblemsFound for all in it that is unsupported or unsafe.
    """
    document = document_at(path, called, unpack)
    root, parts = document.root, [*parts_of(document)]
    problems = [*_unsupported(parts, document), *_twice(parts)]
    by_name = {part.name: part for part in parts}
    sources = {name: unquote(part.element.get("source", "")) for name, part in by_name.items() if part.is_component}
    fmus = {name: by_name[name].document.folder / source for name, source in sources.items() if is_inside(source)}
    outside = {name: source for name, source in sources.items() if name not in fmus}
    problems += (f"{name}: its FMU {source!r} lies outside the folder of the description" for name, source in outside.items())
    wiring = Wiring(by_name, {name: _interface(fmus.get(name)) for name in sources})
    bound = BoundValues(wiring)
    for part in parts:  # those of systems behind those of what they hold, over which they count
        for holder, element in part.bound:
            for given in ParameterReader(holder, bound.problems).bound(element, part.name or "the system"):
                bound.bind(part, given)
    connections, conversions = wiring.connections()
    connectors = wiring.connectors()
    problems += [*wiring.problems, *bound.problems, *_structural(wiring, bound)]
    try:
        stated = experiment(root)
    except MbfmuError as error:
        problems.append(str(error))
    if problems:
        raise ProblemsFound(f"{called(path)} cannot be used:", problems)
    assumed = (*stated.pop("assumptions", ()), *bound.passed_over, *_dotted(parts), *_declared_otherwise(wiring), *_dangling(wiring, connectors))
    components = {name: Component(fmu, bound.values.get(name, {})) for name, fmu in fmus.items()}
    system = System(
        components,
        connections,
        name=root.find("ssd:System", NAMESPACES).get("name"),
        conversions=conversions,
        connectors={name: ends for name, ends in connectors.items() if [name] != [*map(connector_name, ends)]},  # not those called as what is inside
        assumptions=assumed,
        **stated,
    )
    return _without_driven(system)


def _interface(fmu: Path | None) -> Interface:
    """What an FMU says of its variables; nothing where it cannot be read, which the checks before a run report."""
    try:
        return Interface(describe_fmu(fmu) if fmu else None)
    except MbfmuError:
        return Interface(None)


def _twice(parts: list[Part]) -> Iterator[str]:
    """What forbids that parts go by their names."""
    names = [part.name for part in parts]
    yield from (f"two elements are called {name!r}" for name in dict.fromkeys(names) if names.count(name) > 1)


def _dotted(parts: list[Part]) -> Iterator[str]:
    """Sentences on elements whose names have dots."""
    for part in parts:
        system, dot, element = part.name.rpartition(".")
        if dot and system not in {other.name for other in parts}:
            yield f"the element {part.name!r} has a dot in its name, so it is taken as {element!r} in a system {system!r}"


def _structural(wiring: Wiring, bound: BoundValues) -> Iterator[str]:
    """Leave out sizes of arrays that FMUs have anyway; yield those that they do not have."""
    for name, values in bound.values.items():
        for variable, value in [*values.items()]:
            known = wiring.interfaces[name].variables.get(variable)
            if known is not None and known.causality == "structuralParameter":
                if value != (start := start_of(known)):
                    yield f"{name}.{variable} = {value}: mbfmu runs FMUs with the sizes of arrays that they start with, here {start}"
                del values[variable]


def _declared_otherwise(wiring: Wiring) -> Iterator[str]:
    """Sentences on connectors that are not what their FMUs say."""
    for name, interface in wiring.interfaces.items():
        for connector, declared in wiring.parts[name].connectors.items():
            variable = interface.variables.get(connector)
            if variable is None:
                continue
            if declared.type is not None and kind_of_type(declared.type) != kind_of(variable):
                yield f"{name}.{connector} is declared as {declared.type}; it is taken as {variable.type}, which its FMU says"
            if declared.kind != variable.causality:
                yield f"{name}.{connector} is declared as {declared.kind}; it is taken as {variable.causality}, which its FMU says"
            sizes = [size for size in zip(declared.sizes, variable.shape or ()) if size[0] not in (None, size[1])]
            if sizes or len(declared.sizes) != len(variable.shape or ()):
                stated = " x ".join(map(str, declared.sizes)) or "a single number"
                yield f"{name}.{connector} is declared as {stated}; it is taken as {' x '.join(map(str, variable.shape or ())) or 'a single number'}"


def kind_of_type(of_ssp: str) -> str:
    """Return the kind of number of a type of SSP, as `kind_of` calls that of a variable."""
    return "Real" if of_ssp.startswith("Float") else "Integer" if "Int" in of_ssp or of_ssp == "Enumeration" else of_ssp


def _dangling(wiring: Wiring, connectors: Mapping[str, Any]) -> Iterator[str]:
    """Sentences on connectors of systems that lead nowhere."""
    led = {each for name in connectors for each in (name, name.rpartition("[")[0])}
    for part in wiring.parts.values():
        for connector in part.connectors if not part.is_component else ():
            if (name := wiring.full_name((part.name, connector))) not in led:
                yield f"the connector {name} of a system leads to no variable of an FMU, so it is left out"
        if part.name and not part.is_component and not any(name.startswith(f"{part.name}.") for name in wiring.interfaces):
            yield f"the system {part.name} holds no FMU, so it is left out"


def _without_driven(system: System) -> System:
    """Leave out start values of inputs that signals drive; `assumptions` name those that contradict the signals."""
    components, assumed = dict(system.components), [*system.assumptions]
    for name, signal in system.inputs.items():
        owner, variable = connector_of(name, components)
        if owner in components and variable in components[owner].values:
            values = dict(components[owner].values)
            value, driven = values.pop(variable), as_signal(signal)(system.start_time)
            components[owner] = replace(components[owner], values=values)
            if isinstance(value, (int, float)) and isinstance(driven, (int, float)) and not isclose(value, driven):
                assumed.append(f"{name} = {value} at the start is passed over: its signal {signal!r} drives it, which is {driven} then")
    return replace(system, components=components, assumptions=tuple(assumed))


def _unsupported(parts: list[Part], outermost: Document) -> Iterator[str]:
    """What of all documents mbfmu cannot use, by line."""
    for document in {part.document.path: part.document for part in parts}.values():
        where = "" if document.path == outermost.path else f"{document.called(document.path)}: "
        for path, what in UNSUPPORTED.items():
            for element in document.root.xpath(path, namespaces=NAMESPACES):
                name = element.get("name") or element.getparent().get("name")
                yield f"{where}line {element.sourceline}: it has {what}{f' ({name})' if name else ''}, which mbfmu does not support"
