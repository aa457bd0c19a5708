"""How long the communication steps of an FMU take: whether it keeps pace with a test bench."""

from __future__ import annotations

import gc
import re
from dataclasses import dataclass
from pathlib import Path
from time import perf_counter

import numpy as np
from fmpy.fmi1 import FMICallException
from rich import box
from rich.table import Table

from ..base.child_process import isolated
from ..base.errors import MbfmuError
from ..base.model_description import describe_fmu
from ..base.safe_zip import unpacked
from .excitation import start_values
from .fmu import refuse_unknown
from .instances import started
from .subject import CO_SIMULATION, CheckedFmu

FEWEST, MOST = 1000, 100_000  # steps that are measured
SHORTEST, LONGEST = 1e-9, 1000.0  # s: what is shorter or longer is no step of a test bench
LIMIT = 600.0  # s that all of them may take
SCALES = {"s": 1.0, "ms": 1e-3, "us": 1e-6}
SHARE = 0.999  # of the steps are as long as this quantile, or shorter


@dataclass(frozen=True)
class StepTimes:
    """How long steps of `step` [s] took: the median, the time [s] that 99.9 % of them kept, the largest and the simulated time [s] at which
    that one began, how many of all `steps` were late, and by how much the largest exceeds the median, as a ratio."""

    step: float
    steps: int
    median: float
    most: float
    largest: float
    largest_at: float
    late: int
    ratio: float


def step_times(path: str | Path, step: float) -> StepTimes:
    """Measure the communication steps of `step` [s] of an FMU for Co-Simulation, of any tool, over its default experiment.

    At least 1000 steps, at most 100,000. All continuous inputs are set anew before each, to their start values, as a bench does, so
    that integrators cannot go on as if nothing had happened. A step's time is that of fmi2DoStep or fmi3DoStep, as FMPy calls it (about
    2 us of it are FMPy's). Raises MbfmuError if the FMU has no Co-Simulation, does not run here, or takes more than ten minutes.
    """
    path = Path(path)
    if not SHORTEST <= step <= LONGEST:
        raise MbfmuError(f"a step of {step:g} s must be from {SHORTEST:g} s to {LONGEST:g} s")
    description = describe_fmu(path)
    if description.coSimulation is None:
        raise MbfmuError(f"{path} has no Co-Simulation, so the importing tool integrates it, in steps of its own")
    refuse_unknown(path, description.fmiVersion, [CO_SIMULATION])
    with unpacked(path) as folder:
        return summary(step, *isolated(measured, folder, step, limit=LIMIT))


def measured(folder: Path, step: float) -> tuple[np.ndarray, np.ndarray]:
    """When each step began and how long it took [s], in this process."""
    subject = CheckedFmu(folder, CO_SIMULATION, LIMIT)
    running, inputs = started(subject), subject.continuous_inputs
    count = int(np.clip(round((subject.stop_time - subject.start_time) / step), FEWEST, MOST))
    values, begun, taken = start_values(inputs), np.zeros(count), np.zeros(count)
    gc.disable()
    for i in range(count):
        running.time = begun[i] = subject.start_time + i * step
        running.set(inputs, values)
        before = perf_counter()
        try:
            running.advance(step)
        except FMICallException as error:
            problem = f"{subject.description.modelName} fails in the communication step of {step:g} s from t = {begun[i]:.9g} s: {error}"
            raise MbfmuError(f"{problem} Try a shorter step; without --real-time, check says more") from error
        taken[i] = perf_counter() - before
    return begun, taken


def summary(step: float, begun: np.ndarray, taken: np.ndarray) -> StepTimes:
    """StepTimes of steps that began and took so long."""
    longest, median = int(np.argmax(taken)), float(np.median(taken))
    return StepTimes(
        step=step,
        steps=len(taken),
        median=median,
        most=float(np.quantile(taken, SHARE, method="higher")),
        largest=float(taken[longest]),
        largest_at=float(begun[longest]),
        late=int(np.sum(taken > step)),
        ratio=float(taken[longest]) / median,
    )


def step_times_table(title: str, found: StepTimes) -> Table:
    """A row a number."""
    table = Table(box=box.SIMPLE_HEAD, title=f"{title}: {found.steps} steps of {in_words(found.step)}", title_justify="left", show_header=False)
    for name, value in (
        ("median", in_words(found.median)),
        ("99.9 %", in_words(found.most)),
        ("largest", f"{in_words(found.largest)} (in the step from t = {found.largest_at:.9g} s), {found.ratio:.3g} times the median"),
        ("late", f"{found.late} of {found.steps}" if found.late else "none"),
    ):
        table.add_row(name, value)
    return table


def in_words(seconds: float) -> str:
    """In the largest of the units that leaves a number of 1 or more."""
    unit = next((unit for unit, scale in SCALES.items() if seconds >= scale), "us")
    return f"{seconds / SCALES[unit]:.3g} {unit}"


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
