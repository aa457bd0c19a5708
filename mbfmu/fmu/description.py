"""The model description of an FMU: modelDescription.xml of FMI 2.0."""

from __future__ import annotations

import math
from importlib.metadata import version
from typing import Iterator

import numpy as np
from lxml import etree

from ..model.units import BASE, parsed
from ..problem.dependencies import direct_feedthrough, initial_dependencies
from ..runtime.problem import Problem, Variable
from ..runtime.validity import element_names

INITIAL = {"parameter": "exact", "output": "calculated"}
# FMI says a tool must be there to execute the FMU: it needs the Python that its binary loads.
FLAGS = {
    "needsExecutionTool": True,
    "canHandleVariableCommunicationStepSize": True,
    "canInterpolateInputs": False,
    "maxOutputDerivativeOrder": 0,
    "canRunAsynchronuously": False,
    "canBeInstantiatedOnlyOncePerProcess": False,
    "canNotUseMemoryManagementFunctions": True,
    "canGetAndSetFMUstate": True,
    "canSerializeFMUstate": True,
    "providesDirectionalDerivative": False,
}
LOG_CATEGORIES = {
    "logStatusWarning": "Values that were not taken, and why.",
    "logStatusDiscard": "Steps that could not be made, and why.",
    "logStatusError": "Calls that could not be served, and why.",
}


def model_description(problem: Problem, guid: str, tolerance: float) -> bytes:
    """modelDescription.xml: a scalar's value reference is its place among all numbers of the variables, from 0.

    `tolerance` is the relative tolerance of the default experiment.
    """
    root = etree.Element(
        "fmiModelDescription", fmiVersion="2.0", modelName=problem.name, guid=guid, description=problem.description,
        generationTool=f"mbfmu {version('mbfmu')}", variableNamingConvention="structured",
    )  # fmt: skip
    if not problem.description:
        del root.attrib["description"]
    etree.SubElement(root, "CoSimulation", modelIdentifier=problem.name, **{k: _text(v) for k, v in FLAGS.items()})
    _units(root, problem)
    categories = etree.SubElement(root, "LogCategories")
    for name, description in LOG_CATEGORIES.items():
        etree.SubElement(categories, "Category", name=name, description=description)
    etree.SubElement(
        root, "DefaultExperiment", startTime="0.0", stopTime=_text(problem.stop_time), tolerance=_text(tolerance),
        stepSize=_text(problem.step_size),
    )  # fmt: skip
    variables = etree.SubElement(root, "ModelVariables")
    for reference, (name, variable, start) in enumerate(scalars(problem)):
        variables.append(_scalar_variable(name, reference, variable, start))
    _structure(root, problem)
    return etree.tostring(root, xml_declaration=True, encoding="UTF-8", pretty_print=True)


def scalars(problem: Problem) -> Iterator[tuple[str, Variable, float | None]]:
    """Every scalar of the interface: its name, the variable it belongs to and its start value, None for outputs."""
    for variable in problem.variables:
        starts = variable.start or (None,) * variable.ref.size
        yield from zip(element_names(variable), [variable] * variable.ref.size, starts)


def _text(value: object) -> str:
    return str(value).lower() if isinstance(value, bool) else repr(float(value)) if isinstance(value, float) else str(value)


def _units(root: etree._Element, problem: Problem) -> None:
    definitions = etree.SubElement(root, "UnitDefinitions")
    for unit in sorted({v.unit for v in problem.variables}):
        factor, exponents = parsed(unit)
        base = etree.SubElement(etree.SubElement(definitions, "Unit", name=unit), "BaseUnit")
        for symbol in BASE:
            if symbol in exponents:
                base.set(symbol, str(exponents[symbol]))
        if factor != 1.0:
            base.set("factor", _text(factor))
    if not len(definitions):
        root.remove(definitions)


def _scalar_variable(name: str, reference: int, variable: Variable, start: float | None) -> etree._Element:
    element = etree.Element(
        "ScalarVariable", name=name, valueReference=str(reference), description=variable.description,
        causality=variable.causality, variability=variable.variability,
    )  # fmt: skip
    if variable.causality in INITIAL:
        element.set("initial", INITIAL[variable.causality])
    real = etree.SubElement(element, "Real", unit=variable.unit)
    attributes = {"min": variable.min, "max": variable.max, "nominal": variable.nominal, "start": start}
    for attribute, value in attributes.items():
        if value is not None and math.isfinite(value):
            real.set(attribute, _text(float(value)))
    return element


def _structure(root: etree._Element, problem: Problem) -> None:
    """Outputs with the inputs they depend on, and InitialUnknowns with the inputs and parameters they start from."""
    index = {"u": {}, "p": {}, "y": {}}
    position = 1
    for variable in problem.variables:
        for i in range(variable.ref.size):
            index[variable.ref.slot][variable.ref.start + i] = position
            position += 1
    structure = etree.SubElement(root, "ModelStructure")
    if not index["y"]:
        return
    inputs = [index["u"][i] for i in sorted(index["u"])]
    sources = [*inputs, *(index["p"][i] for i in sorted(index["p"]))]
    kinds = (("Outputs", direct_feedthrough(problem), inputs), ("InitialUnknowns", initial_dependencies(problem), sources))
    for kind, depends, columns in kinds:
        unknowns = etree.SubElement(structure, kind)
        for row, place in sorted(index["y"].items(), key=lambda item: item[1]):
            dependencies = sorted(columns[j] for j in np.flatnonzero(depends[row]))
            etree.SubElement(unknowns, "Unknown", index=str(place), dependencies=" ".join(map(str, dependencies)))
