"""Where a model comes to rest, by energy drainage and Newton's method."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

import numpy as np

from ..engine.instance import Instance
from ..errors import MbfmuError, StepFailed
from ..linear.linearization import Linearization
from ..linear.stability import stability
from ..model.units import product
from ..problem.python_block import refuse_program
from .drive import Drive
from .equilibrium import Equilibrium
from .linearize import derivatives, independent_system, linearized
from .loads import KINETIC, POTENTIAL, Measured
from .newton import accelerations, newton, nominal_values, rest, stop
from .simulate import table

PARTS = (1e-2, 1e-4, 1e-6, 1e-8)  # of the largest speed and acceleration: where drainage pauses, and Newton's method is tried
MOST = 1000  # steps of drainage between two of them
MOVES = 1e-9  # of speeds that time or inputs prescribe, in SI units: more is motion
LEAVE = 1e-3  # in nominal values: how far a start that is left on purpose is pushed aside


def settled(model: Measured, values: Mapping[str, Any], inputs: Mapping[str, Any], leave_unstable: bool) -> Equilibrium:
    """The equilibrium of a model with its loads; see equilibrium()."""
    refuse_program(model.problem, "equilibrium")
    # In steps as long as the motion allows: drainage is stiff where it ends.
    instance = Instance(model.problem if model.problem.stiff else replace(model.problem, stiff=True))
    drive = Drive(instance, values, inputs)
    drive.hold(0.0)
    drive.at(0.0)
    instance.initialize()
    stop(instance)
    _refuse_driven(instance)
    rest(instance)
    start = instance.buffers["x"].copy()
    found_by = settle(instance)
    if leave_unstable and stability(linearized(instance)) == "unstable":
        _leave(instance)
        found_by = settle(instance)
    instance.evaluate()
    left = float(np.abs(accelerations(instance)).max(initial=0.0))
    return described(model, instance, start, found_by, left, linearized(instance))


def settle(instance: Instance) -> str:
    """Come to rest; how it was done."""
    largest, unstable, by_newton = np.zeros(2), b"", "energy drainage and Newton's method"
    for part in PARTS:
        settled = _drained(instance, part, largest)
        if not settled:
            break
        resting, drained = not largest[0], instance.save()
        if newton(instance):
            if resting or stability(linearized(instance)) != "unstable":
                return "Newton's method at the start" if resting else by_newton
            unstable = unstable or instance.save()
        instance.restore(drained)
    if unstable:
        instance.restore(unstable)
        return by_newton
    if not settled:
        raise _no_rest(instance)
    rest(instance)
    return "energy drainage"


def _drained(instance: Instance, part: float, largest: np.ndarray) -> bool:
    try:
        return instance.drain(part, MOST, largest)
    except StepFailed as error:
        raise StepFailed(f"{instance.problem.name} does not come to rest; on the way {error}") from error


def _leave(instance: Instance) -> None:
    """Push the model aside along the motion that grows fastest."""
    instance.evaluate()
    A, _ = derivatives(instance, "x", instance.buffers["x"].size)
    found, system, kept = independent_system(instance, A, None)
    rates, motions = np.linalg.eig(system[np.ix_(kept, kept)])
    push = np.zeros(len(system))
    push[kept] = motions[:, np.argmax(rates.real)].real
    aside = found.columns @ push
    instance.place(instance.t, instance.buffers["x"] + LEAVE * aside / np.abs(aside / nominal_values(instance)).max())
    rest(instance)


def _no_rest(instance: Instance) -> MbfmuError:
    """What keeps moving where drainage was given up, and how fast."""
    problem, speeds = instance.problem, instance.buffers["x"].copy()
    rest(instance)
    places = [i for of in problem.mechanisms for i in range(of.first + of.nq + of.own, of.first + of.nq + of.own + of.nv)]
    rates = instance.buffers["x_dot"]
    worst = max(places or range(len(rates)), key=lambda i: abs(rates[i] / nominal_values(instance)[i]))
    name, unit = problem.state_names[worst], problem.state_units[worst]
    return MbfmuError(
        f"{problem.name} does not come to rest: {name} is still {speeds[worst]:.3g} {unit} after {instance.evaluations} evaluations with its energy "
        f"drained, and from rest it would change by {rates[worst]:.3g} {product((unit, 1), ('s', -1))}; hold it by a spring, a contact or a joint, "
        "or take away what drives it"
    )


def _refuse_driven(instance: Instance) -> None:
    """Refuse what moves although all speeds are taken away: what time or inputs prescribe."""
    instance.constraints()
    for manifold in instance.problem.manifolds:
        for row, speed in zip(manifold.rows, instance.buffers[f"{manifold.prefix}psi"]):
            if abs(speed) > MOVES:
                raise MbfmuError(
                    f"{instance.problem.name} has no equilibrium: {row.element} prescribes a motion of {abs(speed):.3g} "
                    f"{product((row.unit, 1), ('s', -1))} at t = {instance.t:.9g} s; give it a motion that stands still then"
                )


def described(model: Measured, instance: Instance, start: np.ndarray, found_by: str, left: float, system: Linearization) -> Equilibrium:
    """The state of an instance at rest, with what there is to say of it: accelerations that are `left`, and the linear system there."""
    problem, x = instance.problem, instance.buffers["x"]
    coordinates = {problem.state_names[i]: float(x[i] - start[i]) for of in problem.mechanisms for i in of.coordinates}
    row = table(problem, np.array([instance.t]), instance.outputs()[np.newaxis])[0]
    names = [name for name in row.dtype.names if name != "time" and name not in model.added and name.split("[")[0] not in model.added]
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
