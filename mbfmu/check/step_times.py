"""How long the communication steps of an FMU take: whether it keeps pace with a test bench, and which calls took longest."""

from __future__ import annotations

import gc
import re
import time
from collections.abc import Collection, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np
from fmpy.fmi1 import FMICallException

from ..base.child_process import Crashed, Failed, TimedOut, isolated
from ..base.errors import MbfmuError
from ..base.fmu_pictures import pictures_of
from ..base.model_description import describe_fmu
from ..base.safe_zip import unpacked
from .fmu import refuse_unknown
from .subject import CO_SIMULATION, MODEL_EXCHANGE, CheckedFmu
from .timed_steps import STEPS

FEWEST, MOST = 1000, 100_000  # steps that are measured
SHORTEST, LONGEST = 1e-9, 1000.0  # s: what is shorter or longer is no step of a test bench
LIMIT = 600.0  # s that all of them may take
SCALES = {"s": 1.0, "ms": 1e-3, "us": 1e-6}
SHARE = 0.999  # of the steps are as long as this quantile, or shorter
AGAIN = 20  # of the longest steps are made again
TIMES = 5  # as often each


@dataclass(frozen=True)
class Measured:
    """The times [s] of a run: when each step begins, how long each of the `kinds` of calls took in it (a row a step), and what events it reported."""

    kinds: tuple[str, ...]
    begun: np.ndarray
    taken: np.ndarray
    events: Sequence[str]


@dataclass(frozen=True)
class CallTimes:
    """How long the calls of one `kind` took in a step: median and largest time [s], when the step of the largest began [s]; their share."""

    kind: str
    median: float
    largest: float
    largest_at: float
    share: float


@dataclass(frozen=True)
class LongStep:
    """One of the longest steps: its number from 1 on, when it began [s], the time [s] that it took, the kind of call that took longest in it and its
    share of that time, and the events that the FMU reported in it.

    `own` [s] is the FMU's own time: the step is made again, and the least time of each kind of call counts; `own_call` is the kind that took
    longest then. None and "" if the step could not be made again.
    """

    number: int
    at: float
    taken: float
    call: str
    share: float
    event: str
    own: float | None = None
    own_call: str = ""


@dataclass(frozen=True)
class StepTimes:
    """How long steps of `step` [s] took: the median, the time [s] that 99.9 % of them kept, the largest, and when that one began [s].

    `late` of all `steps` took longer than they simulate, `ratio` is that of the largest and the median, `with_events` are the steps in which the
    FMU reported an event. `calls` has the kinds of calls, `longest` the longest steps, longest first; `unrepeated` says why they were not made
    again.
    """

    step: float
    steps: int
    median: float
    most: float
    largest: float
    largest_at: float
    late: int
    ratio: float
    with_events: int
    calls: tuple[CallTimes, ...]
    longest: tuple[LongStep, ...]
    unrepeated: str = ""


def step_times(path: str | Path, step: float) -> StepTimes:
    """Measure steps of `step` [s] of an FMU of any tool over its default experiment: set inputs, move on, get outputs.

    At least 1000 steps, at most 100,000, fewer if the FMU ends the run or fails beyond the experiment. All continuous inputs are set again before
    each step, to their start values, as a bench does, so that integrators cannot continue as if nothing had happened; all outputs are read after
    it, except poses for pictures. An FMU without Co-Simulation is stepped by Euler's method. FMPy takes about 2 us of each call. Then the longest
    steps are made again several times, from a saved state or in other runs. Raises MbfmuError if the FMU does not run here, or takes more than
    ten minutes.
    """
    path = Path(path)
    if not SHORTEST <= step <= LONGEST:
        raise MbfmuError(f"a step of {step:g} s must be from {SHORTEST:g} s to {LONGEST:g} s")
    description = describe_fmu(path)
    interface = MODEL_EXCHANGE if description.coSimulation is None else CO_SIMULATION
    refuse_unknown(path, description.fmiVersion, [interface] if description.coSimulation or description.modelExchange else [])
    pictures = pictures_of(path).outputs
    with unpacked(path) as folder:
        found = isolated(measured, folder, interface, step, pictures, limit=LIMIT)
        numbers = np.argsort(-found.taken.sum(axis=1), kind="stable")[:AGAIN]
        try:
            return summary(step, found, numbers, repeated(folder, interface, step, pictures, numbers.tolist()))
        except (Crashed, Failed, TimedOut) as error:
            return summary(step, found, numbers, unrepeated=str(error))


def measured(folder: Path, interface: str, step: float, pictures: Collection[str], count: int | None = None) -> Measured:
    """Make `count` steps, or those of the default experiment, in this process."""
    subject = CheckedFmu(folder, interface, LIMIT)
    steps = STEPS[interface](subject, pictures)
    count = count or int(np.clip(round((subject.stop_time - subject.start_time) / step), FEWEST, MOST))
    taken = np.zeros((count, len(steps.kinds)))
    events: list[str] = []
    gc.disable()
    for i in range(count):
        try:
            with explained(subject, step, i):
                taken[i], event = steps.make(subject.start_time + (i + 1) * step)
        except MbfmuError:
            if events and subject.start_time + (i + 1) * step > subject.stop_time:
                break  # a model need not go further than its experiment
            raise
        events.append(event)
        if steps.over:
            break
    done = len(events)
    return Measured(steps.kinds, subject.start_time + step * np.arange(done), taken[:done], events)


def repeated(folder: Path, interface: str, step: float, pictures: Collection[str], numbers: Sequence[int]) -> np.ndarray:
    """The least time [s] of each kind of call, a row for each of the steps of these numbers from 0 on.

    Each is made several times from the state before it, or, if the FMU saves no states, once in each of several runs.
    """
    if CheckedFmu(folder, interface, LIMIT).claim("canGetAndSetFMUstate", "canGetAndSetFMUState"):
        return isolated(from_saved_states, folder, interface, step, pictures, numbers, limit=LIMIT)
    begun = time.monotonic()
    runs: list[np.ndarray] = []
    while len(runs) < TIMES and (not runs or time.monotonic() - begun < LIMIT):
        runs.append(isolated(measured, folder, interface, step, pictures, max(numbers) + 1, limit=LIMIT).taken[numbers])
    return np.min(runs, axis=0)


def from_saved_states(folder: Path, interface: str, step: float, pictures: Collection[str], numbers: Sequence[int]) -> np.ndarray:
    """The least time [s] of each kind of call in each of the steps, made again from the state before it, in this process."""
    subject = CheckedFmu(folder, interface, LIMIT)
    steps, found = STEPS[interface](subject, pictures), {}
    gc.disable()
    for i in range(max(numbers) + 1):
        end = subject.start_time + (i + 1) * step
        if i in numbers:
            found[i] = np.min(steps.repeat(end, TIMES), axis=0)
        else:
            steps.make(end)
    return np.array([found[i] for i in numbers])


@contextmanager
def explained(subject: CheckedFmu, step: float, number: int) -> Iterator[None]:
    """Say of an error in which step it happened."""
    try:
        yield
    except (FMICallException, MbfmuError) as error:
        at = subject.start_time + number * step
        problem = f"{subject.description.modelName} fails in the communication step of {step:g} s from t = {at:.9g} s: {error}".rstrip(".")
        raise MbfmuError(f"{problem}. Try a shorter step; without --real-time, check says more") from error


def summary(step: float, found: Measured, numbers: np.ndarray, own: np.ndarray | None = None, unrepeated: str = "") -> StepTimes:
    """StepTimes of a run, of which the steps of these numbers were made again and took their `own` times."""
    whole = found.taken.sum(axis=1)
    longest, median = int(np.argmax(whole)), float(np.median(whole))
    return StepTimes(
        step=step,
        steps=len(whole),
        median=median,
        most=float(np.quantile(whole, SHARE, method="higher")),
        largest=float(whole[longest]),
        largest_at=float(found.begun[longest]),
        late=int(np.sum(whole > step)),
        ratio=float(whole[longest]) / median,
        with_events=sum(map(bool, found.events)),
        calls=tuple(call_times(kind, found.begun, column, whole.sum()) for kind, column in zip(found.kinds, found.taken.T)),
        longest=tuple(long_step(found, i, None if own is None else own[row]) for row, i in enumerate(numbers.tolist())),
        unrepeated=unrepeated,
    )


def call_times(kind: str, begun: np.ndarray, taken: np.ndarray, whole: float) -> CallTimes:
    """CallTimes of one kind, of a run that took `whole` [s]."""
    longest = int(np.argmax(taken))
    return CallTimes(kind, float(np.median(taken)), float(taken[longest]), float(begun[longest]), float(taken.sum()) / whole)


def long_step(found: Measured, number: int, own: np.ndarray | None) -> LongStep:
    """The step of a number from 0 on, made again or not."""
    taken = found.taken[number]
    whole, longest = float(taken.sum()), int(np.argmax(taken))
    known = LongStep(number + 1, float(found.begun[number]), whole, found.kinds[longest], float(taken[longest]) / whole, found.events[number])
    if own is None:
        return known
    least = np.minimum(own, taken)
    return replace(known, own=float(least.sum()), own_call=found.kinds[int(np.argmax(least))])


def duration(text: str) -> float:
    """A time [s] from a text such as "1ms", "250us" or "0.001"; MbfmuError where it is none."""
    matched = re.fullmatch(r"(.*?)\s*(s|ms|us)?", text.strip())
    try:
        found = float(matched[1]) * SCALES[matched[2] or "s"] if matched else 0.0
    except ValueError:
        found = 0.0
    if not 0.0 < found < float("inf"):
        raise MbfmuError(f"{text!r} is no time > 0: write it as 1ms, 250us or 0.001 (in s)")
    return found
