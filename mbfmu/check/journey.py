"""A way for an instance to go on that shows what it has kept: nothing set, inputs set, short steps, long steps, events."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress

from fmpy.fmi1 import FMICallException
from fmpy.model_description import ModelVariable

from .excitation import excited, excited_inputs, start_values, switched_inputs
from .instances import instantiated, started
from .running_fmu import Running
from .subject import FLOATS, CheckedFmu

STEPS = 10
LONG = 10  # communication steps made in one: only there integrators that keep their own step size show it
TIGHTER = 0.1  # times the tolerance that an FMU has anyway
AMOUNT = 1e-3  # of a parameter: small, so that most models still start

Bits = dict[str, bytes]


def moved(running: Running, amount: float, steps: int = STEPS) -> list[Bits]:
    """Excite the inputs by `amount` times the usual and go on; all that can be read after every step."""
    running.set_named(excited_inputs(running.subject, amount * 1e-2))
    return [_step(running) for _ in range(steps)]


def gone_on(running: Running) -> list[Bits]:
    """Go on with what was set before, then with other inputs, discrete ones last, then over an event or by a long step."""
    found = [_step(running) for _ in range(STEPS)] + moved(running, 2.0) + switched(running)
    if running.subject.is_model_exchange:
        running.pass_event()
        return [*found, running.bits(), *moved(running, 1.0)]
    return found + leapt(running)


def switched(running: Running) -> list[Bits]:
    """Give discrete inputs other values, in Event Mode where there is one, and go on; nothing where there are none, or the model refuses them."""
    values = switched_inputs(running.subject)
    if not values:
        return []
    try:
        running.at_event(lambda: running.set_named(values))
        return [_step(running) for _ in range(STEPS)]
    except FMICallException:
        return []


def leapt(running: Running) -> list[Bits]:
    """A long step, where the FMU says that it can make one; nothing where it is too long for the model."""
    if running.subject.is_model_exchange or not running.subject.claim("canHandleVariableCommunicationStepSize"):
        return []
    try:
        return [_step(running, LONG * running.subject.step_size)]
    except FMICallException:
        return []


def unusual(subject: CheckedFmu) -> Running:
    """A new instance under way with other parameters than its own, where it takes any, and another tolerance."""
    for parameters in _parameters(subject):
        running = instantiated(subject)
        _set(running, parameters)
        try:
            running.start(tolerance=TIGHTER * subject.tolerance)
            moved(running, 1.0)
            return running
        except FMICallException:
            running.free()  # the model does not start or move with those
    running = started(subject)
    moved(running, 1.0)
    return running


def set_parameters(running: Running) -> None:
    """Give parameters other values than their own; whether all are taken is another check's."""
    _set(running, _parameters(running.subject)[0])


def _parameters(subject: CheckedFmu) -> list[list[ModelVariable]]:
    """Parameters that may be given other values: all, then fewer, since a model may not start or move with those."""
    exact = [v for v in subject.numeric if v.causality == "parameter" and v.initial == "exact" and v.variability in ("fixed", "tunable")]
    floats = [v for v in exact if v.type in FLOATS]
    return [exact, floats, [v for v in floats if v.variability == "tunable"], []]


def _set(running: Running, parameters: Sequence[ModelVariable]) -> None:
    for v in parameters:
        with suppress(FMICallException):
            running.set([v], excited([v], AMOUNT))


def pend(running: Running) -> None:
    """Set what only the next step takes in: inputs, and their derivatives where the FMU interpolates."""
    running.set_named(excited_inputs(running.subject, 3e-2))
    if not running.subject.is_model_exchange:
        running.set_named(switched_inputs(running.subject))
    if running.subject.claim("canInterpolateInputs") and running.subject.continuous_inputs:
        references = [v.valueReference for v in running.subject.continuous_inputs]
        rates = (excited(running.subject.continuous_inputs) - start_values(running.subject.continuous_inputs)) / running.subject.step_size
        running.fmu.setRealInputDerivatives(references, [1] * len(references), rates.tolist())


def _step(running: Running, size: float | None = None) -> Bits:
    running.advance(size)
    return running.bits()
