"""state_observer: a filter that estimates the states of a linear system from what is measured."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np
from numpy.typing import ArrayLike

from ..declare.declarations import Declaration, Input, Output, Parameter, State
from .base import Block
from .made_block import MadeBy, made_block, usable

ROLES = {"A": "states to rates", "B": "commands to rates", "C": "states to measurements", "D": "commands to measurements", "L": "errors to rates"}


def state_observer(
    matrices: Mapping[str, ArrayLike], rates: ArrayLike, states: Mapping[str, str], commands: Mapping[str, str], measured: Mapping[str, str]
) -> Block:
    """A block that estimates the states x (n) of x' = rates + A (x - x_0) + B (u - u_0), y = y_0 + C (x - x_0) + D (u - u_0).

    `matrices` are A (n, n), B (n, m), C (p, n), D (p, m) and the gain L (n, p) of errors of measurement, in SI units; `states` (n), `commands`
    (m) and `measured` (p) are the units of x, u and y by name. The inputs of the block are u and y; an
    estimate of a state `phi` is `phi_estimate`, which starts at `phi_estimate_start`. MbfmuError where two names become one.
    """
    x, u, y = usable(states), usable(commands), usable(measured)
    numbers = {name: np.asarray(matrix, dtype=float) for name, matrix in matrices.items()}
    parameters: dict[str, Declaration] = {
        name: Parameter("1", f"from {ROLES[name]}, in SI units", matrix, shape=matrix.shape) for name, matrix in numbers.items() if matrix.size
    }
    parameters["rates"] = Parameter("1", "rates of the states at x_0 and u_0, in SI units", np.asarray(rates, dtype=float), shape=len(x))
    for name, of, what in (("x_0", x, "states"), ("u_0", u, "commands"), ("y_0", y, "measurements")):
        if of:
            parameters[name] = Parameter("1", f"{what} where the system is linear, in SI units", np.zeros(len(of)), shape=len(of))
    parameters |= {f"{k}_estimate_start": Parameter(unit, f"estimate of {of} at the start", 0.0, start=True) for k, (of, unit) in x.items()}
    inputs = {name: Input(unit, f"command {of}") for name, (of, unit) in u.items()}
    inputs |= {name: Input(unit, f"measured {of}") for name, (of, unit) in y.items()}
    estimates = {f"{name}_estimate": Output(unit, f"estimate of {of}") for name, (of, unit) in x.items()}
    own = {f"{name}_estimate_state": State(unit, f"estimate of {of}") for name, (of, unit) in x.items()}

    def respond(p, given, t, state):
        x_hat = np.array([state[name] for name in own])
        deviation = x_hat - p.x_0
        rates, expected = p.rates + p.A @ deviation, p.y_0 + p.C @ deviation
        if u:
            command = np.array([given[name] for name in u]) - p.u_0
            rates, expected = rates + p.B @ command, expected + p.D @ command
        found = rates + p.L @ (np.array([given[name] for name in y]) - expected)
        return dict(zip(own, found)), dict(zip(estimates, x_hat))

    sentence = "A filter that estimates the states of a linear system from measurements."
    made_by: MadeBy = state_observer, (dict(matrices), rates, dict(states), dict(commands), dict(measured)), {}
    return made_block("StateObserver", sentence, [parameters, inputs, estimates, own], respond, made_by)
