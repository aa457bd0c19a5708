"""Moving an instance through time: integration between events, and events where indicators cross zero."""

from collections import deque

import numpy as np

from .errors import MbfmuError, StepFailed
from .events import first_left, resolution
from .instance import Instance

PLACE = ("t", "x", "z")  # where an instance is; z, because the next Newton solve starts there
STEPS = 1_000_000
CROWD, CROWDED = 100, 1e-6  # so many events within this part of a communication step are chattering


def advance(instance: Instance, t_end: float, tolerance: float = 1e-6) -> None:
    """Bring `instance` to time t_end [s], inputs held, with errors of `tolerance` relative to each state or its nominal.

    Raises InvalidValue for invalid inputs or parameters and StepFailed with the cause if there is no way to t_end; the
    instance is then exactly as before.
    """
    if not instance.t <= t_end < np.inf:
        raise StepFailed(f"time moves forward only: from t = {instance.t} s it cannot go to {t_end} s")
    if not 0 < tolerance < 1:
        raise MbfmuError(f"the tolerance must be > 0 and < 1, not {tolerance}")
    before = instance.save()
    # Newton's last digits depend on how often it ran, so where it runs nothing is skipped: a restored run must not differ; and
    # where inputs feed constraints, these are now what they were given to be
    repeatable = not (instance.buffers["z"].size or instance.buffers["t_u"].size)
    try:
        with np.errstate(all="ignore"), instance.threads():
            if repeatable and before == instance.left:
                instance.integrator.resume()
            else:
                instance.validate()
                instance.given()
                instance.follow()
                instance.integrator.restart()
            evaluated = _integrate(instance, t_end, tolerance)
            instance.outputs(evaluated and repeatable)
    except BaseException:
        instance.restore(before)
        raise
    instance.left = instance.save()


def _integrate(instance: Instance, t_end: float, tolerance: float) -> bool:
    """Step to t_end; whether the derivative in the buffers is then the one there."""
    integrator, t = instance.integrator, instance.buffers["t"]
    integrator.tolerance = tolerance
    hybrid = instance.buffers["m"].size > 0
    events, shortest = deque(maxlen=CROWD), CROWDED * (t_end - instance.t)
    moved = False
    if hybrid:
        instance.settle()
    for steps in range(STEPS):
        if t[0] >= t_end:
            return steps > 0 and not hybrid and not moved
        integrator.step(t_end)
        if hybrid and _at_event(instance):
            held = instance.buffers["m"].copy()
            instance.settle()
            integrator.restart()
            _refuse_chattering(instance, events, shortest, held)
        elif moved := instance.accept():
            integrator.moved()
    raise StepFailed(f"after {STEPS} steps the integration is only at t = {t[0]:.9g} s; loosen the tolerance or look for a stiff part")


def _at_event(instance: Instance) -> bool:
    """Whether a mode is left somewhere in the last step; if so, go back to just behind the first such point."""
    buffers, integrator = instance.buffers, instance.integrator
    end = [buffers[slot].copy() for slot in PLACE]

    def margins(theta: float) -> np.ndarray:
        integrator.at(theta)
        instance.evaluate()
        return instance.margins()

    left = first_left(margins, resolution(integrator.start_t, integrator.size))
    if left is None or left == 1.0:
        for slot, values in zip(PLACE, end):
            buffers[slot][:] = values
    else:
        integrator.at(left)
    return left is not None


def _refuse_chattering(instance: Instance, events: deque[float], shortest: float, held: np.ndarray) -> None:
    """StepFailed if the last events crowd into no time at all."""
    events.append(instance.t)
    if len(events) == CROWD and events[-1] - events[0] < shortest:
        names = ", ".join(instance.mode_name(i) for i in np.flatnonzero(held != instance.buffers["m"]))
        raise StepFailed(
            f"{CROWD} events within {events[-1] - events[0]:.2g} s at t = {instance.t:.9g} s: {names} switches back at once; "
            "smooth the switch or give it hysteresis"
        )
