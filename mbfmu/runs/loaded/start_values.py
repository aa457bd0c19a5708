"""The start values of a model, given as text."""

from __future__ import annotations

from collections.abc import Mapping

from ...base.errors import MbfmuError
from ...cosim.system.system import Value
from ...model.declare.units import is_quantity_text, read_quantity
from ...model.declare.variable_types import Real, VariableType
from ...problem.codegen.variables import scalars
from ...problem.data.problem import Problem
from .literals import converted


def start_values(problem: Problem, literals: Mapping[str, str]) -> dict[str, Value]:
    """The values of a Problem's variables that start values given as text mean; ProblemsFound names all that mean none."""
    types = {s.name: (s.variable.type, s.variable.unit) for s in scalars(problem)} | {v.name: (v.type, v.unit) for v in problem.variables}
    # a name that is not known is left to who runs the problem, and reports it together with all else
    return converted(literals, lambda name, literal: _value(name, *types.get(name, (Real(), "1")), literal))


def _value(name: str, kind: VariableType, unit: str, literal: str) -> Value:
    try:
        return read_quantity(literal, unit) if kind == Real() and is_quantity_text(literal) else kind.read(literal)
    except MbfmuError as error:
        raise ValueError(f"{name} = {literal!r}: {error}") from None
    except ValueError:
        raise ValueError(f"{name} = {literal!r} is not {kind.one}") from None
