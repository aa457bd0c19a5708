"""Coupling that oscillates within bounds around a feedback loop that has no power port, such as a joint and its controller.

Energy tells nothing there. But an oscillation of the system's own is a function of time, so half the step shows the same one. What held inputs pump
is a function of the number of steps: with half the step it dies away, or is twice as fast.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace

import numpy as np

from ..system.system import Connector, System, connector_name
from .divergence import SMALL, loop_of, loop_signals
from .oscillation import LEAST, PART

LONGEST = 20.0  # steps in a period, of which fewer may be too few
LASTING = 0.5  # of the largest changes in a third of the last part of a run: those in each of its thirds, unless it dies away
SAME = 1.5  # times as many turns in the same time: an oscillation of few turns may have one more or less
FOLLOWED = 0.5  # of the rate of changes: with half the step, an oscillation of the system's own has no less


def loop_oscillation(system: System, result: np.ndarray, halved: Callable[[System], np.ndarray]) -> str:
    """A sentence on the signal that the coupling makes oscillate to the end of a run; "" if there is none.

    The System with half the step is run by `halved`, only if a signal of a feedback loop oscillates within few steps.
    """
    suspects = sorted(_suspects(system, result), reverse=True)
    if not suspects:
        return ""
    half = halved(replace(system, step_size=system.step_size / 2))
    for _, name, signal in suspects:
        if len(half) and _differs(result[name], half[name], complete=len(half) > len(result)):
            loop = ", ".join(f"{connector_name(source)} -> {connector_name(target)}" for source, target in loop_of(system, signal))
            steps = 2 * len(_last(result[name])) / _turns(_last(result[name]))
            return (
                f"steps of {system.step_size:g} s are too long for {system.method}: {name} oscillates to the end of the run, about {steps:.2g} steps"
                f" a period, around the loop {loop}, and half the step changes that; `mbfmu couple` finds a stable master and step"
            )
    return ""


def _suspects(system: System, result: np.ndarray) -> Iterator[tuple[float, str, Connector]]:
    """Signals that oscillate within few steps in the last part of a run and do not die away: how large their changes are, and their columns."""
    if len(result) < LEAST:
        return
    for signal, name in loop_signals(system, result.dtype):
        last = _last(result[name])
        size = float(np.abs(np.diff(last)).max()) / max(1.0, float(np.abs(last).max()))
        thirds = np.array_split(last, PART)
        sizes = [_rate(third) for third in thirds]
        if size >= SMALL and min(sizes) >= LASTING * max(sizes) and all(_turns(third) * LONGEST >= 2 * len(third) for third in thirds):
            yield size, name, signal


def _differs(values: np.ndarray, half: np.ndarray, complete: bool) -> bool:
    """Whether an oscillation is another one with half the step, or that fails."""
    if not complete or 2 * _rate(_last(half)) < FOLLOWED * _rate(_last(values)):
        return True
    turns, others = _turns(_last(values)), _turns(_last(half))
    return not turns < SAME * others < SAME**2 * turns


def _last(values: np.ndarray) -> np.ndarray:
    """The last part of a run, in one piece of memory."""
    return np.ascontiguousarray(values[-(len(values) // PART) :])


def _rate(values: np.ndarray) -> float:
    """The mean change in a step."""
    return float(np.sqrt(np.mean(np.square(np.diff(values)))))


def _turns(values: np.ndarray) -> int:
    """How often a signal turns; a sampled one stays for some steps in between."""
    changes = np.diff(values)
    changes = changes[changes != 0.0]
    return int(np.sum(changes[1:] * changes[:-1] < 0.0))
