"""The real variables of a car, number by number: those of a Problem, or of an FMU of any version."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from ...base.model_description import describe_fmu, unit_of
from ...cosim.system.literals import start_of
from ...cosim.system.variables import kind_of, scalar_variables
from ...model.declare.variable_types import Real
from ...problem.codegen.variables import scalars
from ...problem.data.problem import Problem


@dataclass(frozen=True)
class CarVariable:
    """One number, with its start value if it has one."""

    causality: str
    unit: str
    start: float | None


@dataclass(frozen=True)
class CarVariables:
    """The `name` of a car, and its variables by name; a vector has one for each number, such as `turning[3]`."""

    name: str
    variables: Mapping[str, CarVariable]

    def names(self, causality: str) -> list[str]:
        """The names of its inputs, outputs or parameters."""
        return [name for name, variable in self.variables.items() if variable.causality == causality]


def variables_of(subject: Problem | Path) -> CarVariables:
    """The variables of a Problem or of the FMU at a path. Raises MbfmuError for a file that is no FMU."""
    if isinstance(subject, Path):
        description = describe_fmu(subject)
        real = {name: v for name, v in scalar_variables(description).items() if kind_of(v) == "Real"}
        numbers = {name: CarVariable(v.causality, unit_of(v) or "", _number(start_of(v))) for name, v in real.items()}
        return CarVariables(description.modelName, numbers)
    found = [s for s in scalars(subject) if s.variable.type == Real() and not s.variable.is_picture]
    return CarVariables(
        subject.name, {s.name: CarVariable(s.variable.causality, s.variable.unit, _number(s.start[0] if s.start else None)) for s in found}
    )


def _number(start: object) -> float | None:
    return float(start) if isinstance(start, (int, float)) else None
