"""Early return of FMI 3 Co-Simulation: a step ends where the callback asks, and goes on from there."""

from __future__ import annotations

from typing import Any

from .base import Broken, Check, Untestable, Verdict, judged, promised
from .subject import Subject

SHARE = 0.5  # of a step, at which an early return is asked for


class Asking:
    """A callback that asks for an early return at `time` [s], whenever it may."""

    def __init__(self, time: float):
        self.time, self.possible = time, 0

    def __call__(self, _environment: Any, time: float, *more: Any) -> None:
        _set, _get, _finished, possible, asked, when = more
        if possible:
            self.possible += 1
            asked[0], when[0] = time < self.time, self.time


def run(subject: Subject) -> Verdict:
    """Ask for a return in the middle of a step, then finish the step."""
    end = subject.start_time + subject.step_size
    asking = Asking(subject.start_time + SHARE * subject.step_size)
    running = subject.started(earlyReturnAllowed=True, intermediateUpdate=asking)
    with promised("a step with early return"):
        _, _, early, reached = running.fmu.doStep(subject.start_time, subject.step_size)
    if not asking.possible:
        raise Untestable("the FMU never offered to return early in a step")
    if not early or not asking.time <= reached < end:
        raise Broken(f"asked to return at t = {asking.time:.9g} s, it came to {reached:.9g} s, early return: {early}")
    with promised("the rest of the step"):
        asking.time = subject.start_time
        _, _, _, finished = running.fmu.doStep(reached, end - reached)
    close = abs(finished - end) <= 1e-9 * max(abs(end), subject.step_size)
    return judged(close, f"returned at t = {reached:.6g} s of {end:.6g} s", f"the rest of the step ended at {finished:.9g} s")


CHECK = Check(
    "early return",
    lambda s: s.version == 3 and not s.is_model_exchange,
    lambda s: s.claim("canReturnEarlyAfterIntermediateUpdate"),
    run,
)
