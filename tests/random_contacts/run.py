"""A run of a scene by default settings: what outputs say behind every step, and on both sides of every event."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

import numpy as np

from mbfmu.base.errors import MbfmuError
from mbfmu.engine.instance import Instance
from mbfmu.problem.data.problem import Problem

from .mechanics import Moment, moment
from .scene import Scene

BEFORE = 1e-9  # s: so long before an event speeds are those before it


TOLERANCE = 1e-9  # as simulate


class TooLong(Exception):
    """A run that takes more evaluations than it may."""


@dataclass
class Record:
    """Moments behind each step, and of each event that before it and that behind it; impacts are those at which speeds jump."""

    moments: list[Moment] = field(default_factory=list)
    events: list[tuple[Moment, Moment]] = field(default_factory=list)
    impacts: list[tuple[Moment, Moment]] = field(default_factory=list)
    touched: int = 0  # how often a contact closed
    refused: str = ""
    evaluations: int = 0


def run(scene: Scene, problem: Problem, end: float, most: int, prepare: Callable[[Instance], None] = lambda instance: None) -> Record:
    """Run to `end` [s] in at most so many evaluations."""
    record, instance, again = Record(), Instance(problem), Instance(problem)
    instance.report = again.report = lambda text: None
    prepare(instance)
    prepare(again)
    last: list[tuple[float, bytes, np.ndarray, np.ndarray]] = []
    closed = [i for i, name in enumerate(problem.mode_names) if name.split(".")[-1].startswith("closed")]

    def look(which: Instance, t: float) -> Moment:
        which.outputs()
        return moment(scene, t, {variable.name: which.get(variable.name) for variable in problem.variables if variable.ref.slot == "y"})

    def passed(t: float) -> None:
        now = look(instance, t)
        held = np.concatenate([instance.buffers[slot] for slot in ("m", "contact_offsets", "contact_friction") if slot in instance.buffers])
        if last:
            before_t, state, modes, before_held = last.pop()
            if (held != before_held).any():
                record.touched += int(np.sum(instance.buffers["m"][closed] > modes[closed]))
                again.restore(state)
                try:
                    if t - before_t > 2 * BEFORE:
                        again.advance(t - BEFORE, TOLERANCE)
                    earlier = look(again, t)
                    record.events.append((earlier, now))
                    if max(np.abs(x - y).max() for x, y in zip((*now.v, *now.w), (*earlier.v, *earlier.w))) > 1e-7:
                        record.impacts.append((earlier, now))
                except MbfmuError:
                    pass
        record.moments.append(now)
        last.append((t, instance.save(), instance.buffers["m"].copy(), held))
        if instance.evaluations > most:
            raise TooLong

    instance.passing = passed
    try:
        instance.initialize()
        again.initialize()
        passed(0.0)
        instance.advance(end, TOLERANCE)
    except MbfmuError as refused:
        record.refused = str(refused)
    except TooLong:
        record.refused = f"TOO LONG: {instance.evaluations} evaluations until {instance.t}"
    record.evaluations = instance.evaluations
    return record
