"""Chattering: modes that neither side keeps, so that a run goes from event to event without getting anywhere."""

import numpy as np

from .errors import StepFailed
from .events import NOISE, Event
from .instance import Instance

CROWD = 100  # so many such events in a row, before the next communication point, are chattering
NEAR = 10 * NOISE  # of an indicator, halfway between events: the mode was on this side only because it was left beyond NOISE


class Chattering:
    """Looks at the events of an instance between two communication points; `begin` is said at each of these."""

    def __init__(self, instance: Instance):
        self.instance = instance
        self.begin()

    def begin(self) -> None:
        """Forget the events so far."""
        self.count, self.since = 0, 0.0
        self.modes = np.zeros(self.instance.buffers["m"].size, dtype=bool)

    def look(self, event: Event, held: np.ndarray) -> None:
        """Look at an event that has changed the modes `held` before it; StepFailed names those that neither side keeps."""
        changed, t = held != self.instance.buffers["m"], self.instance.t
        if (event.halfway[changed] > NEAR).any():
            self.begin()
            return
        self.since = self.since if self.count else t
        self.count += 1
        self.modes |= changed
        if self.count == CROWD:
            names = ", ".join(map(self.instance.mode_name, np.flatnonzero(self.modes)))
            raise StepFailed(
                f"{CROWD} events within {t - self.since:.2g} s at t = {t:.9g} s: neither side of {names} lasts; "
                "smooth the switch or give it hysteresis"
            )
