"""Derivatives of rates by states against differences, and adjoints against tangents."""

from __future__ import annotations

import numpy as np

from .running import Running
from .tolerances import FINITE_DIFFERENCE, ROUNDOFF


def assert_derivatives_of_rates(running: Running, t: float, step: float) -> None:
    """Tangents are central differences, extrapolated from those of a step and of twice that; adjoints are tangents."""
    x, unit = running.x, np.eye(running.x.size)

    def differences(h: float) -> np.ndarray:
        return np.column_stack([(running.derivative(t, x + h * e) - running.derivative(t, x - h * e)) / (2 * h) for e in unit])

    fine = differences(step)
    expected = fine + (fine - differences(2 * step)) / 3
    running.derivative(t, x)
    tangents = np.column_stack([running.directional({"x": e}, ("x_dot",))[0] for e in unit])
    adjoints = np.vstack([running.reverse({"x_dot": e}, ("x",))[0] for e in unit])
    np.testing.assert_allclose(tangents, expected, rtol=0, atol=FINITE_DIFFERENCE * abs(expected).max())
    np.testing.assert_allclose(adjoints, tangents, rtol=0, atol=ROUNDOFF * abs(expected).max())
