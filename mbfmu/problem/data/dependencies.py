"""What depends on which inputs, parameters and states, read off the schedule."""

from __future__ import annotations

from functools import singledispatch

import numpy as np
from scipy.sparse import coo_array, csc_array, csr_array
from scipy.sparse.csgraph import connected_components

from .constraint_manifold import ConstraintManifold
from .problem import Problem
from .ref import Ref
from .steps import Call, ConstrainedSolve, FeedbackSolve, HostCall, MultiplierSolve, NewtonSolve, Slopes, SpdSolve, Step, SuperelementSolve

ASSEMBLING = ("phi", "psi", "A_nonzeros", "M_nonzeros", "phi_start", "psi_start", "A_start_nonzeros", "fixed_position", "fixed_speed")
Marks = dict[str, np.ndarray]  # slot -> which of the sources each of its numbers depends on (size, sources)


def direct_feedthrough(problem: Problem) -> np.ndarray:
    """Which scalar outputs (rows) depend at once on which scalar inputs (columns), states held."""
    return running_dependencies(problem, ("u",))["y"]


def initial_dependencies(problem: Problem) -> np.ndarray:
    """Which scalar outputs (rows) depend at the start, modes included, on which scalar inputs and parameters (columns: u, then p)."""
    return starting_dependencies(problem, ("u", "p"))["y"]


def running_dependencies(problem: Problem, sources: tuple[str, ...]) -> Marks:
    """What all numbers depend on at once: the columns are those of the slots `sources`, of t, x and u.

    Outputs are those of mechanisms that have followed the inputs that move their constraints.
    """
    marks = _sources(problem, sources)
    _carry(problem, marks, problem.derivative, problem.output)
    input_driven = [manifold for manifold in problem.manifolds if any(row.input_driven for row in manifold.rows)]
    followed = {slot: of.copy() for slot, of in marks.items()}
    for manifold in input_driven:
        _assemble(problem, followed, manifold)
    if input_driven:
        _carry(problem, followed, problem.derivative, problem.output)
    return marks | {"y": followed["y"]}


def starting_dependencies(problem: Problem, sources: tuple[str, ...]) -> Marks:
    """What all numbers depend on at the start, modes included: the columns are those of the slots `sources`, of t, u, p and start_in_equilibrium.

    Where the start may be in equilibrium, every state depends on all that rates do.
    """
    marks = _sources(problem, sources)
    if problem.sizes.get("last_inputs"):
        marks["last_inputs"][1:] = marks["u"]
    _carry(problem, marks, problem.derive, problem.initialize, problem.post_assembly)
    for manifold in problem.manifolds:
        _assemble(problem, marks, manifold)
    _carry(problem, marks, problem.post_assembly, problem.derivative)
    if problem.sizes.get("start_in_equilibrium"):
        rates = (marks[slot].any(axis=0) for slot in ("x", "x_dot", "g", "start_in_equilibrium") if slot in marks)
        marks["x"] |= np.logical_or.reduce(list(rates))
        _carry(problem, marks, problem.derivative)
    if problem.sizes.get("m"):
        marks["m"] = marks["g"].copy()
    _carry(problem, marks, problem.derivative, problem.output)
    return marks


def _assemble(problem: Problem, marks: Marks, manifold: ConstraintManifold) -> None:
    """Every state of a mechanism that is put together depends on all that its constraints do."""
    _carry(problem, marks, manifold.assembling)
    everything = np.logical_or.reduce([marks[manifold.prefix + slot].any(axis=0) for slot in ASSEMBLING])
    marks["x"][manifold.states_from : manifold.states_from + manifold.nq + manifold.own + manifold.nv] |= everything


def _sources(problem: Problem, sources: tuple[str, ...]) -> Marks:
    """Each number of the sources depends on itself alone; the time at which inputs were given is that of everything else."""
    sizes = {"t": 1, "y": 0} | dict(problem.sizes)
    ends = np.cumsum([0, *(sizes.get(slot, 0) for slot in sources)]).tolist()
    marks = {slot: np.zeros((size, ends[-1]), dtype=bool) for slot, size in sizes.items()}
    for slot, start, end in zip(sources, ends, ends[1:]):
        if end > start:
            marks[slot][:, start:end] = np.eye(end - start, dtype=bool)
    if "input_time" in marks:
        marks["input_time"][:] = marks["t"]
    return marks


def _carry(problem: Problem, marks: Marks, *schedules: tuple[Step, ...]) -> None:
    for schedule in schedules:
        for step in schedule:
            mark(step, problem, marks)


@singledispatch
def mark(step: object, problem: Problem, marks: Marks) -> None:
    """Carry dependencies through one step; a new kind of step registers how."""
    raise TypeError(f"no rule for the dependencies of a {type(step).__name__}")


@mark.register
def _(step: Call, problem: Problem, marks: Marks) -> None:
    function = problem.functions[step.function]
    found = []
    pieces = [csr_array(_piece(marks, argument), dtype=int) for argument in step.arguments]
    for i, result in enumerate(step.results):
        found.append(np.zeros_like(_piece(marks, result)))
        for j, piece in enumerate(pieces):
            of = function.jac_sparsity(i, j)
            pattern = csc_array((np.ones(of.nnz(), dtype=int), of.row(), of.colind()), shape=(result.size, piece.shape[0]))
            found[i] |= (pattern @ piece).toarray() > 0
    for result, pattern in zip(step.results, found):
        _piece(marks, result)[:] = pattern


@mark.register
def _(step: HostCall, problem: Problem, marks: Marks) -> None:
    everything = np.logical_or.reduce([_piece(marks, ref).any(axis=0) for ref in step.arguments])
    for found in step.results:
        _piece(marks, found)[:] = everything


@mark.register
def _(step: SpdSolve, problem: Problem, marks: Marks) -> None:
    everything = _piece(marks, step.matrix).any(axis=0) | _piece(marks, step.right_side).any(axis=0)
    _piece(marks, step.unknown)[:] = everything


@mark.register
def _(step: ConstrainedSolve, problem: Problem, marks: Marks) -> None:
    given = (step.mass, step.force, step.jacobian, step.target)
    everything = np.logical_or.reduce([_piece(marks, ref).any(axis=0) for ref in given])
    for found in (step.acceleration, step.multipliers, step.rank_deficiency):
        _piece(marks, found)[:] = everything


@mark.register
def _(step: MultiplierSolve, problem: Problem, marks: Marks) -> None:
    found = _solved(step, _piece(marks, step.right_side), marks)
    _piece(marks, step.multipliers)[:] = found
    _piece(marks, step.rank_deficiency)[:] = found.any(axis=0)


@mark.register
def _(step: SuperelementSolve, problem: Problem, marks: Marks) -> None:
    k = len(step.rows)
    influence = _piece(marks, step.influence).reshape(k, 6, -1)
    found = _solved(step, _piece(marks, step.right_side) | influence.any(axis=1), marks)
    _piece(marks, step.multipliers)[:] = found
    _piece(marks, step.following)[:] = np.repeat(found, 6, axis=0)
    _piece(marks, step.rank_deficiency)[:] = found.any(axis=0)
    opened = np.split(_piece(marks, step.open_loop), len(step.carriers))
    for reflected, alone, rows in zip(step.reflected, opened, step.carriers):
        _piece(marks, reflected)[:] = alone | found[list(rows)].any(axis=0)


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


@mark.register
def _(step: FeedbackSolve, problem: Problem, marks: Marks) -> None:
    mark(step.newton, problem, marks)


@mark.register
def _(step: Slopes, problem: Problem, marks: Marks) -> None:
    without = {slot: of.copy() for slot, of in marks.items()}
    for ref in step.inputs:
        _piece(without, ref)[:] = False
    for inner in step.evaluate:
        mark(inner, problem, without)
    for found in (step.slopes, step.free):
        _piece(marks, found)[:] = _piece(without, step.of).any(axis=0) | _piece(without, Ref("x", 0, problem.sizes["x"])).any(axis=0)


def _piece(marks: Marks, ref: Ref) -> np.ndarray:
    return marks[ref.slot][ref.start : ref.start + ref.size]


__all__ = ["direct_feedthrough", "initial_dependencies", "running_dependencies", "starting_dependencies"]
