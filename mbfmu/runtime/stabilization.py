"""Stabilization: the gain that pulls drifting states back to the constraints while the derivative is integrated."""

from typing import Callable

import numpy as np

from .differences import STEP

SLOWEST, FASTEST = 0.01, 1.0  # bounds of the gain, times the communication step
DIRECTIONS = 30  # in which the derivative is looked at: the fastest frequency shows first
SMALL = 1e-9  # of a slope, relative to the largest met: roundoff


def gain(x: np.ndarray, derivative: Callable[[np.ndarray], np.ndarray], nominal: np.ndarray, step_size: float) -> float:
    """The gain w [rad/s] of Omar (2014), eq. 48: the model's fastest frequency at `x`, where `derivative` gives x_dot without stabilization.

    "The maximum value of w best is probably near the highest system frequencies": an explicit integrator must resolve those in any
    case, so that this w does not make the model stiff. It lies between 0.01 and 1 over the communication step [s]. The frequency is
    that of Arnoldi's method, so that large mechanisms need no more evaluations than middling ones.
    """
    rate, size = derivative(x), np.maximum(np.abs(x), nominal)
    step = STEP * np.sqrt(x.size)

    def slope(direction: np.ndarray) -> np.ndarray:
        return (derivative(x + step * size * direction) - rate) / (step * size)

    fastest = np.abs(np.linalg.eigvals(_projected(slope, x.size))).max(initial=0.0)
    return float(np.clip(fastest, SLOWEST / step_size, FASTEST / step_size))


def _projected(slope: Callable[[np.ndarray], np.ndarray], n: int) -> np.ndarray:
    """The linear map `slope` of R^n in an orthonormal basis of what it makes of a random direction (Arnoldi)."""
    count = min(n, DIRECTIONS)
    basis, H = np.zeros((count + 1, n)), np.zeros((count + 1, count))
    first = np.random.default_rng(0).standard_normal(n)
    basis[:1] = first / np.linalg.norm(first)
    for j in range(count):
        ahead = slope(basis[j])
        if not np.isfinite(ahead).all():
            return H[:j, :j]
        for _ in range(2):  # once is not orthogonal to roundoff
            along = basis[: j + 1] @ ahead
            H[: j + 1, j] += along
            ahead = ahead - along @ basis[: j + 1]
        H[j + 1, j] = np.linalg.norm(ahead)
        if H[j + 1, j] <= SMALL * np.abs(H).max():
            return H[: j + 1, : j + 1]
        basis[j + 1] = ahead / H[j + 1, j]
    return H[:count]
