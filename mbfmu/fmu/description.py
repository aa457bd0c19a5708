"""modelDescription.xml of FMI 2.0 for co-simulation."""

from __future__ import annotations

import numpy as np
from lxml import etree

from ..model.units import parsed
from ..problem.dependencies import direct_feedthrough, initial_dependencies
from ..runtime.interface import Scalar, scalars
from ..runtime.problem import Problem

INITIAL = {"parameter": {"initial": "exact"}, "output": {"initial": "calculated"}, "input": {}}
LOG_CATEGORIES = {
    "logStatusWarning": "what deserves attention, such as singular positions",
    "logStatusDiscard": "why a step was not done",
    "logStatusError": "values that were not taken or could not be computed",
}
# FMI 2.0.4, section 2.2.1, says "the FMU just contains the communication to this tool" of needsExecutionTool; this one contains the
# model itself and runs it in the process that loads it, so what it needs is a runtime library, not a tool.
CAPABILITIES = {
    "needsExecutionTool": "false",
    "canHandleVariableCommunicationStepSize": "true",
    "canBeInstantiatedOnlyOncePerProcess": "false",
    "canNotUseMemoryManagementFunctions": "true",
    "canGetAndSetFMUstate": "true",
    "canSerializeFMUstate": "true",
}


def describe(problem: Problem, guid: str) -> bytes:
    """The modelDescription.xml of `problem`; the same problem gives the same bytes.

    The position of a scalar in `scalars(problem)` is its value reference.
    """
    rows = scalars(problem)
    root = etree.Element(
        "fmiModelDescription", fmiVersion="2.0", modelName=problem.name, guid=guid, description=problem.description or problem.name,
        generationTool="mbfmu", variableNamingConvention="structured",
    )  # fmt: skip
    etree.SubElement(root, "CoSimulation", modelIdentifier=problem.name, **CAPABILITIES)
    _add_units(root, rows)
    categories = etree.SubElement(root, "LogCategories")
    for name, description in LOG_CATEGORIES.items():
        etree.SubElement(categories, "Category", name=name, description=description)
    etree.SubElement(
        root, "DefaultExperiment",
        startTime="0.0", stopTime=repr(problem.stop_time), tolerance=repr(problem.tolerance), stepSize=repr(problem.step_size),
    )  # fmt: skip
    variables = etree.SubElement(root, "ModelVariables")
    for reference, scalar in enumerate(rows):
        _add_variable(variables, reference, scalar)
    _add_structure(root, problem, rows)
    return etree.tostring(root, xml_declaration=True, encoding="UTF-8", pretty_print=True)


def _add_units(root: etree._Element, rows: tuple[Scalar, ...]) -> None:
    names = sorted({scalar.variable.unit for scalar in rows})
    if not names:
        return
    units = etree.SubElement(root, "UnitDefinitions")
    for name in names:
        factor, exponents = parsed(name)
        base = {symbol: str(exponent) for symbol, exponent in exponents.items()} | ({} if factor == 1 else {"factor": repr(factor)})
        etree.SubElement(etree.SubElement(units, "Unit", name=name), "BaseUnit", base)


def _add_variable(variables: etree._Element, reference: int, scalar: Scalar) -> None:
    v = scalar.variable
    attributes = {"name": scalar.name, "valueReference": str(reference), "description": v.description, "causality": v.causality}
    parent = etree.SubElement(variables, "ScalarVariable", attributes | {"variability": v.variability} | INITIAL[v.causality])
    start = None if v.causality == "output" else v.start[scalar.index]
    numbers = {"min": v.min, "max": v.max, "nominal": v.nominal, "start": start}
    etree.SubElement(parent, "Real", {"unit": v.unit} | {k: repr(float(n)) for k, n in numbers.items() if n is not None})


def _add_structure(root: etree._Element, problem: Problem, rows: tuple[Scalar, ...]) -> None:
    structure = etree.SubElement(root, "ModelStructure")
    place = {(s.variable.ref.slot, s.variable.ref.start + s.index): i + 1 for i, s in enumerate(rows)}
    outputs = [(i + 1, s.variable.ref.start + s.index) for i, s in enumerate(rows) if s.variable.causality == "output"]
    if not outputs:
        return
    inputs, parameters = (problem.sizes.get(slot, 0) for slot in ("u", "p"))
    sources = [place.get(("u", i)) for i in range(inputs)] + [place.get(("p", i)) for i in range(parameters)]
    for name, depends in (("Outputs", direct_feedthrough(problem)), ("InitialUnknowns", initial_dependencies(problem))):
        unknowns = etree.SubElement(structure, name)
        for index, row in outputs:
            known = sorted(sources[j] for j in np.flatnonzero(depends[row]).tolist() if sources[j])
            etree.SubElement(unknowns, "Unknown", index=str(index), dependencies=" ".join(map(str, known)))
