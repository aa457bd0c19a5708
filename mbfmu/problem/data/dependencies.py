"""What depends on which inputs, parameters and states, read off the schedule.

Sets of sources are Python's integers, a bit a source: those of a long chain are long, and uniting two of them takes the time of one operation.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import reduce, singledispatch
from itertools import accumulate
from operator import or_
from types import MappingProxyType

import numpy as np
from casadi import Function
from scipy.sparse import coo_array
from scipy.sparse.csgraph import connected_components

from .constraint_manifold import ConstraintManifold
from .problem import Problem
from .ref import Ref
from .steps import (
    Call,
    ConstrainedSolve,
    FeedbackSolve,
    Gather,
    HostCall,
    KeepLargest,
    MultiplierSolve,
    NewtonSolve,
    ShareLoads,
    Slopes,
    SpdSolve,
    Step,
    SuperelementSolve,
)

ASSEMBLING = ("phi", "psi", "A_nonzeros", "M_nonzeros", "phi_start", "psi_start", "A_start_nonzeros", "fixed_position", "fixed_speed")
Sources = int  # a set: bit i stands for source i
Pattern = Callable[[Sequence[Sources]], Sequence[Sources]]  # of what each number that a function takes depends on -> of each that it gives
Patterns = Mapping[str, Pattern]


@dataclass(frozen=True)
class Marks:
    """What each number of each slot depends on, of `count` sources; `patterns` are those of functions known so far, by name."""

    problem: Problem
    count: int
    of: dict[str, list[Sources]]
    patterns: dict[str, Pattern]

    def __getitem__(self, ref: Ref) -> list[Sources]:
        return self.of[ref.slot][ref.start : ref.start + ref.size]

    def __setitem__(self, ref: Ref, found: Sequence[Sources]) -> None:
        self.of[ref.slot][ref.start : ref.start + ref.size] = found

    def fill(self, ref: Ref, found: Sources) -> None:
        """Mark all numbers at `ref` alike."""
        self[ref] = [found] * ref.size

    def united(self, *refs: Ref) -> Sources:
        """What any number at these places depends on."""
        return united(found for ref in refs for found in self[ref])

    def slot(self, name: str) -> Sources:
        """What any number of a slot depends on."""
        return united(self.of[name])

    def array(self, slot: str) -> np.ndarray:
        """Which numbers of a slot (rows) depend on which sources (columns)."""
        found = np.zeros((len(self.of[slot]), self.count), dtype=bool)
        for row, sources in zip(found, self.of[slot]):
            row[members(sources)] = True
        return found

    def copy(self) -> Marks:
        """The same, to be carried on from here."""
        return replace(self, of={slot: found.copy() for slot, found in self.of.items()})

    def pattern(self, function: str) -> Pattern:
        """That of a function of the problem."""
        if function not in self.patterns:
            self.patterns[function] = _flat(self.problem.functions[function])
        return self.patterns[function]


def united(sets: Iterable[Sources]) -> Sources:
    """The union of sets."""
    return reduce(or_, sets, 0)


def members(found: Sources) -> np.ndarray:
    """The sources in a set, ascending. Most sets are small, whatever their highest bit."""
    content = np.frombuffer(found.to_bytes(-(-found.bit_length() // 8), "little"), dtype=np.uint8)
    filled = np.flatnonzero(content)
    place, bit = np.nonzero(np.unpackbits(content[filled, np.newaxis], axis=1, bitorder="little"))
    return 8 * filled[place] + bit


def direct_feedthrough(problem: Problem) -> np.ndarray:
    """Which scalar outputs (rows) depend at once on which scalar inputs (columns), states held."""
    return running_dependencies(problem, ("u",)).array("y")


def initial_dependencies(problem: Problem) -> np.ndarray:
    """Which scalar outputs (rows) depend at the start, modes included, on which scalar inputs and parameters (columns: u, then p)."""
    return starting_dependencies(problem, ("u", "p")).array("y")


def running_dependencies(problem: Problem, sources: tuple[str, ...], patterns: Patterns = MappingProxyType({})) -> Marks:
    """What all numbers depend on at once: the sources are the numbers of the slots `sources`, of t, x and u.

    Outputs are those of mechanisms that have followed the inputs that move their constraints.
    """
    marks = _sources(problem, sources, patterns)
    _carry(marks, problem.derivative, problem.output)
    input_driven = [manifold for manifold in problem.manifolds if any(row.input_driven for row in manifold.rows)]
    if not input_driven:
        return marks
    followed = marks.copy()
    for manifold in input_driven:
        _assemble(followed, manifold)
    _carry(followed, problem.derivative, problem.output)
    return replace(marks, of=marks.of | {"y": followed.of["y"]})


def starting_dependencies(problem: Problem, sources: tuple[str, ...], patterns: Patterns = MappingProxyType({})) -> Marks:
    """What all numbers depend on at the start, modes included.

    The sources are the numbers of the slots `sources`, of t, u, p and start_in_equilibrium. Where the start may be in equilibrium, every state
    depends on all that rates do.
    """
    marks = _sources(problem, sources, patterns)
    if problem.sizes.get("last_inputs"):
        marks.of["last_inputs"][1:] = marks.of["u"]
    _carry(marks, problem.derive, problem.initialize, problem.post_assembly)
    for manifold in problem.manifolds:
        _assemble(marks, manifold)
    _carry(marks, problem.post_assembly, problem.derivative)
    if problem.sizes.get("start_in_equilibrium"):
        rates = united(marks.slot(slot) for slot in ("x", "x_dot", "g", "start_in_equilibrium") if slot in marks.of)
        marks.of["x"] = [found | rates for found in marks.of["x"]]
        _carry(marks, problem.derivative)
    if problem.sizes.get("m"):
        marks.of["m"] = marks.of["g"].copy()
    _carry(marks, problem.derivative, problem.output)
    return marks


def feedback_pattern(problem: Problem, step: FeedbackSolve) -> np.ndarray:
    """Which residuals (rows) of a solve depend on which of its unknowns (columns)."""
    marks = _sources(problem, (), {})
    n = step.newton.unknown.size
    marks = replace(marks, count=n)
    marks[step.newton.unknown] = [1 << i for i in range(n)]
    _carry(marks, step.newton.evaluate)
    found = np.zeros((n, n), dtype=bool)
    for row, sources in zip(found, marks[step.newton.residual]):
        row[members(sources)] = True
    return found


def _assemble(marks: Marks, manifold: ConstraintManifold) -> None:
    """Every state of a mechanism that is put together depends on all that its constraints do."""
    _carry(marks, manifold.assembling)
    everything = united(marks.slot(manifold.prefix + slot) for slot in ASSEMBLING)
    states = Ref("x", manifold.states_from, manifold.nq + manifold.own + manifold.nv)
    marks[states] = [found | everything for found in marks[states]]


def _sources(problem: Problem, sources: tuple[str, ...], patterns: Patterns) -> Marks:
    """Each number of the sources depends on itself alone; the time at which inputs were given is that of everything else."""
    sizes = {"t": 1, "y": 0} | dict(problem.sizes)
    found, count = {slot: [0] * size for slot, size in sizes.items()}, 0
    for slot in sources:
        size = sizes.get(slot, 0)
        found[slot] = [1 << i for i in range(count, count + size)]
        count += size
    if "input_time" in found:
        found["input_time"] = found["t"] * sizes["input_time"]
    return Marks(problem, count, found, dict(patterns))


def _carry(marks: Marks, *schedules: tuple[Step, ...]) -> None:
    for schedule in schedules:
        for step in schedule:
            mark(step, marks)


def _flat(function: Function) -> Pattern:
    """The pattern of a function, of each of its numbers by itself."""
    takes = [0, *accumulate(map(function.nnz_in, range(function.n_in())))]
    gives = [0, *accumulate(map(function.nnz_out, range(function.n_out())))]
    rows: list[list[int]] = [[] for _ in range(gives[-1])]
    for i, first in enumerate(gives[:-1]):
        for j, start in enumerate(takes[:-1]):
            for row, column in zip(*function.jac_sparsity(i, j).get_triplet()):
                rows[first + row].append(start + column)
    return Rows(rows)


class Rows:
    """A pattern by the numbers that each number depends on; those that depend on the same are united once."""

    def __init__(self, rows: Iterable[Iterable[int]]):
        distinct: dict[tuple[int, ...], int] = {}
        self.which = [distinct.setdefault(tuple(row), len(distinct)) for row in rows]
        self.rows = tuple(distinct)

    def __call__(self, given: Sequence[Sources]) -> list[Sources]:
        found = [united(given[i] for i in row) for row in self.rows]
        return [found[i] for i in self.which]


@singledispatch
def mark(step: object, marks: Marks) -> None:
    """Carry dependencies through one step; a new kind of step registers how."""
    raise TypeError(f"no rule for the dependencies of a {type(step).__name__}")


@mark.register
def _(step: Call, marks: Marks) -> None:
    found, first = marks.pattern(step.function)([of for ref in step.arguments for of in marks[ref]]), 0
    for result in step.results:
        marks[result] = found[first : first + result.size]
        first += result.size


@mark.register
def _(step: HostCall, marks: Marks) -> None:
    everything = marks.united(*step.arguments)
    for found in step.results:
        marks.fill(found, everything)


@mark.register
def _(step: Gather, marks: Marks) -> None:
    marks.fill(step.found, marks.united(step.held))  # places are whole numbers, between which nothing changes


@mark.register
def _(step: KeepLargest, marks: Marks) -> None:
    marks.fill(step.held, marks.united(step.held, step.places, step.values))


@mark.register
def _(step: SpdSolve, marks: Marks) -> None:
    marks.fill(step.unknown, marks.united(step.matrix, step.right_side))


@mark.register
def _(step: ConstrainedSolve, marks: Marks) -> None:
    everything = marks.united(step.mass, step.force, step.jacobian, step.target)
    for found in (step.acceleration, step.multipliers, step.rank_deficiency):
        marks.fill(found, everything)


@mark.register
def _(step: MultiplierSolve, marks: Marks) -> None:
    found = _solved(step, marks[step.right_side], marks)
    marks[step.multipliers] = found
    marks.fill(step.rank_deficiency, united(found))


@mark.register
def _(step: SuperelementSolve, marks: Marks) -> None:
    influence = marks[step.influence]
    right = [of | united(influence[6 * i : 6 * i + 6]) for i, of in enumerate(marks[step.right_side])]
    found = _solved(step, right, marks)
    marks[step.multipliers] = found
    marks[step.following] = [of for of in found for _ in range(6)]
    marks.fill(step.rank_deficiency, united(found))
    opened, size = marks[step.open_loop], step.open_loop.size // len(step.carriers)
    for i, (reflected, rows) in enumerate(zip(step.reflected, step.carriers)):
        of_rows = united(found[row] for row in rows)
        marks[reflected] = [of | of_rows for of in opened[size * i : size * (i + 1)]]


def _solved(step: MultiplierSolve | SuperelementSolve, right: Sequence[Sources], marks: Marks) -> list[Sources]:
    """What each row's multiplier depends on: all that enters the matrix and right sides of the rows coupled with it."""
    k, (row, column) = len(step.rows), np.array(step.pattern, dtype=int).reshape(-1, 2).T
    _, group = connected_components(coo_array((np.ones(row.size), (row, column)), shape=(k, k)), directed=False)
    sums: dict[int, Sources] = {}
    for member, found in (*zip(group[row].tolist(), marks[step.schur]), *zip(group.tolist(), right)):
        sums[member] = sums.get(member, 0) | found
    return [sums[member] for member in group.tolist()]


@mark.register
def _(step: ShareLoads, marks: Marks) -> None:
    m, columns = len(step.pattern), 1 + max((column for row in step.pattern for column in row), default=0)
    row = [i for i, of in enumerate(step.pattern) for _ in of]
    column = [m + j for of in step.pattern for j in of]
    _, group = connected_components(coo_array((np.ones(len(row)), (row, column)), shape=(m + columns, m + columns)), directed=False)
    sums: dict[int, Sources] = {}
    for member, found in (*zip(group[row].tolist(), marks[step.rows]), *zip(group[:m].tolist(), marks[step.multipliers])):
        sums[member] = sums.get(member, 0) | found
    marks[step.shared] = [sums[member] for member in group[:m].tolist()]


@mark.register
def _(step: NewtonSolve, marks: Marks) -> None:
    marks.fill(step.unknown, 0)  # the guess does not matter
    for inner in step.evaluate:
        mark(inner, marks)
    marks.fill(step.unknown, marks.united(step.residual))


@mark.register
def _(step: FeedbackSolve, marks: Marks) -> None:
    mark(step.newton, marks)


@mark.register
def _(step: Slopes, marks: Marks) -> None:
    without = marks.copy()
    for ref in step.inputs:
        without.fill(ref, 0)
    for inner in step.evaluate:
        mark(inner, without)
    everything = without.united(step.of) | without.slot("x")
    for found in (step.slopes, step.free):
        marks.fill(found, everything)


__all__ = ["direct_feedthrough", "feedback_pattern", "initial_dependencies", "running_dependencies", "starting_dependencies"]
