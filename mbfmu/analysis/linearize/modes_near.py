"""modes_near(model): the modes near one frequency, from equations with multipliers."""

from __future__ import annotations

from numbers import Number

import numpy as np
from scipy.sparse.linalg import LinearOperator, eigs, splu

from ...base.errors import MbfmuError
from ...engine.instance import Instance
from ...model.declare.model import Model
from ...problem.compile import Declared, compile_problem
from ...problem.mechanism.mechanics import compile_model
from ..instant.drive import InputDriver, Inputs, Values, declared_for
from ..instant.equilibrium import Equilibrium
from ..linear.mode import Mode, shape_of
from .linearize import at_rest
from .pencil import Pencil, pencil

RESTING = 1e-6  # of the rates of states, in SI units: what changes faster is not at rest
SPARSE = "newton_euler"  # the formulation whose matrices have few entries: every body for itself


def modes_near(
    declared: Declared | Equilibrium,
    shift: complex = 0.0,
    count: int = 6,
    values: Values = None,
    inputs: Inputs = None,
) -> list[Mode]:
    """The `count` modes with eigenvalues nearest to `shift` [rad/s], nearest first, of a mechanism at rest at its start, or of an Equilibrium.

    The method is independent of `linearize` and uses no independent coordinates: it factorizes the sparse equations of all bodies, with the
    multipliers of constraints, at the shift. A Model is compiled in absolute coordinates for this; a Problem or Equilibrium keeps its formulation.
    Of each conjugate pair the result has the eigenvalue with positive imaginary part; `shift=10j` searches around 10 rad/s. `values` and `inputs` are
    those of `simulate`. Raises ProblemsFound and InvalidValue as `simulate` does. Raises MbfmuError if the mechanism is not at rest, if `shift` is an
    eigenvalue, or if the model has no sparse equations.
    Source: M. A. Omar, Static analysis of large-scale multibody system using joint coordinates and spatial algebra operator, 2014, section 1.
    """
    if not (isinstance(count, int) and count > 0 and isinstance(shift, Number) and np.isfinite(shift)):
        raise MbfmuError(f"there are no {count!r} modes near {shift!r} rad/s: give a count > 0 and a finite shift")
    instance = _instance(declared, values, inputs)
    instance.evaluate()
    _refuse_motion(instance)
    return _nearest(pencil(instance), complex(shift), count, instance.problem.name)


def _instance(declared: Declared | Equilibrium, values: Values, inputs: Inputs) -> Instance:
    if isinstance(declared, Equilibrium):
        if values or inputs:
            raise MbfmuError("an Equilibrium has values and inputs of its own: give them to equilibrium")
        return at_rest(declared)
    declared = declared_for(declared, values)
    instance = Instance(compile_model(declared, SPARSE) if isinstance(declared, Model) else compile_problem(declared))
    drive = InputDriver(instance, values, inputs)
    drive.start()
    return instance


def _refuse_motion(instance: Instance) -> None:
    """Refuse what moves or accelerates: the constraints of equations with multipliers change then."""
    rates = np.abs(instance.buffers["x_dot"])
    if rates.max(initial=0.0) > RESTING:
        worst = int(np.argmax(rates))
        raise MbfmuError(
            f"{instance.problem.name} is not at rest: {instance.problem.state_names[worst]} changes by {rates[worst]:.3g} in SI units; "
            "give values with which it rests, or an Equilibrium, or linearize it and ask for its modes()"
        )


def _nearest(of: Pencil, shift: complex, count: int, name: str) -> list[Mode]:
    n = of.E.shape[0]
    try:
        solve = splu((of.S - shift * of.E).astype(complex).tocsc()).solve
    except RuntimeError:
        raise MbfmuError(f"{name} has an eigenvalue at {shift:g} rad/s: give a shift beside it") from None
    apply = LinearOperator((n, n), matvec=lambda w: solve(of.E @ w), dtype=complex)
    wanted = min(2 * count, of.finite, n - 2)
    # three times applied, nothing is left of the infinite eigenvalues that constraints have
    begin = apply @ (apply @ (apply @ np.random.default_rng(0).normal(size=n).astype(complex)))
    turns, shapes = eigs(apply, wanted, v0=begin)
    values = shift + 1.0 / turns
    order = sorted((i for i in range(wanted) if values[i].imag >= -RESTING * abs(values[i])), key=lambda i: abs(values[i] - shift))
    return [Mode(complex(values[i]), shape_of(shapes[: len(of.states), i], of.states, of.speeds)) for i in order[:count]]
