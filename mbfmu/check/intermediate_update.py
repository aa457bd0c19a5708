"""Intermediate update of FMI 3 Co-Simulation: called within the step, with values of its time, and with inputs that are followed."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

import numpy as np
from fmpy.model_description import ModelVariable

from .base import Broken, Check, Verdict, judged
from .evaluation import element_names
from .excitation import excited, excited_inputs, nominals, start_values
from .instances import instantiated, started
from .running_fmu import Running
from .subject import CheckedFmu

STEPS = 5
CLOSE = 1e-6  # of a value and its nominal value: what may lie between the last callback of a step and its end
LENGTHS = (1, 10, 100)  # of a step in communication steps: the first in which inputs show is taken
TOLERANCE = 1e-9  # asked of the FMU
LOOSER = 100  # times TOLERANCE: what this changes in an output is integration's doing
NOISE = 1e-8  # of a value: what integration may leave
FINE = 50  # steps with held inputs that stand for smooth ones
GOOD = 0.2  # of what held inputs are off by


@dataclass
class Listener:
    """What the FMU calls during a step; it must be quiet while FMPy holds its exceptions back.

    `signal` of the time within the step is what inputs are set to where the FMU asks for them.
    """

    running: Running | None = None
    begin: float = 0.0
    signal: Callable[[float], np.ndarray] | None = None
    times: list[float] = field(default_factory=list)
    values: list[np.ndarray] = field(default_factory=list)
    asked: list[float] = field(default_factory=list)
    errors: list[str] = field(default_factory=list)

    def __call__(self, _environment: Any, time: float, set_requested: bool, get_allowed: bool, *_: Any) -> None:
        if self.running is None:
            return
        try:
            self.times.append(time)
            if get_allowed:
                self.values.append(self.running.get(_readable(self.running.subject)))
            if set_requested and self.signal is not None:
                self.asked.append(time)
                self.running.set(self.running.subject.continuous_inputs, self.signal(time - self.begin))
        except Exception as error:  # it would be lost in the callback
            self.errors.append(str(error))


def run(subject: CheckedFmu) -> Verdict:
    """Listen during some steps, then let inputs grow within one."""
    listener = Listener()
    running = started(subject, intermediateUpdate=listener, requiredIntermediateVariables=_references(subject))
    running.set_named(excited_inputs(subject))
    listener.running = running
    for _ in range(STEPS):
        _listened_step(running, listener)
    if not listener.times:
        raise Broken("the callback was never called")
    measured = f"called {len(listener.times)} times in {STEPS} steps, {len(listener.values)} times to be read"
    return _with_inputs(subject, measured)


def _listened_step(running: Running, listener: Listener) -> None:
    """A step whose callbacks are for times within it, with outputs that at its end are those behind it."""
    subject, begin, called = running.subject, running.time, len(listener.times)
    running.advance()
    if listener.errors:
        raise Broken(f"in the callback: {listener.errors[0]}")
    slack = 1e-9 * max(abs(running.time), subject.step_size)
    outside = [t for t in listener.times[called:] if not begin - slack <= t <= running.time + slack]
    if outside:
        raise Broken(f"called for t = {outside[0]:.9g} s in the step from {begin:.9g} s to {running.time:.9g} s")
    variables = _readable(subject)
    if len(listener.times) == called or not variables or abs(listener.times[-1] - running.time) > slack or not listener.values:
        return
    values = running.get(variables)
    off = np.flatnonzero(np.abs(listener.values[-1] - values) > CLOSE * (np.abs(values) + nominals(variables)))
    if len(off):
        detail = f"{listener.values[-1][off[0]]:.9g} in the callback at the end of a step, {values[off[0]]:.9g} behind it"
        raise Broken(f"{element_names(variables)[off[0]]} = {detail}")


def _with_inputs(subject: CheckedFmu, measured: str) -> Verdict:
    """Add whether inputs set in the callback count from then on, where the FMU asks for any within a step."""
    if not subject.continuous_inputs or not all(v.valueReference in subject.intermediate for v in subject.continuous_inputs):
        return judged(True, f"{measured}; not all inputs may be set in it")
    for length in LENGTHS:
        size = min(length * subject.step_size, subject.stop_time - subject.start_time)
        off = _off(subject, size)
        if off is not None:
            detail = f"{measured}; inputs set in it: {off:.1e} of the error with held inputs"
            return judged(off < GOOD, detail, "inputs set within a step do not count from then on")
    return judged(True, f"{measured}; inputs are not asked for within steps, or do not show")


def _off(subject: CheckedFmu, size: float) -> float | None:
    """How far a step with inputs set within it is from where it should be, relative to held inputs; None if nothing shows.

    An FMU may hold inputs from one callback to the next, or ask for them wherever it evaluates: either is fine.
    """
    inputs, outputs = subject.continuous_inputs, subject.continuous_outputs
    start, end = start_values(inputs), excited(inputs)

    def signal(time: float) -> np.ndarray:
        return start + (end - start) * time / size

    listener = Listener(signal=signal)
    asked_for = [*_references(subject), *(v.valueReference for v in inputs)]
    once = _started(subject, intermediateUpdate=listener, requiredIntermediateVariables=asked_for)
    listener.running, listener.begin = once, once.time
    once.advance(size)
    asked = {t - listener.begin for t in listener.asked}

    def reached(running: Running, times: list[float], part: float) -> np.ndarray:
        """The outputs behind steps between `times`, inputs held at a part of each, and read with those of the end if they were asked for."""
        for begin, stop in zip(times, times[1:]):
            running.set(inputs, signal(begin + part * (stop - begin)))
            running.advance(stop - begin)
        if any(abs(t - size) <= 1e-9 * size for t in asked):
            running.set(inputs, signal(size))
        return running.get(outputs)

    between = sorted({0.0, size, *(t for t in asked if 1e-9 * size < t < (1 - 1e-9) * size)})
    found = once.get(outputs)
    still, loosely = (reached(_started(subject, t), [0.0, size], 0.0) for t in (TOLERANCE, LOOSER * TOLERANCE))
    nearly = [reached(_started(subject), np.linspace(0.0, size, n + 1).tolist(), 0.5) for n in (FINE, FINE - 1, FINE // 2, FINE // 4)]
    smooth = nearly[0]
    stepped = reached(_started(subject), between, 0.0)
    lost = np.abs(still - smooth)
    noise = np.abs(still - loosely) + np.ptp(nearly, axis=0)
    shows = lost > 5 * noise + NOISE * (np.abs(smooth) + nominals(outputs))
    if not shows.any():
        return None
    return min(float(np.max(np.abs(found - expected)[shows] / lost[shows])) for expected in (smooth, stepped))


def _started(subject: CheckedFmu, tolerance: float = TOLERANCE, **options: object) -> Running:
    running = instantiated(subject, **options)
    running.start(tolerance=tolerance)
    return running


def _readable(subject: CheckedFmu) -> list[ModelVariable]:
    """The outputs that may be read in the callback."""
    return [v for v in subject.continuous_outputs if v.valueReference in subject.intermediate]


def _references(subject: CheckedFmu) -> list[int]:
    return [v.valueReference for v in _readable(subject)]


CHECK = Check(
    "intermediate update",
    lambda s: s.version == 3 and not s.is_model_exchange,
    lambda s: s.claim("providesIntermediateUpdate"),
    run,
)
