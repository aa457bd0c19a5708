"""Stabilization: the gain that pulls drifting states back to the constraints while the derivative is integrated."""

from __future__ import annotations

from ...model.declare.model import Model

RECOVERY = 100  # communication steps in which drift dies out; DRIFTED of projection.c is as many tolerances


def gain(model: Model) -> float:
    """The gain w [rad/s] of the stabilization: the user's, or the smallest that keeps drift bounded.

    An integrator that errs by one tolerance in every step, each as long as a communication step, drifts by RECOVERY tolerances where
    w = 1 / (RECOVERY step_size). There Model Exchange asks for a projection; other runs project after every step.
    """
    return 1.0 / (RECOVERY * model.step_size) if model.stabilization is None else model.stabilization
