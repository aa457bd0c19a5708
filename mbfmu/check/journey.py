"""A way for an instance to go on that shows what it has kept: nothing set, inputs set, short steps, long steps, events."""

from __future__ import annotations

from fmpy.fmi1 import FMICallException

from .excitation import excited, excited_inputs
from .running import Running
from .subject import Subject

STEPS = 10
LONG = (10, 30)  # communication steps made in one: only there integrators that keep their own step size show it
TIGHTER = 0.1  # times the tolerance that an FMU has anyway
AMOUNT = 1e-3  # of a parameter: small, so that most models still start

Bits = dict[str, bytes]


def moved(running: Running, amount: float, steps: int = STEPS) -> list[Bits]:
    """Excite the inputs by `amount` times the usual and go on; all that can be read after every step."""
    running.set_named(excited_inputs(running.subject, amount * 1e-2))
    return [_step(running) for _ in range(steps)]


def gone_on(running: Running) -> list[Bits]:
    """Go on with what was set before, then with other inputs, then by long steps where the FMU says it can make them."""
    found = [_step(running) for _ in range(STEPS)] + moved(running, 2.0)
    if running.subject.is_model_exchange:
        running.pass_event()
        return [*found, running.bits(), *moved(running, 1.0)]
    if running.subject.claim("canHandleVariableCommunicationStepSize"):
        for length in LONG:
            try:
                found.append(_step(running, length * running.subject.step_size))
            except FMICallException:  # too long for the model, which should then be too long again
                break
    return found


def unusual(subject: Subject) -> Running:
    """A new instance under way with other parameters than its own, where it takes any, and another tolerance."""
    running = subject.instance()
    for v in subject.reals:
        if v.causality == "parameter" and v.initial == "exact":
            try:
                running.set([v], excited([v], AMOUNT))
            except FMICallException:
                continue  # whether it takes its start values is another check's
    try:
        running.start(tolerance=TIGHTER * subject.tolerance)
    except FMICallException:
        running.free()
        running = subject.started()  # the model does not start with those
    moved(running, 1.0)
    return running


def pend(running: Running) -> None:
    """Set what only the next step takes in: inputs, and their derivatives where the FMU interpolates."""
    running.set_named(excited_inputs(running.subject, 3e-2))
    if running.subject.claim("canInterpolateInputs") and running.subject.continuous_inputs:
        references = [v.valueReference for v in running.subject.continuous_inputs]
        rates = excited(running.subject.continuous_inputs) / running.subject.step_size
        running.fmu.setRealInputDerivatives(references, [1] * len(references), rates.tolist())


def _step(running: Running, size: float | None = None) -> Bits:
    running.advance(size)
    return running.bits()
