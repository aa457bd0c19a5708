"""Newton's method for an equilibrium, in independent coordinates, from a state near it."""

from __future__ import annotations

import numpy as np

from ..engine.instance import Instance
from .linearize import derivatives, independent_system

BALANCED = 1e-9  # of accelerations, in SI units
ROUNDS = 20
STEP = 0.3  # of a state, in nominal values: a longer step leaves what is near
NEAR = 1.0  # of a state, in nominal values: how far all steps together may go
SINGULAR = 1e-11  # relative: motions that accelerations tell less of are neutral
NORMALIZATIONS = 5  # of Euler parameters, each of which squares the error of their norm


def newton(instance: Instance) -> bool:
    """Go to the equilibrium near the present state; whether there is one, within which modes do not change. Else the state is anything.

    Where motions are neutral, the nearest of all equilibria is taken.
    """
    rest(instance)
    start, last, nominal = instance.buffers["x"].copy(), np.inf, nominal_values(instance)
    for _ in range(ROUNDS):
        error, step = unbalanced(instance)
        if not 0.0 < error <= 0.5 * last or not np.abs(step / nominal).max(initial=0.0) <= STEP:
            break
        last = error
        instance.place(instance.t, instance.buffers["x"] + step)
        rest(instance)
    near = np.abs((instance.buffers["x"] - start) / nominal).max(initial=0.0) <= NEAR
    return bool(error <= BALANCED and near and not instance.settle())


def rest(instance: Instance) -> None:
    """Take all speeds away, bring the states onto the constraints, and evaluate the derivative there."""
    stop(instance)
    instance.project()
    instance.evaluate()


def stop(instance: Instance) -> None:
    """Take all speeds away, and normalize Euler parameters."""
    x, x_dot, coordinates = instance.buffers["x"].copy(), instance.buffers["x_dot"], np.zeros(instance.buffers["x"].size, bool)
    for of in instance.problem.mechanisms:
        coordinates[of.first : of.first + of.nq] = True
        x[of.first + of.nq + of.own : of.first + of.nq + of.own + of.nv] = 0.0
    for _ in range(NORMALIZATIONS):
        instance.place(instance.t, x)
        instance.evaluate()
        x[coordinates] += 0.5 * x_dot[coordinates]  # at rest these are only what normalizes Euler parameters: see mechanism.c
    instance.place(instance.t, x)


def nominal_values(instance: Instance) -> np.ndarray:
    """The nominal values of all states."""
    return np.array(instance.problem.nominal_x or np.ones(instance.buffers["x"].size))


def accelerations(instance: Instance) -> np.ndarray:
    """The accelerations of all mechanisms, as last evaluated."""
    ends = ((of.first + of.nq + of.own, of.nv) for of in instance.problem.mechanisms)
    return np.concatenate([np.zeros(0), *(instance.buffers["x_dot"][first : first + nv] for first, nv in ends)])


def unbalanced(instance: Instance) -> tuple[float, np.ndarray]:
    """The largest acceleration, or rate of another state that the motion depends on, and the change of all states that takes it away.

    The change is the smallest where there are several.
    """
    problem = instance.problem
    A, _ = derivatives(instance, "x", instance.buffers["x"].size)
    found, system, kept = independent_system(instance, A, None)
    rates, change = found.rows @ instance.buffers["x_dot"], np.zeros(len(system))
    nominal = dict(zip(problem.state_names, nominal_values(instance)))
    sizes = np.array([nominal.get(name, 1.0) for name in found.names])
    error = np.abs(np.concatenate([accelerations(instance), (rates / sizes)[kept]])).max(initial=0.0)
    change[kept] = np.linalg.lstsq(system[np.ix_(kept, kept)], -rates[kept], rcond=SINGULAR)[0]
    return float(error), found.columns @ change
