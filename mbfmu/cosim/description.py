"""What an FMU says about itself: its modelDescription.xml, read safely."""

from itertools import product
from pathlib import Path
from zipfile import ZipFile

from attrs import evolve
from fmpy import read_model_description
from fmpy.model_description import ModelDescription, ModelVariable

from ..runtime.errors import MbfmuError
from ..safe_xml import parse_xml
from .archive import read_entry
from .system import Value


def describe_fmu(path: Path) -> ModelDescription:
    """Return the model description of the FMU at `path`; raises MbfmuError when there is none that can be read."""
    root = parse_xml(read_entry(path, "modelDescription.xml"), f"{path}: modelDescription.xml")
    if not root.get("fmiVersion"):
        raise MbfmuError(f"{path}: modelDescription.xml does not say which version of FMI it is of: fmiVersion is missing")
    try:
        description = read_model_description(path, validate=False)
        for time in ("startTime", "stopTime", "stepSize"):
            float(getattr(description.defaultExperiment, time, None) or 0.0)
        return description
    except Exception as error:  # FMPy raises bare exceptions on any content it cannot read
        raise MbfmuError(f"{path}: modelDescription.xml cannot be read: {error}") from error


def platforms_of(path: Path) -> list[str]:
    """Return the platforms the FMU at `path` has binaries for, by the names of their folders."""
    with ZipFile(path) as archive:
        return sorted({parts[1] for name in archive.namelist() if len(parts := name.split("/")) > 2 and parts[0] == "binaries" and parts[2]})


def fmu_type(variable: ModelVariable) -> str:
    """Return the variable's FMI 2 type by which it is set and got: "Real", "Integer", "Boolean" or "String"."""
    return "Integer" if variable.type == "Enumeration" else variable.type


def unit_of(variable: ModelVariable) -> str | None:
    """Return the variable's unit, its own or its declared type's."""
    return variable.unit or (variable.declaredType.unit if variable.declaredType else None)


def direct_feedthrough(description: ModelDescription) -> dict[str, tuple[str, ...]]:
    """Return, for every output, the inputs it depends on directly; FMI says an output without a list depends on all."""
    inputs = tuple(v.name for v in description.modelVariables if v.causality == "input")
    listed = {unknown.variable.name: unknown.dependencies for unknown in description.outputs}
    return {
        v.name: inputs if listed.get(v.name) is None else tuple(d.name for d in listed[v.name] if d.name in inputs)
        for v in description.modelVariables
        if v.causality == "output"
    }


def numbers_of(variable: ModelVariable) -> list[str]:
    """Return the names of a variable's numbers, row by row: "r[1]", "r[2]", ... for an array of FMI 3, its own name for a scalar."""
    shape = variable.shape or ()
    return [variable.name + (f"[{','.join(map(str, index))}]" if index else "") for index in product(*(range(1, n + 1) for n in shape))]


def scalar_variables(description: ModelDescription) -> dict[str, ModelVariable]:
    """Return all numbers by name; one of an array as a variable of its own that states no start."""
    variables = {}
    for v in description.modelVariables:
        variables |= {name: evolve(v, name=name, shape=(), dimensions=[], start=None) for name in numbers_of(v)} if v.shape else {v.name: v}
    return variables


def value_problem(description: ModelDescription, name: str, value: Value) -> str | None:
    """Say what forbids starting variable `name` with `value`, or None; numbers of arrays are given one by one."""
    variable = scalar_variables(description).get(name)
    if variable is None:
        array = next((v for v in description.modelVariables if v.name == name), None)
        if array is None:
            return f"no variable {name!r} in FMU {description.modelName}"
        return f"{name} has {len(numbers_of(array))} numbers: give {', '.join(numbers_of(array))}"
    if variable.variability == "constant" or not (
        variable.causality in ("parameter", "input") or variable.initial in ("exact", "approx")
    ):
        return f"{name} is a {variable.variability} {variable.causality}; only parameters, inputs and start values can be set"
    return _type_problem(variable, value) or _bound_problem(variable, value)


def _type_problem(variable: ModelVariable, value: Value) -> str | None:
    accepted = {"String": (str,), "Boolean": (bool,), "Integer": (int,), "Enumeration": (int,)}
    numbers = (int, float)
    if not isinstance(value, accepted.get(variable.type, numbers)) or isinstance(value, bool) != (variable.type == "Boolean"):
        return f"{variable.name} = {value!r} is not of type {variable.type}"
    if isinstance(value, float) and not float("-inf") < value < float("inf"):
        return f"{variable.name} = {value} must be a finite number"
    return None


def _bound_problem(variable: ModelVariable, value: Value) -> str | None:
    unit = f" {unit_of(variable)}" if unit_of(variable) else ""
    if variable.min is not None and value < float(variable.min):
        return f"{variable.name} = {value}{unit} must be >= {variable.min}{unit}"
    if variable.max is not None and value > float(variable.max):
        return f"{variable.name} = {value}{unit} must be <= {variable.max}{unit}"
    return None
