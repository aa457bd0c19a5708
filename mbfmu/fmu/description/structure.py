"""The model structure of an FMU: which of its variables are unknowns, and what each depends on."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np

from ...problem.codegen.tape_functions import TapeFunctions
from ...problem.codegen.tape_patterns import tape_patterns
from ...problem.codegen.variables import FmiVariable
from ...problem.data.dependencies import Marks, members, running_dependencies, starting_dependencies, united
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


def model_structure(problem: Problem, variables: tuple[FmiVariable, ...], functions: TapeFunctions) -> ModelStructure:
    """The structure of a problem, whose functions these are, that shows these variables."""
    patterns = tape_patterns(functions)
    running, starting = running_dependencies(problem, RUNNING, patterns), starting_dependencies(problem, STARTING, patterns)
    at_once, at_start = _Listing(problem, variables, running, RUNNING), _Listing(problem, variables, starting, STARTING)
    return ModelStructure(
        outputs=at_once.unknowns("output"),
        derivatives=at_once.unknowns("derivative"),
        indicators=at_once.unknowns("indicator"),
        initial=at_start.unknowns("calculatedParameter", "output", "state", "derivative"),
    )


class _Listing:
    """The unknowns among variables as the description lists them."""

    def __init__(self, problem: Problem, variables: tuple[FmiVariable, ...], marks: Marks, sources: tuple[str, ...]):
        self.variables, self.marks = variables, marks
        self.owners = _owners(problem, variables, sources)
        self.known = np.unique(self.owners[self.owners >= 0]).size
        self.inputs = {reference for reference, v in enumerate(variables) if v.causality == "input"}
        self._listed: dict[tuple[bytes, bool], tuple[int, ...] | None] = {}

    def unknowns(self, *causalities: str) -> tuple[ComputedVariable, ...]:
        """Those of these causalities. Nothing is computed from a picture, and there are many."""
        wanted = ((reference, v) for reference, v in enumerate(self.variables) if v.causality in causalities)
        return tuple(ComputedVariable(reference, None if v.is_picture else self._dependencies(v)) for reference, v in wanted)

    def _dependencies(self, v: FmiVariable) -> tuple[int, ...] | None:
        sources, of_output = united(self.marks[v.ref]), v.causality == "output"
        key = sources.to_bytes(1 + self.owners.size // 8, "little"), of_output  # powers of two would share few hashes
        if key not in self._listed:
            self._listed[key] = self._found(sources, of_output)
        return self._listed[key]

    def _found(self, sources: int, of_output: bool) -> tuple[int, ...] | None:
        """The list for what depends on `sources`."""
        owners = np.unique(self.owners[members(sources)])
        dependencies = owners[owners >= 0]
        listed = tuple(dependencies.tolist())
        if len(listed) <= LONG or 2 * len(listed) <= self.known:
            return listed
        spares_inputs = of_output and not self.inputs.issubset(listed)  # else masters would fear algebraic loops
        return listed if spares_inputs else None


def _owners(problem: Problem, variables: tuple[FmiVariable, ...], sources: tuple[str, ...]) -> np.ndarray:
    """The value reference of the variable that each number of the slots `sources` belongs to; -1 where it is not shown."""
    sizes = {"t": 1} | dict(problem.sizes)
    owners = {slot: np.full(sizes.get(slot, 0), -1) for slot in sources}
    for reference, v in enumerate(variables):
        if v.ref.slot in owners:
            owners[v.ref.slot][v.ref.start : v.ref.start + v.ref.size] = reference
    return np.concatenate(list(owners.values()))
