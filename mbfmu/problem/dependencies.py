"""Which outputs depend on which inputs and parameters, read off the schedule."""

from __future__ import annotations

from functools import singledispatch

import numpy as np
from scipy.sparse import coo_array
from scipy.sparse.csgraph import connected_components

from ..runtime.problem import Problem
from ..runtime.steps import Call, ConstrainedSolve, MultiplierSolve, NewtonSolve, Ref, SpdSolve, Step, SuperelementSolve

Marks = dict[str, np.ndarray]  # slot -> which of the sources each of its numbers depends on (size, sources)


def direct_feedthrough(problem: Problem) -> np.ndarray:
    """Which scalar outputs (rows) depend at once on which scalar inputs (columns), states held."""
    return _marked(problem, ("u",), (*problem.derivative, *problem.output))["y"]


def initial_dependencies(problem: Problem) -> np.ndarray:
    """Which scalar outputs (rows) depend at the start, modes included, on which scalar inputs and parameters (columns: u, then p)."""
    marks = _marked(problem, ("u", "p"), (*problem.derive, *problem.initialize, *problem.derivative))
    if problem.sizes.get("m"):
        marks["m"] = marks["g"]
    for step in (*problem.derivative, *problem.output):
        mark(step, problem, marks)
    return marks["y"]


def _marked(problem: Problem, sources: tuple[str, ...], steps: tuple[Step, ...]) -> Marks:
    width = sum(problem.sizes.get(s, 0) for s in sources)
    marks = {slot: np.zeros((size, width), dtype=bool) for slot, size in problem.sizes.items()}
    start = 0
    for slot in sources:
        size = problem.sizes.get(slot, 0)
        if size:
            marks[slot][:, start : start + size] = np.eye(size, dtype=bool)
        start += size
    marks.setdefault("y", np.zeros((0, width), dtype=bool))
    for step in steps:
        mark(step, problem, marks)
    return marks


@singledispatch
def mark(step: Step, problem: Problem, marks: Marks) -> None:
    """Carry dependencies through one step; a new kind of step registers how."""
    raise TypeError(f"no rule for the dependencies of a {type(step).__name__}")


@mark.register
def _(step: Call, problem: Problem, marks: Marks) -> None:
    function = problem.functions[step.function]
    found = []
    for i, result in enumerate(step.results):
        found.append(np.zeros_like(_piece(marks, result)))
        for j, argument in enumerate(step.arguments):
            pattern = function.jac_sparsity(i, j)
            rows, columns = pattern.get_triplet()
            np.logical_or.at(found[i], np.array(rows, dtype=int), _piece(marks, argument)[np.array(columns, dtype=int)])
    for result, pattern in zip(step.results, found):
        _piece(marks, result)[:] = pattern


@mark.register
def _(step: SpdSolve, problem: Problem, marks: Marks) -> None:
    everything = _piece(marks, step.matrix).any(axis=0) | _piece(marks, step.right_side).any(axis=0)
    _piece(marks, step.unknown)[:] = everything


@mark.register
def _(step: ConstrainedSolve, problem: Problem, marks: Marks) -> None:
    given = (step.mass, step.force, step.jacobian, step.target)
    everything = np.logical_or.reduce([_piece(marks, ref).any(axis=0) for ref in given])
    for found in (step.acceleration, step.multipliers, step.lost):
        _piece(marks, found)[:] = everything


@mark.register
def _(step: MultiplierSolve, problem: Problem, marks: Marks) -> None:
    found = _solved(step, _piece(marks, step.right_side), marks)
    _piece(marks, step.multipliers)[:] = found
    _piece(marks, step.lost)[:] = found.any(axis=0)


@mark.register
def _(step: SuperelementSolve, problem: Problem, marks: Marks) -> None:
    k = len(step.rows)
    influence = _piece(marks, step.influence).reshape(k, 6, -1)
    found = _solved(step, _piece(marks, step.right_side) | influence.any(axis=1), marks)
    _piece(marks, step.multipliers)[:] = found
    _piece(marks, step.following)[:] = np.repeat(found, 6, axis=0)
    _piece(marks, step.lost)[:] = found.any(axis=0)
    opened = np.split(_piece(marks, step.open), len(step.carriers))
    for handed, alone, rows in zip(step.handed, opened, step.carriers):
        _piece(marks, handed)[:] = alone | found[list(rows)].any(axis=0)


def _solved(step: MultiplierSolve | SuperelementSolve, right: np.ndarray, marks: Marks) -> np.ndarray:
    """What each row's multiplier depends on: all that enters the matrix and right sides of the rows coupled with it."""
    k, (row, column) = len(step.rows), np.array(step.pattern, dtype=int).reshape(-1, 2).T
    _, group = connected_components(coo_array((np.ones(row.size), (row, column)), shape=(k, k)), directed=False)
    sums = np.zeros_like(right)
    np.logical_or.at(sums, group[row], _piece(marks, step.schur))
    np.logical_or.at(sums, group, right)
    return sums[group]


@mark.register
def _(step: NewtonSolve, problem: Problem, marks: Marks) -> None:
    _piece(marks, step.unknown)[:] = False  # the guess does not matter
    for inner in step.evaluate:
        mark(inner, problem, marks)
    _piece(marks, step.unknown)[:] = _piece(marks, step.residual).any(axis=0)


def _piece(marks: Marks, ref: Ref) -> np.ndarray:
    return marks[ref.slot][ref.start : ref.start + ref.size]


__all__ = ["direct_feedthrough", "initial_dependencies"]
