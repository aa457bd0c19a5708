"""Find the StepJacobian of a coupling: by matrix exponentials of FMUs that are linear systems over a step, else by trying."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
from scipy.linalg import expm

from ..fmu.state_space import state_space
from ..system.history import Polynomial
from ..system.input_follower import Inputs
from ..system.timeline import CommunicationStep
from ..system.values import concatenated
from .step_jacobian import StepJacobian

if TYPE_CHECKING:
    from .coupling import CoupledRun, Saved

DIFFERENCE = 1e-3  # of the scale of a signal: what is tried to see how outputs change


def find_step_jacobian(coupling: CoupledRun, step: CommunicationStep, saved: Saved, found: np.ndarray) -> StepJacobian:
    """Return the Jacobian of the step to the outputs `found` from what was `saved`, to which FMUs that are tried are taken back.

    FMUs that have states and directional derivatives are linear systems over a step, whose answers to polynomials are matrix exponentials. Others are
    stepped once for each input.
    """
    matrix, signals, ahead = np.zeros((len(found), len(found))), [*coupling.signals], coupling.ahead
    for name in coupling.order:
        rows = [i for i, (component, _) in enumerate(signals) if component == name]
        wires = coupling.wires[name]
        free = np.flatnonzero(~wires.held)
        if rows and len(free):
            instance, outputs = coupling.instances[name], [signals[i][1] for i in rows]
            instance.restore(saved[0][name])
            linear = instance.differentiates and coupling.descriptions[name].derivatives
            changes = _linear(coupling, name, step, outputs, free) if linear else _tried(coupling, name, step, saved, found[rows], outputs, free)
            coupling.ahead = ahead
            columns = [signals.index(source) for source in wires.drivers]
            for i, change in zip(free, changes.T):
                matrix[rows, columns[i]] += change
    return StepJacobian(step.size, matrix)


def _linear(coupling: CoupledRun, name: str, step: CommunicationStep, outputs: list[str], free: np.ndarray) -> np.ndarray:
    instance = coupling.instances[name]
    A, B, C, D = state_space(coupling.descriptions[name], instance.fmu, outputs, [coupling.wires[name].names[i] for i in free])
    zero, one = (_with_ahead(coupling, name, step, np.full(len(coupling.signals), end)).coefficients for end in (0.0, 1.0))
    shapes = instance.as_taken(Polynomial(step.start, one - zero), step).of(free)  # how inputs change over the step with what drives them at its end
    (n, m), orders = B.shape, len(shapes.coefficients)
    whole = np.zeros((n + orders * m, n + orders * m))  # of x, u, du/dt, ...
    whole[:n, : n + m] = np.hstack([A, B])
    whole[n:, n:] = np.kron(np.eye(orders, k=1), np.eye(m))
    answers = np.split(expm(whole * step.size)[:n, n:], orders, axis=1)
    return C @ sum(answer * start for answer, start in zip(answers, shapes.derivatives())) + D * shapes(step.end)


def _with_ahead(coupling: CoupledRun, name: str, step: CommunicationStep, ahead: np.ndarray) -> Polynomial:
    coupling.look_ahead(step.end, ahead)
    return coupling.inputs(name, step, until=step.start).reals


def _tried(
    coupling: CoupledRun, name: str, step: CommunicationStep, saved: Saved, found: np.ndarray, outputs: list[str], free: np.ndarray
) -> np.ndarray:
    instance, columns = coupling.instances[name], []
    guessed, moves = coupling.inputs(name, step, until=step.start), DIFFERENCE * coupling.sizes
    moved = _with_ahead(coupling, name, step, concatenated([sample.value for sample in coupling.ahead.values()]) + moves)
    for i in free:
        coefficients = guessed.reals.coefficients.copy()
        coefficients[:, i] = moved.coefficients[:, i]
        instance.restore(saved[0][name])
        instance.follow(Inputs(Polynomial(step.start, coefficients), guessed.others), step)
        instance.step(step.start, step.size)
        move = moves[coupling.signals.index(coupling.wires[name].drivers[i])]
        columns.append((np.array([instance.outputs[v] for v in outputs], dtype=float) - found) / move)
    return np.transpose(columns)
