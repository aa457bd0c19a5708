"""Stabilization: the gain that pulls drifting states back to the constraints while the derivative is integrated."""

from typing import Callable

import numpy as np

from .differences import jacobian

SLOWEST, FASTEST = 0.01, 1.0  # bounds of the gain, times the communication step


def gain(x: np.ndarray, derivative: Callable[[np.ndarray], np.ndarray], nominal: np.ndarray, step_size: float) -> float:
    """The gain w [rad/s] of Omar (2014), eq. 48: the model's fastest frequency at `x`, where `derivative` gives x_dot without stabilization.

    "The maximum value of w best is probably near the highest system frequencies": an explicit integrator must resolve those in any
    case, so that this w does not make the model stiff. It lies between 0.01 and 1 over the communication step [s].
    """
    slopes = jacobian(derivative, x, nominal)
    finite = slopes if np.isfinite(slopes).all() else np.zeros_like(slopes)
    fastest = np.abs(np.linalg.eigvals(finite)).max(initial=0.0)
    return float(np.clip(fastest, SLOWEST / step_size, FASTEST / step_size))
