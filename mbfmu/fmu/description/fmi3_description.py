"""modelDescription.xml of FMI 3.0."""

from __future__ import annotations

from collections.abc import Callable

from lxml import etree

from ...problem.codegen.tape_functions import TapeFunctions
from ...problem.codegen.variables import FmiVariable, fmi_variables
from ...problem.data.problem import Problem
from ...problem.data.steps import Slopes, with_inner
from .description import about, add_items, add_log_and_experiment, add_units, enumerations, looks_ahead, of_type, token_writer
from .structure import ModelStructure, model_structure

SHARED = {
    "needsExecutionTool": "false",
    "canBeInstantiatedOnlyOncePerProcess": "false",
    "canGetAndSetFMUState": "true",
    "canSerializeFMUState": "true",
    "providesDirectionalDerivatives": "true",
}
MODEL_EXCHANGE = SHARED | {"needsCompletedIntegratorStep": "true"}
CO_SIMULATION = SHARED | {
    "canHandleVariableCommunicationStepSize": "true",
    "maxOutputDerivativeOrder": "1",
    "providesIntermediateUpdate": "true",
    "mightReturnEarlyFromDoStep": "true",
    "canReturnEarlyAfterIntermediateUpdate": "true",
    "hasEventMode": "true",
}
LOOKING_AHEAD = CO_SIMULATION | {"maxOutputDerivativeOrder": "0"}
BETWEEN = ("input", "output")  # what may be set and asked for between communication points


def describe_fmi3(problem: Problem, functions: TapeFunctions) -> Callable[[str], bytes]:
    """The modelDescription.xml of `problem`, for an instantiation token: Model Exchange and Co-Simulation by the engine, with arrays.

    `functions` are those of the problem, which the model structure is read off. The position of a variable in `fmi_variables(problem, 3)` is its
    value reference. The same problem gives the same bytes.
    """
    variables = fmi_variables(problem, 3)
    root = etree.Element(
        "fmiModelDescription",
        fmiVersion="3.0",
        modelName=problem.name,
        instantiationToken="",
        description=problem.description or problem.name,
        generationTool="mbfmu",
        variableNamingConvention="structured",
    )
    ahead = looks_ahead(problem)
    both = {"modelIdentifier": problem.name, "providesAdjointDerivatives": str(_has_adjoints(problem)).lower()}
    if not ahead:
        etree.SubElement(root, "ModelExchange", **both, **MODEL_EXCHANGE)
    etree.SubElement(root, "CoSimulation", **both, **(LOOKING_AHEAD if ahead else CO_SIMULATION))
    add_units(root, variables)
    _add_types(root, variables)
    add_log_and_experiment(root, problem)
    listed = etree.SubElement(root, "ModelVariables")
    for reference, v in enumerate(variables):
        _add_variable(listed, reference, v)
    _add_structure(root, model_structure(problem, variables, functions))
    return token_writer(root, "instantiationToken")


def _has_adjoints(problem: Problem) -> bool:
    """Whether all that outputs and rates follow from has adjoint derivatives: an interface mass has none (engine/c/steps/slopes.c)."""
    return not any(isinstance(step, Slopes) for step in with_inner((*problem.derivative, *problem.output)))


def _add_types(root: etree._Element, variables: tuple[FmiVariable, ...]) -> None:
    found = enumerations(variables)
    types = etree.SubElement(root, "TypeDefinitions") if found else root
    for name, items in found.items():
        add_items(etree.SubElement(types, "EnumerationType", name=name), items)


def _add_variable(listed: etree._Element, reference: int, v: FmiVariable) -> None:
    attributes = about(v, reference) | of_type(v)
    starts = [] if v.start is None else v.type.literals(v.start)
    if starts and not v.type.starts_apart:
        attributes["start"] = " ".join(starts)
    if v.state is not None:
        attributes["derivative"] = str(v.state)
    if v.reinit:
        attributes["reinit"] = "true"
    if v.causality in BETWEEN and v.variability == "continuous":
        attributes["intermediateUpdate"] = "true"
    element = etree.SubElement(listed, v.type.fmi3, attributes)
    for size in v.shape:
        etree.SubElement(element, "Dimension", start=str(size))
    for start in starts if v.type.starts_apart else ():
        etree.SubElement(element, "Start", value=start)


def _add_structure(root: etree._Element, found: ModelStructure) -> None:
    structure = etree.SubElement(root, "ModelStructure")
    unknowns = {
        "Output": found.outputs,
        "ContinuousStateDerivative": found.derivatives,
        "InitialUnknown": found.initial,
        "EventIndicator": found.indicators,
    }
    for name, of in unknowns.items():
        for unknown in of:
            etree.SubElement(structure, name, {"valueReference": str(unknown.reference), **unknown.listed(0)})
