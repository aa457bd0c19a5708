"""Find the StepJacobian of a coupling: by matrix exponentials of FMUs that are linear systems over a step, else by trying."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
from scipy.linalg import expm

from .history import Polynomial, Sample
from .state_space import state_space
from .step_jacobian import StepJacobian
from .timeline import Step

if TYPE_CHECKING:
    from .coupling import Coupling, Saved

DIFFERENCE = 1e-3  # of the scale of a signal: what is tried to see how outputs change


def find_step_jacobian(coupling: Coupling, step: Step, saved: Saved, found: np.ndarray) -> StepJacobian:
    """Return the Jacobian of the step to the outputs `found` from what was `saved`, to which FMUs that are tried are taken back.

    FMUs that have states and directional derivatives are linear systems over a step, whose answers to polynomials are matrix exponentials. Others are
    stepped once for each input.
    """
    sources = list(coupling.histories)
    matrix = np.zeros((len(sources), len(sources)))
    for name in coupling.order:
        rows = [i for i, (component, _) in enumerate(sources) if component == name]
        driven = {v: source for v, source in coupling.driven_by[name].items() if (source, (name, v)) not in coupling.held}
        inputs = {variable: sources.index(source) for variable, source in driven.items() if source in coupling.histories}
        if rows and inputs:
            instance, outputs = coupling.instances[name], [sources[i][1] for i in rows]
            instance.restore(saved[0][name])
            linear = instance.differentiates and coupling.descriptions[name].derivatives
            changes = (
                _linear(coupling, name, step, outputs, list(inputs)) if linear else _tried(coupling, name, step, saved, found[rows], outputs, inputs)
            )
            for column, change in zip(inputs.values(), changes.T):
                matrix[rows, column] += change
    return StepJacobian(step.size, matrix)


def _linear(coupling: Coupling, name: str, step: Step, outputs: list[str], inputs: list[str]) -> np.ndarray:
    A, B, C, D = state_space(coupling.descriptions[name], coupling.instances[name].fmu, outputs, inputs)
    shapes = [_shape(coupling, name, variable, step) for variable in inputs]
    (n, m), orders = B.shape, max(len(shape.coefficients) for shape in shapes)
    whole = np.zeros((n + orders * m, n + orders * m))  # of x, u, du/dt, ...
    whole[:n, : n + m] = np.hstack([A, B])
    whole[n:, n:] = np.kron(np.eye(orders, k=1), np.eye(m))
    answers = np.split(expm(whole * step.size)[:n, n:], orders, axis=1)
    starts = np.array([[*shape.derivatives(), *[0.0] * orders][:orders] for shape in shapes]).T
    return C @ sum(answer * start for answer, start in zip(answers, starts)) + D * [shape(step.end) for shape in shapes]


def _shape(coupling: Coupling, name: str, variable: str, step: Step) -> Polynomial:
    """How an input changes over the step with what drives it at its end."""
    history = coupling.histories[coupling.driven_by[name][variable]]
    zero, one = (history.polynomial(coupling.degree, step.start, step.start, Sample(step.end, value)).coefficients for value in (0.0, 1.0))
    return coupling.instances[name].as_taken(variable, Polynomial(step.start, tuple(b - a for a, b in zip(zero, one))), step)


def _tried(coupling: Coupling, name: str, step: Step, saved: Saved, found: np.ndarray, outputs: list[str], inputs: dict[str, int]) -> np.ndarray:
    instance, sources, columns = coupling.instances[name], list(coupling.histories), []
    guessed = coupling.inputs(name, step, until=step.start)
    for variable, column in inputs.items():
        history, ahead = coupling.histories[sources[column]], coupling.ahead[sources[column]]
        h = DIFFERENCE * history.scale
        moved: Polynomial = history.polynomial(coupling.degree, step.start, step.start, Sample(step.end, ahead.value + h))
        instance.restore(saved[0][name])
        instance.follow({**guessed, variable: moved}, step)
        instance.step(step.start, step.size)
        columns.append((np.array([instance.outputs[v] for v in outputs], dtype=float) - found) / h)
    return np.transpose(columns)
