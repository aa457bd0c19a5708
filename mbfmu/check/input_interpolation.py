"""Input interpolation: one long step with inputs given by their derivatives, against many short ones, for every order that the FMU takes."""

from __future__ import annotations

from collections.abc import Callable
from math import factorial

import numpy as np
from fmpy.fmi1 import FMICallException
from fmpy.fmi2 import fmi2Integer, fmi2OK, fmi2Real, fmi2ValueReference

from .base import Check, Untestable, Verdict, judged
from .comparison import Comparison, comparison
from .excitation import excited, start_values
from .running_fmu import Running, size
from .subject import CheckedFmu

HIGHEST = 3  # order that is tried


class Refused(Exception):
    """Derivatives of this order are not taken: FMI 2 has no flag that says up to which they are."""


def run(subject: CheckedFmu) -> Verdict:
    """Let inputs grow with ever higher powers of time: the FMU follows up to the order that it takes derivatives of."""
    if not subject.continuous_inputs:
        raise Untestable("there are no continuous inputs")
    if not subject.claim("canHandleVariableCommunicationStepSize"):
        raise Untestable("without variable communication steps there are no shorter ones to compare with")
    found: list[Comparison] = []
    why = ""
    for order in range(1, HIGHEST + 1):
        try:
            found.append(_found(subject, order))
        except Refused as error:
            why = f"order 1 refused: {error}"
            break
        except Untestable:
            if not found:
                raise
            break
    measured = "; ".join(f"order {i}: {one.measured}" for i, one in enumerate(found, 1))
    wrong = [f"order {i}: {one.why}" for i, one in enumerate(found, 1) if not one.good]
    return judged(bool(found) and not wrong, measured, wrong[0] if wrong else why)


def _found(subject: CheckedFmu, order: int) -> Comparison:
    inputs = subject.continuous_inputs

    def followed(running: Running, length: float, signal: Callable[[float], np.ndarray]) -> None:
        running.set(inputs, signal(0.0))
        rates = (excited(inputs) - start_values(inputs)) * factorial(order) / length**order
        for n in range(1, order + 1):
            _set_derivatives(running, n, rates if n == order else np.zeros(sum(map(size, inputs))))
        running.advance(length)

    return comparison(subject, order, followed)


def _set_derivatives(running: Running, order: int, values: np.ndarray) -> None:
    """Derivatives of all inputs; an answer of fmi2Warning is a refusal as well, which FMPy does not tell."""
    n = len(values)
    references = (fmi2ValueReference * n)(*(v.valueReference for v in running.subject.continuous_inputs))
    orders, numbers = (fmi2Integer * n)(*[order] * n), (fmi2Real * n)(*values)
    try:
        status = running.fmu.fmi2SetRealInputDerivatives(running.fmu.component, references, n, orders, numbers)
    except FMICallException as error:
        raise Refused(str(error)) from error
    if status != fmi2OK:
        raise Refused("fmi2SetRealInputDerivatives answers with a warning")


CHECK = Check("input interpolation", lambda s: s.version == 2 and not s.is_model_exchange, lambda s: s.claim("canInterpolateInputs"), run)
