"""linearize(model): the linear system near a state, in independent coordinates."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from numbers import Real
from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from ..codegen.variables import scalars
from ..engine.instance import Instance
from ..errors import MbfmuError
from ..linear.linearization import Linearization
from ..problem.compile import Declared, compile_problem
from ..problem.data.problem import Problem
from .drive import Drive
from .equilibrium import Equilibrium
from .independent import Independent, independent
from .program import ask_program


def linearize(
    declared: Declared | Equilibrium,
    values: Mapping[str, ArrayLike] | None = None,
    inputs: Mapping[str, Any] | None = None,
    time: float = 0.0,
    coordinates: Sequence[str] | None = None,
) -> Linearization:
    """The linear system near the state at a `time` [s] of a run: the start, or what a simulation has come to by then. Or near an Equilibrium,
    which has values, inputs and time of its own.

    `values` and `inputs` are those of `simulate`. Derivatives are exact. Constraints leave no poles: the states are independent coordinates and
    speeds, chosen by the numbers, or positions and angles given as `coordinates`, such as "pivot.phi". Rotations in space are three small
    angles along the axes of the joint's speeds. Inputs that move constraints stay as they are; what sensors integrate is left out.
    Raises ProblemsFound and InvalidValue as `simulate` does, StepFailed where the state cannot be reached, MbfmuError for a `time` before the
    start and for `coordinates` that are not independent.
    Source: W. Schiehlen, Multibody system dynamics: roots and perspectives, section 2.3.
    """
    if isinstance(declared, Equilibrium):
        if values or inputs or time:
            raise MbfmuError("an Equilibrium has values, inputs and a time of its own: give them to equilibrium")
        return linearized(at_rest(declared), coordinates, declared.turning)
    if not (isinstance(time, Real) and 0.0 <= time < np.inf):
        raise MbfmuError(f"no state can be linearized at {time!r} s: the time must be >= 0 s and finite")
    instance = Instance(compile_problem(declared))
    ask_program(instance)
    drive = Drive(instance, values or {}, inputs or {})
    drive.hold(0.0)
    drive.at(0.0)
    instance.initialize()
    if time:
        if drive.moving:
            instance.follow(drive.at)
        for end in [*drive.ends(np.array([0.0, time])), time]:
            if end > instance.t:
                instance.advance(end, 1e-9)
                drive.go_on(end)
    return linearized(instance, coordinates)


def at_rest(found: Equilibrium) -> Instance:
    """An instance in an equilibrium."""
    instance = Instance(found.problem)
    instance.restore(found.state)
    return instance


def linearized(instance: Instance, coordinates: Sequence[str] | None = None, turning: np.ndarray | None = None) -> Linearization:
    """The linear system near the present state of an instance, in a steady motion as seen from axes that turn along: see Equilibrium.turning."""
    problem = instance.problem
    instance.outputs()
    n, m = problem.sizes.get("x", 0), problem.sizes.get("u", 0)
    A, C = derivatives(instance, "x", n)
    B, D = derivatives(instance, "u", m)
    rates = instance.buffers["x_dot"].copy()
    if turning is not None:
        A, rates = A - turning, rates - turning @ instance.buffers["x"]
    found, system, kept = independent_system(instance, A, coordinates)
    u, y = (_real(problem, causality) for causality in ("input", "output"))
    u = {name: i for name, i in u.items() if not found.driving[i]}
    return Linearization(
        system[np.ix_(kept, kept)],
        (found.rows @ B)[np.ix_(kept, list(u.values()))],
        (C @ found.columns)[np.ix_(list(y.values()), kept)],
        D[np.ix_(list(y.values()), list(u.values()))],
        tuple(found.names[i] for i in kept),
        tuple(found.units[i] for i in kept),
        tuple(found.names[i] for i in kept if found.speeds[i]),
        tuple(u),
        tuple(y),
        (found.rows @ rates)[kept],
    )


def independent_system(instance: Instance, A: np.ndarray, coordinates: Sequence[str] | None) -> tuple[Independent, np.ndarray, list[int]]:
    """The independent states, A in them, and which of them count: states of elements on which nothing depends do not."""
    found = independent(instance, A, coordinates)
    system = found.rows @ A @ found.columns
    return found, system, [i for i in range(len(found.names)) if not (found.own[i] and not system[:, i].any())]


def derivatives(instance: Instance, slot: str, count: int) -> tuple[np.ndarray, np.ndarray]:
    """The derivatives of x_dot and y by the numbers of a slot, one column each."""
    found = [instance.directional({slot: seed}, ("x_dot", "y")) for seed in np.eye(count)]
    x_dot, y = (np.array([one[i] for one in found]).reshape(count, instance.buffers[of].size).T for i, of in enumerate(("x_dot", "y")))
    return x_dot, y


def _real(problem: Problem, causality: str) -> dict[str, int]:
    """The real, continuous variables of a causality, and their numbers in their slot."""
    kind = [s for s in scalars(problem) if s.variable.causality == causality and not s.variable.is_picture]
    wanted = [s for s in kind if s.variable.variability == "continuous"]
    return {s.name: s.ref.start for s in wanted}
