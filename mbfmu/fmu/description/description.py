"""modelDescription.xml of FMI 2.0."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping

from lxml import etree

from ...model.declare.declarations import one_line
from ...model.declare.units import parsed
from ...problem.codegen.tape_functions import TapeFunctions
from ...problem.codegen.variables import FmiVariable, fmi_variables
from ...problem.data.problem import Problem
from .structure import ComputedVariable, model_structure

COMPUTED = ("calculatedParameter", "output", "state", "derivative", "indicator")
INITIAL = {"parameter": "exact"} | dict.fromkeys(COMPUTED, "calculated")
LOCAL = ("state", "derivative", "indicator")
LOG_CATEGORIES = {
    "logStatusWarning": "warnings, such as of singular positions",
    "logStatusDiscard": "why a step was not done",
    "logStatusError": "values that were not taken or could not be computed",
}
# FMI 2.0.4, section 2.2.1, says "the FMU just contains the communication to this tool" of needsExecutionTool; an interpreted FMU contains the
# model itself and what runs it, so Python is a library that it needs, not a tool.
SHARED = {
    "needsExecutionTool": "false",
    "canBeInstantiatedOnlyOncePerProcess": "false",
    "canNotUseMemoryManagementFunctions": "true",
    "canGetAndSetFMUstate": "true",
    "canSerializeFMUstate": "true",
}
THROUGH_PYTHON = SHARED | {"canHandleVariableCommunicationStepSize": "true"}
MODEL_EXCHANGE = SHARED | {"completedIntegratorStepNotNeeded": "false", "providesDirectionalDerivative": "true"}
CO_SIMULATION = SHARED | {
    "canHandleVariableCommunicationStepSize": "true",
    "canInterpolateInputs": "true",
    "maxOutputDerivativeOrder": "1",
    "canRunAsynchronuously": "false",
    "providesDirectionalDerivative": "true",
}
# FMUs that predict what they are given between communication points: inputs that others continue would be in the way, and
# forces that are fitted to communication steps mean nothing without these.
LOOKING_AHEAD = CO_SIMULATION | {"canInterpolateInputs": "false", "maxOutputDerivativeOrder": "0"}


def looks_ahead(problem: Problem) -> bool:
    """Whether forces are fitted to communication steps, so that the FMU is for Co-Simulation only."""
    return problem.sizes.get("communication", 0) > 0


def describe_native(problem: Problem, functions: TapeFunctions, sources: Collection[str] = ()) -> Callable[[str], bytes]:
    """The modelDescription.xml of `problem`, for a GUID: Model Exchange and Co-Simulation by the engine, from these C files in sources/, if any.

    `functions` are those of the problem, which the model structure is read off. The position of a variable in `fmi_variables(problem, 2)` is its
    value reference. The same problem gives the same bytes.
    """
    kinds = {"CoSimulation": LOOKING_AHEAD} if looks_ahead(problem) else {"ModelExchange": MODEL_EXCHANGE, "CoSimulation": CO_SIMULATION}
    return _described(problem, functions, kinds, sources)


def describe_python(problem: Problem, functions: TapeFunctions) -> Callable[[str], bytes]:
    """The same, for the engine behind the wrapper of pythonfmu: Co-Simulation only, with what this wrapper can do."""
    return _described(problem, functions, {"CoSimulation": THROUGH_PYTHON}, ())


def add_units(root: etree._Element, variables: Iterable[FmiVariable]) -> None:
    """The units of the variables in SI base units, alike in FMI 2 and 3."""
    names = sorted({v.unit for v in variables} - {""})
    if not names:
        return
    units = etree.SubElement(root, "UnitDefinitions")
    for name in names:
        factor, exponents = parsed(name)
        base = {symbol: str(exponent) for symbol, exponent in exponents.items()} | ({} if factor == 1 else {"factor": repr(factor)})
        etree.SubElement(etree.SubElement(units, "Unit", name=name), "BaseUnit", base)


def add_log_and_experiment(root: etree._Element, problem: Problem) -> None:
    """Log categories and the default experiment, alike in FMI 2 and 3."""
    categories = etree.SubElement(root, "LogCategories")
    for name, description in LOG_CATEGORIES.items():
        etree.SubElement(categories, "Category", name=name, description=description)
    etree.SubElement(
        root,
        "DefaultExperiment",
        startTime="0.0",
        stopTime=repr(float(problem.stop_time)),
        tolerance=repr(float(problem.tolerance)),
        stepSize=repr(float(problem.step_size)),
    )


def about(v: FmiVariable, reference: int) -> dict[str, str]:
    """What both versions say of any variable."""
    causality = "local" if v.causality in LOCAL else v.causality
    initial = {"initial": INITIAL[v.causality]} if v.causality in INITIAL else {}
    named = {"name": v.name, "valueReference": str(reference), "description": v.description, "causality": causality}
    return named | {"variability": v.variability} | initial


def of_type(v: FmiVariable) -> dict[str, str]:
    """What both versions say of a variable of its type, but its start."""
    numbers = {"min": v.min, "max": v.max, "nominal": v.nominal}
    texts = {"declaredType": v.type.definition()[0], "unit": v.unit}
    return {k: text for k, text in texts.items() if text} | {k: v.type.literal(n) for k, n in numbers.items() if n is not None}


def enumerations(variables: Iterable[FmiVariable]) -> dict[str, Mapping[str, str]]:
    """The items, with their descriptions, of all enumerations by name."""
    return dict(sorted({name: items for name, items in (v.type.definition() for v in variables) if name}.items()))


def add_items(parent: etree._Element, items: Mapping[str, str]) -> None:
    """The items of an enumeration, alike in FMI 2 and 3."""
    for number, (name, description) in enumerate(items.items(), 1):
        etree.SubElement(parent, "Item", name=name, value=str(number), description=one_line(description))


def token_writer(root: etree._Element, attribute: str) -> Callable[[str], bytes]:
    """The document, for a token in this attribute of its root."""

    def written(token: str) -> bytes:
        root.set(attribute, token)
        return as_bytes(root)

    return written


def as_bytes(root: etree._Element) -> bytes:
    """The document."""
    return etree.tostring(root, xml_declaration=True, encoding="UTF-8", pretty_print=True)


def _described(
    problem: Problem, functions: TapeFunctions, interfaces: Mapping[str, Mapping[str, str]], sources: Collection[str]
) -> Callable[[str], bytes]:
    root = etree.Element(
        "fmiModelDescription",
        fmiVersion="2.0",
        modelName=problem.name,
        guid="",
        description=problem.description or problem.name,
        generationTool="mbfmu",
        variableNamingConvention="structured",
        numberOfEventIndicators=str(problem.sizes.get("m", 0)),
    )
    for kind, capabilities in interfaces.items():
        interface = etree.SubElement(root, kind, modelIdentifier=problem.name, **capabilities)
        if sources:
            files = etree.SubElement(interface, "SourceFiles")
            for source in sources:
                etree.SubElement(files, "File", name=source)
    variables = fmi_variables(problem, 2)
    add_units(root, variables)
    _add_types(root, variables)
    add_log_and_experiment(root, problem)
    listed = etree.SubElement(root, "ModelVariables")
    for reference, v in enumerate(variables):
        _add_variable(listed, reference, v)
    structure = model_structure(problem, variables, functions)
    _add_structure(root, {"Outputs": structure.outputs, "Derivatives": structure.derivatives, "InitialUnknowns": structure.initial})
    return token_writer(root, "guid")


def _add_types(root: etree._Element, variables: Iterable[FmiVariable]) -> None:
    found = enumerations(variables)
    types = etree.SubElement(root, "TypeDefinitions") if found else root
    for name, items in found.items():
        add_items(etree.SubElement(etree.SubElement(types, "SimpleType", name=name), "Enumeration"), items)


def _add_variable(listed: etree._Element, reference: int, v: FmiVariable) -> None:
    parent = etree.SubElement(listed, "ScalarVariable", about(v, reference))
    attributes = of_type(v) | ({} if v.start is None else {"start": v.type.literals(v.start)[0]})
    if v.state is not None:
        attributes["derivative"] = str(v.state + 1)
    if v.reinit:
        attributes["reinit"] = "true"
    etree.SubElement(parent, v.type.fmi2, attributes)


def _add_structure(root: etree._Element, unknowns: Mapping[str, tuple[ComputedVariable, ...]]) -> None:
    """Variables are counted from 1 here."""
    structure = etree.SubElement(root, "ModelStructure")
    for name, of in unknowns.items():
        if of:
            parent = etree.SubElement(structure, name)
            for unknown in of:
                etree.SubElement(parent, "Unknown", {"index": str(unknown.reference + 1), **unknown.listed(1)})
