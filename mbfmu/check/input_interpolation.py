"""Measured order of input interpolation: one long step with inputs given by their derivatives, against many short ones."""

from __future__ import annotations

from collections.abc import Callable
from math import factorial

import numpy as np
from fmpy.fmi1 import FMICallException

from .base import Check, Untestable, Verdict, judged
from .comparison import Comparison, comparison
from .excitation import excited, start_values
from .running import Running, size
from .subject import Subject

HIGHEST = 3  # order that is tried


def run(subject: Subject) -> Verdict:
    """Let inputs grow with ever higher powers of time, and see up to which the FMU follows."""
    if not subject.continuous_inputs:
        raise Untestable("there are no continuous inputs")
    if not subject.claim("canHandleVariableCommunicationStepSize"):
        raise Untestable("without variable communication steps there are no shorter ones to compare with")
    first = found = _found(subject, 1)
    order = 1 if first.good else 0
    while order and order < HIGHEST:
        try:
            found = _found(subject, order + 1)
        except (FMICallException, Untestable):
            break
        if not found.good:
            break
        order += 1
    return judged(order > 0, f"order {order}; order 1: {first.measured}", first.why)


def _found(subject: Subject, order: int) -> Comparison:
    inputs = subject.continuous_inputs
    references = [v.valueReference for v in inputs]

    def followed(running: Running, length: float, signal: Callable[[float], np.ndarray]) -> None:
        running.set(inputs, signal(0.0))
        rates = (excited(inputs) - start_values(inputs)) * factorial(order) / length**order
        for n in range(1, order + 1):
            values = rates if n == order else np.zeros(sum(map(size, inputs)))
            running.fmu.setRealInputDerivatives(references, [n] * len(references), values.tolist())
        running.advance(length)

    return comparison(subject, order, followed)


CHECK = Check("input interpolation", lambda s: s.version == 2 and not s.is_model_exchange, lambda s: s.claim("canInterpolateInputs"), run)
