"""Pace: notices a run that makes no progress."""

from typing import Callable

from .errors import StepFailed

STEPS, SHORT = 1000, 1e-3  # so many steps within this part of a communication step: at that pace, it would take a million


class Pace:
    """Watches a run from time `t` [s] on, which is looked at every `interval` [s], through its accepted steps."""

    def __init__(self, t: float, interval: float):
        self.interval, self.since, self.steps = interval, t, 0

    def refuse_standstill(self, t: float, cause: Callable[[], str]) -> None:
        """After an accepted step to time t [s]: StepFailed, with the `cause`, where the last STEPS steps hardly moved time."""
        self.steps += 1
        if self.steps < STEPS:
            return
        if t - self.since < SHORT * self.interval:
            raise StepFailed(
                f"the integration cannot go on from t = {t:.9g} s: its last {STEPS} steps took {t - self.since:.2g} s; {cause()}; smooth what "
                "jumps there, loosen the tolerance, or set stiff=True"
            )
        self.since, self.steps = t, 0
