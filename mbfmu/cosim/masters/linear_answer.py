"""How an FMU answers to inputs over a step, if it is a linear system."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from scipy.linalg import expm

from ..fmu.instance import FmuInstance
from ..fmu.state_space import state_space

FACTORIALS = (1.0, 1.0, 2.0, 6.0)


def linear_answer(instance: FmuInstance, outputs: Sequence[str], inputs: Sequence[str], shapes: np.ndarray, size: float) -> np.ndarray:
    """The changes of outputs (rows) at the end of a step of `size` [s] by inputs (columns) that move as polynomials of the time since it began.

    `shapes` are rows of their coefficients. The answer to them is a matrix exponential, from the FMU's own derivatives.
    """
    A, B, C, D = state_space(instance.description, instance.fmu, outputs, inputs)
    (n, m), orders = B.shape, len(shapes)
    whole = np.zeros((n + orders * m, n + orders * m))  # of x, u, du/dt, ...
    whole[:n, : n + m] = np.hstack([A, B])
    whole[n:, n:] = np.kron(np.eye(orders, k=1), np.eye(m))
    answers = np.split(expm(whole * size)[:n, n:], orders, axis=1)
    at_end = sum(shape * size**k for k, shape in enumerate(shapes))
    return C @ sum(answer * (shape * factorial) for answer, shape, factorial in zip(answers, shapes, FACTORIALS)) + D * at_end
