"""A step with inputs that vary inside of it, against held inputs and against many short steps."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from .base import Untestable
from .evaluation import element_names
from .excitation import excited, nominals, start_values
from .instances import instantiated
from .running_fmu import Running
from .subject import CheckedFmu

TOLERANCE = 1e-9  # asked of the FMU, so that its integration does not hide what inputs do
LOOSER = 100  # times TOLERANCE: what this changes in an output is integration's doing
NOISE = 1e-8  # of a value: what integration at TOLERANCE may still leave
PIECES = 32  # short steps that make a long one; twice as many tell how far off they are
LENGTHS = (1, 10, 100)  # of the long step in communication steps: the first in which inputs show is taken
GOOD = 0.03  # of what held inputs are off by: an FMU that is off by less, beyond what is in doubt, follows its inputs
Signal = Callable[[float], np.ndarray]
Followed = Callable[[Running, float, Signal], None]


@dataclass(frozen=True)
class Comparison:
    """Whether the inputs were followed, by which numbers, and what was not."""

    good: bool
    measured: str
    why: str


def comparison(subject: CheckedFmu, order: int, followed: Followed) -> Comparison:
    """Compare a long step made by `followed`, with inputs growing as the power `order` of time; raises Untestable if none shows."""
    inputs = subject.continuous_inputs
    start, change = start_values(inputs), excited(inputs) - start_values(inputs)

    def of_length(size: float) -> Comparison | None:
        return _compared(subject, size, lambda t: start + change * (t / size) ** order, followed)

    duration = subject.stop_time - subject.start_time
    for length in LENGTHS:
        if found := of_length(min(length * subject.step_size, duration)):
            return found
    raise Untestable("no output shows how inputs vary inside of a step")


def _compared(subject: CheckedFmu, size: float, signal: Signal, followed: Followed) -> Comparison | None:
    def in_pieces(n: int) -> np.ndarray:
        return _outputs(subject, lambda running: _pieces(running, size, signal, n))

    held, few, many = in_pieces(1), in_pieces(PIECES), in_pieces(2 * PIECES)
    truth = 2 * many - few  # what held pieces are off by is of first order in outputs that see inputs directly
    lost = np.abs(held - truth)
    looser = _outputs(subject, lambda running: _pieces(running, size, signal, 1), LOOSER * TOLERANCE)
    noise = NOISE * np.abs(truth) + TOLERANCE * nominals(subject.continuous_outputs)
    doubt = np.abs(many - few) + np.abs(looser - held)
    shows = lost > 5 * doubt + noise
    if not shows.any():
        return None
    off = np.abs(_outputs(subject, lambda running: followed(running, size, signal)) - truth)
    share = np.maximum(off - 2 * doubt - noise, 0.0)[shows] / lost[shows]
    measured = f"error {share.max():.1e} of that with held inputs, in a step of {size:.3g} s"
    names = element_names(subject.continuous_outputs)
    wrong = [names[i] for i in np.flatnonzero(shows)[~(share < GOOD)]]
    return Comparison(not wrong, measured, f"{', '.join(wrong[:3])} not as inputs that grow would have it")


def _pieces(running: Running, length: float, signal: Signal, pieces: int) -> None:
    """Hold the inputs over each of `pieces` short steps: at their middle, or, over a single one, at its begin."""
    for i in range(pieces):
        running.set(running.subject.continuous_inputs, signal((i + 0.5) * length / pieces if pieces > 1 else 0.0))
        running.advance(length / pieces)


def _outputs(subject: CheckedFmu, go: Callable[[Running], None], tolerance: float = TOLERANCE) -> np.ndarray:
    running = instantiated(subject)
    running.start(tolerance=tolerance)
    go(running)
    values = running.get(subject.continuous_outputs)
    running.free()
    return values
