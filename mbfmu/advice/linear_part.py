"""The FMUs of a System as linear systems near its start."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

import numpy as np
from scipy.linalg import expm

from ..cosim.at_start import AtStart

DEPENDENT = 1e-7  # relative: what counts as zero in how states follow from start values, which may be known by differences


@dataclass(frozen=True, eq=False)
class LinearPart:
    """What small changes do to an FMU: x' = A x + B u, y = C x + D u, with as many states x as are independent.

    `inputs` and `outputs` are the names of connected ones.
    """

    A: np.ndarray
    B: np.ndarray
    C: np.ndarray
    D: np.ndarray
    inputs: tuple[str, ...]
    outputs: tuple[str, ...]

    @property
    def order(self) -> int:
        """The number of states."""
        return len(self.A)

    @cache  # noqa: B019  # parts live as long as what is asked of them
    def over(self, size: float, degree: int) -> tuple[np.ndarray, tuple[np.ndarray, ...]]:
        """What a step of `size` [s] does: x becomes P x + sum Q_k c_k where u = sum c_k t^k, k <= `degree`.

        The exponential of an augmented matrix: Van Loan (1978), IEEE Trans. Automat. Contr. 23, 395-404.
        """
        n, m = self.B.shape
        whole = np.zeros((n + (degree + 1) * m,) * 2)
        whole[:n, :n], whole[:n, n : n + m] = self.A, self.B
        for k in range(degree):  # the k-th derivative of u integrates the next one
            whole[n + k * m : n + (k + 1) * m, n + (k + 1) * m : n + (k + 2) * m] = np.eye(m)
        answer = expm(whole * size)[:n]
        factorials = np.cumprod([1, *range(1, degree + 1)])
        return answer[:, :n], tuple(factorials[k] * answer[:, n + k * m : n + (k + 1) * m] for k in range(degree + 1))


def linear_part(fmu: AtStart) -> LinearPart:
    """The linear system of an FMU in Initialization Mode.

    Independent states are combinations of states that start values can move, by a singular value decomposition.
    """
    n, s = len(fmu.states), len(fmu.starts)
    x, rates, y = np.split(fmu.derivatives(), [n, 2 * n])
    sizes = np.maximum(np.abs(x[:, :s]).max(axis=1, initial=0.0), np.finfo(float).tiny)
    left, values, right = np.linalg.svd(x[:, :s] / sizes[:, None], full_matrices=False)
    kept = values > DEPENDENT * values.max(initial=0.0)
    to_x = left[:, kept].T / sizes  # from states to independent ones
    from_x = right[kept].T / values[kept]  # from those to start values
    return LinearPart(to_x @ rates[:, :s] @ from_x, to_x @ rates[:, s:], y[:, :s] @ from_x, y[:, s:], fmu.inputs, fmu.outputs)
