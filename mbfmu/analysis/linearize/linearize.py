"""linearize(declared): the linear system near a state, in independent coordinates."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np

from ...base.errors import MbfmuError
from ...engine.instance import Instance
from ...problem.codegen.variables import Scalar, scalars
from ...problem.compile import Declared
from ...problem.data.problem import Problem
from ..instant.axes import lasting
from ..instant.derivatives import derivatives
from ..instant.drive import InputDriver, Inputs, Values, declared_for
from ..instant.equilibrium import Equilibrium
from ..instant.independent_states import Independent, independent
from ..instant.loads import ADDED
from ..instant.mass import mass_matrix, with_kinetic_energy
from ..instant.program import ask_program
from ..instant.times import is_time
from ..linear.linearization import Linearization


def linearize(
    declared: Declared | Equilibrium,
    values: Values = None,
    inputs: Inputs = None,
    time: float = 0.0,
    coordinates: Sequence[str] | None = None,
) -> Linearization:
    """The linear system of a model, or of an Equilibrium; see `mbfmu.linearize`, which takes FMUs too."""
    if isinstance(coordinates, str) or not isinstance(coordinates or (), Sequence):
        raise MbfmuError(f"coordinates must be a list of names, such as ['pivot.phi'], not {coordinates!r}")
    if isinstance(declared, Equilibrium):
        if values or inputs or time:
            raise MbfmuError("an Equilibrium has values, inputs and a time of its own: give them to equilibrium")
        return linearized(at_rest(declared), coordinates, declared.turning)
    return linearized(reached(with_kinetic_energy(declared_for(declared, values)), values, inputs, time), coordinates)


def reached(problem: Problem, values: Values, inputs: Inputs, time: float = 0.0) -> Instance:
    """An instance at a `time` [s] of a run; see `linearize`."""
    refuse_time(time)
    instance = Instance(problem)
    ask_program(instance)
    drive = InputDriver(instance, values, inputs)
    drive.start()
    if time:
        if drive.moving:
            instance.follow(drive.at)
        for end in [*drive.ends(np.array([0.0, time])), time]:
            if end > instance.t:
                instance.advance(end, 1e-9)
                drive.go_on(end)
    return instance


def refuse_time(time: float) -> None:
    """MbfmuError for a time [s] that no run comes to."""
    if not is_time(time):
        raise MbfmuError(f"no state can be linearized at {time!r} s: the time must be >= 0 s and finite")


def at_rest(found: Equilibrium) -> Instance:
    """An instance in an equilibrium."""
    instance = Instance(found.problem)
    instance.restore(found.state)
    return instance


def linearized(instance: Instance, coordinates: Sequence[str] | None = None, turning: np.ndarray | None = None) -> Linearization:
    """The linear system near the present state of an instance, in a steady motion as seen from axes that turn along: see Equilibrium.turning."""
    return near(instance, coordinates, turning).system


@dataclass(frozen=True)
class LocalSystem:
    """A linear `system` and what its states (n) are of all states x (nx): they are `rows` (n, nx) times deviations of x, which are `columns` (nx, n)
    times them. `state` is that of the instance it is near."""

    system: Linearization
    rows: np.ndarray
    columns: np.ndarray
    state: bytes


def near(instance: Instance, coordinates: Sequence[str] | None = None, turning: np.ndarray | None = None) -> LocalSystem:
    """The linear system near the present state of an instance, with what its states are."""
    problem = instance.problem
    instance.outputs()
    n, m = problem.sizes.get("x", 0), problem.sizes.get("u", 0)
    A, C = derivatives(instance, "x", n)
    B, D = derivatives(instance, "u", m)
    rates = instance.buffers["x_dot"].copy()
    found, _, kept = independent_system(instance, A, coordinates)
    if turning is None:
        found = replace(found, turning=lasting(instance, found, A, kept))
    else:
        found, rates = replace(found, turning=-found.rows @ turning), rates - turning @ instance.buffers["x"]
    A_independent = (found.rows @ A + found.turning) @ found.columns
    moving = [i for i in kept if found.speeds[i]]
    mass = mass_matrix(instance, found.columns[:, moving])
    B, D = found.rows @ B + (found.rows @ A + found.turning) @ found.by_inputs, D + C @ found.by_inputs
    inputs, outputs = (_real(problem, causality) for causality in ("input", "output"))
    u, y = ([s.ref.start for s in kind] for kind in (inputs, outputs))
    system = Linearization(
        A=A_independent[np.ix_(kept, kept)],
        B=B[np.ix_(kept, u)],
        C=(C @ found.columns)[np.ix_(y, kept)],
        D=D[np.ix_(y, u)],
        states=tuple(found.names[i] for i in kept),
        units=tuple(found.units[i] for i in kept),
        speeds=tuple(found.names[i] for i in kept if found.speeds[i]),
        inputs=tuple(s.name for s in inputs),
        outputs=tuple(s.name for s in outputs),
        rates=(found.rows @ rates)[kept],
        input_units=tuple(s.variable.unit for s in inputs),
        output_units=tuple(s.variable.unit for s in outputs),
        coordinates=tuple(found.names[i] for i in kept if found.coordinates[i]),
        mass=mass,
    )
    return LocalSystem(system, found.rows[kept], found.columns[:, kept], instance.save())


def independent_system(instance: Instance, A: np.ndarray, coordinates: Sequence[str] | None) -> tuple[Independent, np.ndarray, list[int]]:
    """The independent states, A in them, and which of them count: states of elements on which nothing depends do not."""
    found = independent(instance, A, coordinates)
    system = (found.rows @ A + found.turning) @ found.columns
    return found, system, [i for i in range(len(found.names)) if not (found.own[i] and not system[:, i].any())]


def _real(problem: Problem, causality: str) -> list[Scalar]:
    """The user's real, continuous variables of a causality."""
    kind = [s for s in scalars(problem) if s.variable.causality == causality and not s.variable.is_picture and not s.name.startswith(ADDED)]
    return [s for s in kind if s.variable.variability == "continuous"]
