"""equilibrium(model): where a model comes to rest, by energy drainage and Newton's method."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from ..engine.instance import Instance
from ..linear.stability import stability
from ..problem.compile import Declared
from ..problem.python_block import refuse_program
from .drive import Drive
from .equilibrium import Equilibrium
from .linearize import derivatives, independent_system, linearized
from .loads import KINETIC, POTENTIAL, Measured, measured
from .simulate import table

LEAVE = 1e-3  # in nominal values: how far a start that is left on purpose is pushed aside


def equilibrium(
    declared: Declared,
    values: Mapping[str, ArrayLike] | None = None,
    inputs: Mapping[str, Any] | None = None,
    leave_unstable: bool = False,
) -> Equilibrium:
    """Where a model comes to rest from its start, under inputs that stay as they are at the start.

    `values` and `inputs` are those of `simulate`. Start speeds do not count. Energy is drained from the motion until it dies out; Newton's method,
    in independent coordinates, then makes what is left of accelerations less than 1e-9 (SI units). It is given up, and drainage goes on, where it
    leads to another place, to an unstable one, or across a switch. A start that is an equilibrium is kept, even an unstable one, unless
    `leave_unstable` is set: then it is left by the motion that grows fastest. Raises ProblemsFound and InvalidValue as `simulate` does, StepFailed
    where equations cannot be solved on the way, or where the model is driven or does not come to rest, with the coordinate that keeps moving.
    Source: M. A. Omar, Static analysis of large-scale multibody system using joint coordinates and spatial algebra operator, The Scientific World
    Journal, 2014, section 6 with eq. 50, corrected.
    """
    return settled(measured(declared), values or {}, inputs or {}, leave_unstable)


def settled(model: Measured, values: Mapping[str, Any], inputs: Mapping[str, Any], leave_unstable: bool) -> Equilibrium:
    """The equilibrium of a model with its loads; see `equilibrium`."""
    refuse_program(model.problem, "equilibrium")
    instance = Instance(model.problem)
    drive = Drive(instance, values, inputs)
    drive.hold(0.0)
    drive.at(0.0)
    instance.initialize()
    start = instance.buffers["x"].copy()
    found_by = instance.equilibrium()
    if leave_unstable and stability(linearized(instance)) == "unstable":
        _leave(instance)
        found_by = instance.equilibrium()
    return _described(model, instance, start, found_by)


def _leave(instance: Instance) -> None:
    """Push the model aside along the motion that grows fastest."""
    instance.evaluate()
    A, _ = derivatives(instance, "x", instance.buffers["x"].size)
    found, system, kept = independent_system(instance, A, None)
    rates, motions = np.linalg.eig(system[np.ix_(kept, kept)])
    push = np.zeros(len(system))
    push[kept] = motions[:, np.argmax(rates.real)].real
    aside = found.columns @ push
    instance.place(instance.t, instance.buffers["x"] + LEAVE * aside / np.abs(aside / instance.nominal).max())


def _described(model: Measured, instance: Instance, start: np.ndarray, found_by: str) -> Equilibrium:
    """The state of an instance at rest, with what there is to say of it."""
    problem, x = instance.problem, instance.buffers["x"]
    instance.evaluate()
    speeds = [i for of in problem.mechanisms for i in range(of.first + of.nq + of.own, of.first + of.nq + of.own + of.nv)]
    left = float(np.abs(instance.buffers["x_dot"][speeds]).max(initial=0.0))
    coordinates = {problem.state_names[i]: float(x[i] - start[i]) for of in problem.mechanisms for i in range(of.first, of.first + of.nq)}
    row = table(problem, np.array([instance.t]), instance.outputs()[np.newaxis])[0]
    names = [name for name in row.dtype.names if name != "time" and name not in model.added and name.split("[")[0] not in model.added]
    system = linearized(instance)
    instance.outputs()
    return Equilibrium(
        {name: row[name].item() for name in names},
        dict(zip(problem.state_names, x.tolist())),
        dict(sorted(coordinates.items(), key=lambda item: -abs(item[1]))),
        left,
        stability(system),
        found_by,
        instance.evaluations,
        system,
        problem,
        instance.save(),
        model.energy(POTENTIAL, instance),
        model.energy(KINETIC, instance),
        {name: model.load(output, instance) for name, output in model.loads.items()},
    )
