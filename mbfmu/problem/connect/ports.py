"""The ports of a Problem."""

from __future__ import annotations

from ...model.ports import Port, ports_among
from ..data.problem import Problem, Variable


def ports_of(problem: Problem) -> dict[str, Port]:
    """The ports among the inputs and outputs of a Problem, by name."""
    inputs, outputs = ([v.name for v in problem.variables if v.causality == of and not v.is_picture] for of in ("input", "output"))
    return ports_among(inputs, outputs)


def is_member(variable: Variable, port: Port) -> bool:
    """Whether a variable is a member of a port."""
    return variable.name.removeprefix(f"{port.name}.") in port.inputs | port.outputs and variable.name.startswith(f"{port.name}.")
