"""Where a model comes to rest, by energy drainage and Newton's method.

1. Start the model: start values and inputs, assembled.
2. Search in the engine (engine/c/model/equilibrium.c): Newton's method and drainage in turn.
3. If the equilibrium is unstable and the caller wants none such: push the model along the fastest-growing motion, and search again.
4. Start sensors that integrate there, and describe the state: outputs, coordinates against the start, linear system, loads, energies.
"""

from __future__ import annotations

import numpy as np

from ...engine.instance import Instance
from ...problem.blocks.python_block import refuse_program
from ..instant.derivatives import derivatives
from ..instant.drive import InputDriver, Inputs, Values
from ..instant.equilibrium import Equilibrium
from ..instant.loads import KINETIC, POTENTIAL, Measured
from ..linear.linearization import Linearization
from ..linear.stability import stability
from ..linearize.linearize import independent_system, linearized
from ..simulate.simulate import table

ROUNDED = 1e-12  # of a coordinate or its nominal value: it has not moved by less
LEAVE = 1e-3  # in nominal values: how far a start that is left on purpose is pushed aside


def settled(model: Measured, values: Values, inputs: Inputs, leave_unstable: bool) -> Equilibrium:
    """The equilibrium of a model with its loads; see equilibrium()."""
    refuse_program(model.problem, "equilibrium")
    instance = Instance(model.problem)
    drive = InputDriver(instance, values, inputs)
    drive.start()
    start = instance.buffers["x"].copy()
    found_by = instance.equilibrium()
    if leave_unstable and stability(linearized(instance)) == "unstable":
        _leave(instance)
        found_by = instance.equilibrium()
    instance.evaluate()
    left = float(np.abs(instance.buffers["x_dot"][model.problem.speeds]).max(initial=0.0))
    return described(model, instance, start, found_by, left, linearized(instance))


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


def described(model: Measured, instance: Instance, start: np.ndarray, found_by: str, left: float, system: Linearization) -> Equilibrium:
    """The state of an instance at rest, with what there is to say of it: accelerations that are `left`, and the linear system there."""
    problem, x = instance.problem, instance.buffers["x"]
    instance.start_sensors()
    way = x - start
    way[np.abs(way) <= ROUNDED * np.maximum(np.abs(start), instance.nominal)] = 0.0
    coordinates = {problem.state_names[i]: float(way[i]) for of in problem.mechanisms for i in of.coordinates}
    row = table(problem, np.array([instance.t]), instance.outputs()[np.newaxis])[0]
    names = [name for name in row.dtype.names if name != "time" and name not in model.added and name.split("[")[0] not in model.added]
    return Equilibrium(
        outputs={name: row[name].item() for name in names},
        states=dict(zip(problem.state_names, x.tolist())),
        moved=dict(sorted(coordinates.items(), key=lambda item: -abs(item[1]))),
        acceleration=left,
        stability=stability(system),
        found_by=found_by,
        evaluations=instance.evaluations,
        linearization=system,
        problem=problem,
        state=instance.save(),
        potential_energy=model.energy(POTENTIAL, instance),
        kinetic_energy=model.energy(KINETIC, instance),
        loads={name: model.load(output, instance) for name, output in model.loads.items()},
    )
