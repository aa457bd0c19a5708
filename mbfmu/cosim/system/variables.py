"""The variables of an FMU as a System sees them: single numbers of four kinds."""

from collections.abc import Mapping
from functools import lru_cache
from itertools import product, zip_longest
from types import MappingProxyType
from typing import Any

import numpy as np
from attrs import evolve
from fmpy.model_description import ModelDescription, ModelVariable

from ...base.model_description import items_of, unit_of
from ...base.nearest import listed, nearest
from .system import Value

KINDS = ("Real", "Integer", "Boolean", "String")
"""What can be connected and set."""

NUMBER_TYPES: Mapping[str, Any] = {
    **dict.fromkeys(("Real", "Float32", "Float64"), np.float64),
    "Boolean": np.bool_,
    "Integer": np.int32,
    "Enumeration": np.int64,
    **{sign + f"Int{bits}": np.dtype(f"{sign}Int{bits}".lower()) for sign in ("", "U") for bits in (8, 16, 32, 64)},
}
"""What can be recorded: NumPy's types by those of FMI 2 and 3."""

EXPECTED_STEP = "expected_step"
"""The parameter of FMUs of mbfmu that look ahead: the step that they expect before the first one, 0 where nobody makes steps."""


def kind_of(variable: ModelVariable) -> str:
    """Return the kind of number of a variable of any FMI version, one of KINDS, or its type where it is none (Binary, Clock)."""
    if variable.type.startswith("Float"):
        return "Real"
    return "Integer" if "Int" in variable.type or variable.type == "Enumeration" else variable.type


def nominal_of(variable: ModelVariable) -> float:
    """Return the size of a real variable that its FMU calls usual, its own or its declared type's."""
    return abs(float(variable.nominal or getattr(variable.declaredType, "nominal", None) or 1.0))


def direct_feedthrough(description: ModelDescription) -> dict[str, tuple[str, ...]]:
    """Return, for every output, the inputs it depends on directly; FMI says an output without a list depends on all."""
    inputs = {v.name: numbers_of(v) for v in description.modelVariables if v.causality == "input"}
    every = tuple(number for numbers in inputs.values() for number in numbers)  # once: outputs without a list may be thousands
    found: dict[str, tuple[str, ...]] = {}
    for v, of in _listed(description):
        needed = every if of is None else tuple(number for d in of if d.name in inputs for number in inputs[d.name])
        found |= dict.fromkeys(numbers_of(v), needed)
    return found


def inputs_at_once(description: ModelDescription) -> frozenset[str]:
    """Return the inputs that some output depends on directly."""
    inputs = {v.name: v for v in description.modelVariables if v.causality == "input"}
    lists = [of for _, of in _listed(description)]
    needed = inputs if None in lists else {d.name for of in lists for d in of or ()}
    return frozenset(number for name in needed if name in inputs for number in numbers_of(inputs[name]))


def _listed(description: ModelDescription) -> list[tuple[ModelVariable, list[ModelVariable] | None]]:
    """The outputs, with the variables they are said to depend on; None where nothing is said."""
    listed = {unknown.variable.name: unknown.dependencies for unknown in description.outputs}
    return [(v, listed.get(v.name)) for v in description.modelVariables if v.causality == "output"]


def looks_ahead(description: ModelDescription) -> bool:
    """Say whether an FMU of mbfmu predicts motion between communication points, by interface mass."""
    return any(v.name == EXPECTED_STEP and v.causality == "parameter" for v in description.modelVariables)


def equal_steps(descriptions: Mapping[str, ModelDescription]) -> list[str]:
    """The FMUs that take steps of one size only."""
    simulations = {name: description.coSimulation for name, description in descriptions.items()}
    return [name for name, of in simulations.items() if of is not None and not of.canHandleVariableCommunicationStepSize]


def numbers_of(variable: ModelVariable) -> list[str]:
    """Return the names of a variable's numbers, row by row: "r[1]", "r[2]", ... for an array of FMI 3, its own name for a scalar."""
    shape = variable.shape or ()
    return [variable.name + (f"[{','.join(map(str, index))}]" if index else "") for index in product(*(range(1, n + 1) for n in shape))]


@lru_cache(maxsize=32)  # as describe_fmu of base/model_description.py: a run asks dozens of times
def scalar_variables(description: ModelDescription) -> Mapping[str, ModelVariable]:
    """Return all numbers by name, one of an array as a variable of its own."""
    variables: dict[str, ModelVariable] = {}
    for v in description.modelVariables:
        names = numbers_of(v)
        starts = v.start.split() if v.shape and v.start else []
        parts = (evolve(v, name=name, shape=(), dimensions=[], start=start) for name, start in zip_longest(names, starts[: len(names)]))
        variables.update(zip(names, parts) if v.shape else ((v.name, v),))
    return MappingProxyType(variables)


def value_problem(description: ModelDescription, name: str, value: Value) -> str | None:
    """Say what forbids starting variable `name` with `value`, or None; numbers of arrays are given one by one."""
    variable = scalar_variables(description).get(name)
    if variable is None:
        array = next((v for v in description.modelVariables if v.name == name), None)
        if array is None:
            scalars = scalar_variables(description).items()
            known = [name for causality in ("input", "parameter") for name, v in scalars if v.causality == causality]
            return f"no variable {name!r} in FMU {description.modelName}{nearest(name, known)}; what can be set is {listed(known) or 'nothing'}"
        return f"{name} has {len(numbers_of(array))} numbers: give {', '.join(numbers_of(array))}"
    if variable.causality == "structuralParameter":
        return f"{name} is a size of arrays; mbfmu runs FMUs with the sizes that they start with, here {variable.start}"
    if variable.variability == "constant" or not (variable.causality in ("parameter", "input") or variable.initial in ("exact", "approx")):
        return f"{name} is a {variable.variability} {variable.causality}; only parameters, inputs and start values can be set"
    return type_problem(variable, value) or _bound_problem(variable, value)


def plain_value(variable: ModelVariable, value: Any) -> Any:
    """Return a value as FMI's functions take it: the number of an item that is given by its name, anything else as it is."""
    return items_of(variable).get(value, value) if isinstance(value, str) else value


def type_problem(variable: ModelVariable, given: Value) -> str | None:
    """Say what forbids that a variable takes a value of this type, or None."""
    items, value = items_of(variable), plain_value(variable, given)
    if items and value not in items.values():
        return f"{variable.name} = {given!r} is no item of its enumeration: {', '.join(f'{name} ({number})' for name, number in items.items())}"
    accepted = {"Real": (int, float), "String": (str,), "Boolean": (bool,), "Integer": (int,)}.get(kind_of(variable), ())
    if not isinstance(value, accepted) or isinstance(value, bool) != (variable.type == "Boolean"):
        return f"{variable.name} = {value!r} is not of type {variable.type}"
    if kind_of(variable) == "Integer" and isinstance(value, int) and not (range_ := np.iinfo(NUMBER_TYPES[variable.type])).min <= value <= range_.max:
        return f"{variable.name} = {value} does not fit into {variable.type}"
    if isinstance(value, float) and not float("-inf") < value < float("inf"):
        return f"{variable.name} = {value} must be a finite number"
    return None


def _bound_problem(variable: ModelVariable, value: Value) -> str | None:
    if isinstance(value, str):
        return None
    unit = f" {unit_of(variable)}" if unit_of(variable) else ""
    if variable.min is not None and value < float(variable.min):
        return f"{variable.name} = {value}{unit} must be >= {variable.min}{unit}"
    if variable.max is not None and value > float(variable.max):
        return f"{variable.name} = {value}{unit} must be <= {variable.max}{unit}"
    return None
