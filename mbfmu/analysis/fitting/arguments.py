"""What is given for all runs of a search, and for one of them alone."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from ...base.errors import MbfmuError
from ...problem.data.problem import Problem
from ..instant.drive import by_name, inputs_of
from .unknowns import Unknown


@dataclass(frozen=True)
class Arguments:
    """`values` and `inputs` by name, as `simulate` takes them."""

    values: Mapping[str, Any]
    inputs: Mapping[str, Any]

    def with_own(self, problem: Problem, values: Mapping[str, Any], inputs: Mapping[str, Any] | str | Path, unknowns: Sequence[Unknown]) -> Arguments:
        """The same with those that one run has of its own; MbfmuError for a value that is looked for."""
        own = by_name("values", values)
        if twice := [unknown.name for unknown in unknowns if unknown.name in own]:
            raise MbfmuError(f"{twice[0]} is looked for, and given for one run alone: leave one of them out")
        return Arguments({**self.values, **own}, {**self.inputs, **inputs_of(problem, inputs)})
