"""Intermediate update of FMI 3 Co-Simulation: called within the step, with values of its time, and with inputs that are followed."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

import numpy as np
from fmpy.model_description import ModelVariable

from .base import Broken, Check, Untestable, Verdict, judged
from .comparison import Signal, comparison
from .excitation import excited_inputs
from .running import Running
from .subject import Subject

STEPS = 5


@dataclass
class Listener:
    """What the FMU calls during a step; it must be quiet while FMPy holds its exceptions back.

    `signal` of the time within the step is what inputs are set to where the FMU asks for them.
    """

    running: Running | None = None
    begin: float = 0.0
    signal: Signal | None = None
    times: list[float] = field(default_factory=list)
    values: list[np.ndarray] = field(default_factory=list)
    asked: int = 0
    errors: list[str] = field(default_factory=list)

    def __call__(self, _environment: Any, time: float, set_requested: bool, get_allowed: bool, *_: Any) -> None:
        if self.running is None:
            return
        try:
            self.times.append(time)
            if get_allowed:
                self.values.append(self.running.get(_readable(self.running.subject)))
            if set_requested and self.signal is not None:
                self.asked += 1
                self.running.set(self.running.subject.continuous_inputs, self.signal(time - self.begin))
        except Exception as error:  # it would be lost in the callback
            self.errors.append(str(error))


def run(subject: Subject) -> Verdict:
    """Listen during some steps, then let inputs grow within one."""
    listener = Listener()
    running = subject.started(intermediateUpdate=listener, requiredIntermediateVariables=_references(subject))
    running.set_named(excited_inputs(subject))
    listener.running = running
    begin = running.time
    for _ in range(STEPS):
        running.advance()
    if listener.errors:
        raise Broken(f"in the callback: {listener.errors[0]}")
    slack = 1e-9 * max(abs(running.time), subject.step_size)
    within = all(begin - slack <= time <= running.time + slack for time in listener.times)
    if not listener.times or not within:
        raise Broken("the callback was never called" if within else f"called for times outside of the step: {listener.times[:3]}")
    measured = f"called {len(listener.times)} times in {STEPS} steps, {len(listener.values)} times to be read"
    return _with_inputs(subject, measured)


def _with_inputs(subject: Subject, measured: str) -> Verdict:
    """Add whether inputs set in the callback are followed, where the FMU asks for any."""
    if not all(v.valueReference in subject.intermediate for v in subject.continuous_inputs):
        return judged(True, f"{measured}; not all inputs may be set in it")
    listener = Listener()

    def followed(running: Running, length: float, signal: Signal) -> None:
        listener.running, listener.begin, listener.signal = running, running.time, signal
        running.set(subject.continuous_inputs, signal(0.0))
        running.advance(length)
        listener.running = None

    try:
        found = comparison(subject, 1, followed, intermediateUpdate=listener, requiredIntermediateVariables=_references(subject))
    except Untestable as reason:
        return judged(True, f"{measured}; inputs: {reason}")
    if not listener.asked:
        return judged(True, f"{measured}; inputs are not asked for")
    return judged(found.good, f"{measured}; inputs set in it: {found.measured}", found.why)


def _readable(subject: Subject) -> list[ModelVariable]:
    """The outputs that may be read in the callback."""
    return [v for v in subject.continuous_outputs if v.valueReference in subject.intermediate]


def _references(subject: Subject) -> list[int]:
    return [v.valueReference for v in _readable(subject)]


CHECK = Check(
    "intermediate update",
    lambda s: s.version == 3 and not s.is_model_exchange,
    lambda s: s.claim("providesIntermediateUpdate"),
    run,
)
