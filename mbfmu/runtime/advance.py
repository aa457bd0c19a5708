"""Moving an instance through time: integration between events, and events where indicators cross zero."""

import numpy as np

from .chattering import Chattering
from .errors import MbfmuError, StepFailed
from .events import Event, first_event
from .instance import Instance
from .pace import Pace

PLACE = ("t", "x", "z")  # where an instance is; z, because the next Newton solve starts there
STEPS = 1_000_000


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
    chattering, moved = Chattering(instance), False
    pace = Pace(instance.t, min(t_end - instance.t, instance.problem.step_size))
    if hybrid:
        instance.settle()
    for steps in range(STEPS):
        if t[0] >= t_end:
            return steps > 0 and not hybrid and not moved
        integrator.step(t_end)
        if hybrid and (event := _to_event(instance)):
            held = instance.buffers["m"].copy()
            instance.settle()
            integrator.restart()
            chattering.look(event, held)
        elif moved := instance.accept():
            integrator.moved()
        pace.refuse_standstill(instance.t, integrator.steepest)
    raise StepFailed(f"after {STEPS} steps the integration is only at t = {t[0]:.9g} s; loosen the tolerance or look for a stiff part")


def _to_event(instance: Instance) -> Event | None:
    """Go back to just behind the first point of the last step where a mode is left, if there is one."""
    buffers, integrator = instance.buffers, instance.integrator
    end = [buffers[slot].copy() for slot in PLACE]

    def margins(theta: float) -> np.ndarray:
        integrator.at(theta)
        instance.evaluate()
        return instance.margins()

    event = first_event(margins, integrator.start_t, integrator.size)
    if event is None or event.place == 1.0:
        for slot, values in zip(PLACE, end):
            buffers[slot][:] = values
    else:
        integrator.at(event.place)
    return event
