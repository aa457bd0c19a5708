"""Lyapunov exponents: how fast runs that start side by side part, and the dimension of what they end on."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from ...base.errors import MbfmuError
from ...base.one_line import one_line
from ...problem.compile import Declared
from ..instant.drive import Inputs, Values
from ..instant.times import is_positive, is_time
from .flow import Flow, LocalCoordinates
from .variation import TOLERANCE

BATCHES = 20  # of which the standard error is taken
FIRST = 1e-3  # of the whole time: the first interval
SHORTEST = 1e-6  # of the whole time: an interval
ALIKE = 1e-2  # of the growth of two directions: where it is less, intervals are shortened; well above it they are lengthened
LOST = 1e-4  # of that: where it is less, an interval is repeated with half its length


@one_line
@dataclass(frozen=True)
class LyapunovExponents:
    """The exponents [1/s], the largest first, and their standard `errors`, from their means over parts of the run.

    `history` (rows, exponents) has their values after the run up to `times` [s]. `phase` says that one of them, zero, belongs to the phase of the
    drive.
    """

    values: np.ndarray
    errors: np.ndarray
    times: np.ndarray
    history: np.ndarray
    phase: bool

    @property
    def dimension(self) -> float:
        """The Lyapunov dimension by Kaplan and Yorke; sums of exponents that are zero but for their errors count as zero."""
        sums, slack = np.cumsum(self.values), 2.0 * np.cumsum(self.errors)
        enough = np.flatnonzero(sums + slack >= 0.0)
        if not enough.size:
            return 0.0
        last = int(enough[-1])
        return last + 1.0 if last + 1 == len(sums) else last + 1.0 + max(float(sums[last]), 0.0) / abs(float(self.values[last + 1]))


def lyapunov_exponents(
    declared: Declared,
    time: float,
    values: Values = None,
    inputs: Inputs = None,
    transient: float | None = None,
    rtol: float = TOLERANCE,
    progress: Callable[[float], None] = lambda t: None,
) -> LyapunovExponents:
    """The Lyapunov exponents of a run of `time` [s], behind a `transient` [s] that does not count, a tenth of that if none is given.

    `values` and `inputs` are those of `simulate`. The exact variational equations carry all directions of the independent states along the run. They
    are orthogonalized often enough that none is lost. Constraints and sensors add no exponents. If time or inputs drive the model, the phase of the
    drive is one more state, with the exponent 0. `progress` gets the time [s] now and then. Raises
    ProblemsFound and InvalidValue as `simulate` does, StepFailed if the run cannot continue or has no derivatives, MbfmuError for times that are not
    positive.
    Source: G. Benettin, L. Galgani, A. Giorgilli, J.-M. Strelcyn, Lyapunov characteristic exponents for smooth dynamical systems, Meccanica 15
    (1980); the dimension: J. L. Kaplan, J. A. Yorke, Chaotic behavior of multidimensional difference equations, Lecture Notes in Mathematics 730
    (1979).
    """
    if not (is_positive(time) and (transient is None or is_time(transient))):
        raise MbfmuError(f"exponents take a time > 0 s and a transient >= 0 s, both finite, not {time!r} s and {transient!r} s")
    transient = 0.1 * time if transient is None else transient
    flow = Flow(declared, values, inputs, "lyapunov_exponents", rtol)
    flow.report(progress)
    times, growth = _growth(flow, transient, time)
    found = growth[-1] / time
    means = np.diff([np.interp(np.linspace(0.0, time, BATCHES + 1), times, of) for of in growth.T], axis=1) * BATCHES / time
    errors = means.std(axis=1, ddof=1) / np.sqrt(BATCHES)
    history = growth[1:] / times[1:, np.newaxis]
    if flow.driven:
        found, errors, history = np.append(found, 0.0), np.append(errors, 0.0), np.column_stack([history, np.zeros(len(history))])
    order = np.argsort(-found, kind="stable")
    return LyapunovExponents(values=found[order], errors=errors[order], times=transient + times[1:], history=history[:, order], phase=flow.driven)


def _growth(flow: Flow, transient: float, time: float) -> tuple[np.ndarray, np.ndarray]:
    """Times [s] since the transient, and the logarithms (times, directions) of how much directions have grown since."""
    frame, interval, longest = flow.frame(), FIRST * time, time / BATCHES
    Q, times, grown = np.eye(len(frame.names)), [0.0], []
    for start, end in ((0.0, transient), (transient, transient + time)):
        while flow.t < end:
            held, until = flow.hold(), flow.t + interval if flow.t + 1.01 * interval < end else end
            X = flow.carry(until, frame.columns @ Q)
            new = flow.frame()
            if len(new.names) != len(frame.names):
                if start == transient:
                    raise MbfmuError(_other_states(flow, frame, new))
                frame, Q = new, np.eye(len(new.names))
                continue
            turned, R = np.linalg.qr(new.rows @ X)
            sizes = np.abs(np.diag(R))
            alike = sizes.min() / sizes.max()
            if alike < LOST and interval > SHORTEST * time:
                interval = 0.5 * interval
                flow.again(held)
                continue
            frame, Q = new, turned
            if start == transient:
                times.append(flow.t - start)
                with np.errstate(divide="ignore"):
                    grown.append(np.log(sizes))
            interval = 0.5 * interval if alike < ALIKE else min(2.0 * interval, longest) if alike > 10 * ALIKE else interval
    return np.array(times), np.cumsum([np.zeros(len(frame.names)), *grown], axis=0)


def _other_states(flow: Flow, before: LocalCoordinates, after: LocalCoordinates) -> str:
    """What to say where contacts have opened or closed for good."""
    counts = f"{len(before.names)} states are independent before t = {flow.t:.9g} s and {len(after.names)} then"
    return f"{flow.problem.name} has exponents only while as many states are independent: {counts}; give a longer transient, or end before"
