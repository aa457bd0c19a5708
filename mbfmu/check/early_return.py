"""Early return of FMI 3 Co-Simulation: a step ends where the callback asks, and goes on from there."""

from __future__ import annotations

from typing import Any

from .base import Broken, Check, Untestable, Verdict, judged, promised
from .instances import started
from .running_fmu import Running
from .subject import CheckedFmu

LENGTHS = (1, 10, 100)  # of the step, in communication steps: the first that is not made in one go is taken


class Asking:
    """A callback that asks for an early return as soon as it may, before `end` [s]; `asked` is when it did."""

    def __init__(self, end: float):
        self.end = end
        self.asked: float | None = None

    def __call__(self, _environment: Any, time: float, *more: Any) -> None:
        _set, _get, _finished, possible, requested, when = more
        if possible and self.asked is None and time < self.end:
            self.asked, requested[0], when[0] = time, True, time


def run(subject: CheckedFmu) -> Verdict:
    """Ask for a return within the step, then finish the step."""
    for length in LENGTHS:
        end = min(subject.start_time + length * subject.step_size, subject.stop_time)
        asking = Asking(end)
        running = started(subject, earlyReturnAllowed=True, intermediateUpdate=asking)
        with promised("a step with early return"):
            _, _, early, reached = running.fmu.doStep(subject.start_time, end - subject.start_time)
        if asking.asked is not None:
            return _returned(running, asking.end, asking.asked, early, reached)
    raise Untestable(f"no return was offered before the end of a step, even of {end - subject.start_time:.3g} s")


def _returned(running: Running, end: float, asked: float, early: bool, reached: float) -> Verdict:
    """Whether it came back where it was asked to, and went on from there."""
    slack = 1e-9 * max(abs(end), end - running.time)
    if not early or abs(reached - asked) > slack:
        raise Broken(f"asked at t = {asked:.9g} s to return, it came to {reached:.9g} s, early return: {early}")
    with promised("the rest of the step"):
        _, _, _, finished = running.fmu.doStep(reached, end - reached)
    detail = f"returned at t = {reached:.6g} s of {end:.6g} s"
    return judged(abs(finished - end) <= slack, detail, f"the rest of the step ended at {finished:.9g} s")


CHECK = Check(
    "early return",
    lambda s: s.version == 3 and not s.is_model_exchange,
    lambda s: s.claim("canReturnEarlyAfterIntermediateUpdate"),
    run,
)
