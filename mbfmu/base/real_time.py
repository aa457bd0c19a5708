"""Runs that keep pace with the wall clock."""

from __future__ import annotations

import logging
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager


class Pacer:
    """Holds a run back to the wall clock: called with the simulated time [s] at each step, it returns when as much time has gone by since the first.

    A step that comes late, an overrun, is counted, and the run continues at once. It catches up if later steps take less time than they simulate.
    Where simulated time goes back, pacing starts again.
    """

    def __init__(self, clock: Callable[[], float] = time.monotonic, sleep: Callable[[float], None] = time.sleep):
        self.steps = 0
        """Steps so far."""
        self.late = 0
        """How many of them came late."""
        self.latest = 0.0
        """By how much one came late at most [s]."""
        self.latest_at = 0.0
        """The simulated time of that step [s]."""
        self._clock, self._sleep = clock, sleep
        self._origin: float | None = None  # what the clock shows at the simulated time 0
        self._reached = 0.0

    def begin(self, t: float) -> None:
        """Start pacing at a simulated time [s], unless the run has been paced up to there."""
        if self._origin is None or t != self._reached:
            self._origin, self._reached = self._clock() - t, t

    def __call__(self, t: float) -> None:
        if self._origin is None or t < self._reached:
            self.begin(t)
        else:
            self._wait(t)
            self._reached = t

    def _wait(self, t: float) -> None:
        self.steps += 1
        behind = self._clock() - (self._origin or 0.0) - t
        if behind < 0.0:
            self._sleep(-behind)
            return
        self.late += 1
        if behind > self.latest:
            self.latest, self.latest_at = behind, t

    def __str__(self) -> str:
        if not self.late:
            return f"all {self.steps} steps came in time"
        return f"{self.late} of {self.steps} steps came late, by {1e3 * self.latest:.3g} ms at most, at t = {self.latest_at:.9g} s"

    def report(self) -> None:
        """Warn of overruns through the logger "mbfmu"."""
        if self.late:
            logging.getLogger("mbfmu").warning("real time: %s", self)


@contextmanager
def paced(progress: Callable[[float], None], real_time: bool) -> Iterator[Callable[[float], None]]:
    """Yield `progress`, which holds a run back to the wall clock if that is wanted in `real_time`; overruns are reported at the end."""
    if not real_time:
        yield progress
        return
    pacer = Pacer()

    def passed(t: float) -> None:
        pacer(t)
        progress(t)

    try:
        yield passed
    finally:
        pacer.report()
