"""The mass matrix of independent speeds, from the kinetic energy that a model has as an output."""

from __future__ import annotations

import numpy as np

from ...engine.instance import Instance
from ...model.declare.model import Model
from ...model.elements.sensors import KineticEnergy
from ...model.elements.sensors.with_sensors import with_sensors
from ...problem.compile import Declared, compile_problem, declared_in
from ...problem.data.problem import Problem
from .loads import KINETIC


def with_kinetic_energy(declared: Declared) -> Problem:
    """The Problem of a Model with its kinetic energy as an output beside its own; another as it is."""
    declared = declared_in(declared)
    if not isinstance(declared, Model):
        return compile_problem(declared)
    energy = {KINETIC: KineticEnergy().T}
    with with_sensors(declared, energy.values()) as model:
        model.expose(outputs=energy)
        return compile_problem(model)


def mass_matrix(instance: Instance, columns: np.ndarray) -> np.ndarray | None:
    """The mass matrix (f, f) of speeds by which all states change as `columns` (n, f) say; None where the kinetic energy is no output.

    It is quadratic in speeds, so its gradient changes by M times any change of these, exactly. The instance is left where it was.
    """
    of = next((v for v in instance.problem.variables if v.name == KINETIC), None)
    if of is None:
        return None
    x, state, seed = instance.buffers["x"].copy(), instance.save(), np.zeros(instance.buffers["y"].size)
    seed[of.ref.start] = 1.0
    gradients = []
    for change in [*columns.T, np.zeros(x.size)]:
        instance.place(instance.t, x + change)
        instance.outputs()
        gradients.append(instance.reverse({"y": seed}, ("x",))[0])
    instance.restore(state)  # rigid contacts may have opened at such speeds
    found = np.array(gradients)
    return columns.T @ (found[:-1] - found[-1]).T
