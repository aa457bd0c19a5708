"""The model structure of an FMU: which of its variables are unknowns, and what each depends on."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np

from ...problem.codegen.variables import FmiVariable
from ...problem.data.dependencies import Marks, running_dependencies, starting_dependencies
from ...problem.data.problem import Problem

LONG = 100  # variables: longer lists are left out where they name most of what is known, or descriptions would grow with the square of the model
RUNNING, STARTING = ("t", "x", "u"), ("t", "u", "p", "start_in_equilibrium")  # slots of what is known while it runs and at the start


@dataclass(frozen=True)
class ComputedVariable:
    """A computed variable, and the variables that it depends on, by value reference; None if it may depend on all knowns."""

    reference: int
    dependencies: tuple[int, ...] | None

    def listed(self, first: int) -> Mapping[str, str]:
        """The attribute `dependencies`, where there is one, with variables counted from `first`."""
        return {} if self.dependencies is None else {"dependencies": " ".join(str(first + reference) for reference in self.dependencies)}


@dataclass(frozen=True)
class ModelStructure:
    """The unknowns of an FMU by what they are, each in the order of value references; `initial` are those of Initialization Mode."""

    outputs: tuple[ComputedVariable, ...]
    derivatives: tuple[ComputedVariable, ...]
    indicators: tuple[ComputedVariable, ...]
    initial: tuple[ComputedVariable, ...]


def model_structure(problem: Problem, variables: tuple[FmiVariable, ...]) -> ModelStructure:
    """The structure of a problem that shows these variables."""
    running, starting = running_dependencies(problem, RUNNING), starting_dependencies(problem, STARTING)
    at_once, at_start = _owners(problem, variables, RUNNING), _owners(problem, variables, STARTING)
    return ModelStructure(
        _unknowns(variables, running, at_once, "output"),
        _unknowns(variables, running, at_once, "derivative"),
        _unknowns(variables, running, at_once, "indicator"),
        _unknowns(variables, starting, at_start, "calculatedParameter", "output", "state", "derivative"),
    )


def _owners(problem: Problem, variables: tuple[FmiVariable, ...], sources: tuple[str, ...]) -> np.ndarray:
    """The value reference of the variable that each number of the slots `sources` belongs to; -1 where it is not shown."""
    sizes = {"t": 1} | dict(problem.sizes)
    owners = {slot: np.full(sizes.get(slot, 0), -1) for slot in sources}
    for reference, v in enumerate(variables):
        if v.ref.slot in owners:
            owners[v.ref.slot][v.ref.start : v.ref.start + v.ref.size] = reference
    return np.concatenate(list(owners.values()))


def _unknowns(variables: tuple[FmiVariable, ...], marks: Marks, owners: np.ndarray, *causalities: str) -> tuple[ComputedVariable, ...]:
    found, known = [], _among(variables, owners).sum()
    inputs = [reference for reference, v in enumerate(variables) if v.causality == "input"]
    for reference, v in enumerate(variables):
        if v.causality in causalities and v.is_picture:
            found.append(ComputedVariable(reference, None))  # nothing is computed from a picture, and there are many
        elif v.causality in causalities:
            depends = marks[v.ref.slot][v.ref.start : v.ref.start + v.ref.size].any(axis=0)
            named = _among(variables, owners[depends])
            dependencies = np.flatnonzero(named)
            long = dependencies.size > LONG and 2 * dependencies.size > known
            spares_inputs = v.causality == "output" and not named[inputs].all()  # else masters would fear algebraic loops
            found.append(ComputedVariable(reference, None if long and not spares_inputs else tuple(dependencies.tolist())))
    return tuple(found)


def _among(variables: tuple[FmiVariable, ...], owners: np.ndarray) -> np.ndarray:
    """Which of the variables are owners; -1 is none."""
    among = np.zeros(len(variables) + 1, dtype=bool)
    among[owners] = True
    return among[:-1]
