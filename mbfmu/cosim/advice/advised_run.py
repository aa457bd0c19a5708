"""Runs of a System that say what to do where its steps are too long."""

from __future__ import annotations

import logging
from collections.abc import Callable, Sequence
from pathlib import Path

import numpy as np

from ...base.errors import MbfmuError
from ...base.files.given_path import given_path
from ...base.real_time import paced
from ...model.signals.result import Result
from ..loaded_system import KeptSystem
from ..masters.loop_oscillation import loop_oscillation
from ..masters.oscillation import oscillation
from ..masters.recording import Recording
from ..progress import bar
from ..simulate import as_far_as_it_comes, run_system
from ..system.system import System
from .remedy import remedy

MOST_THREADS = 256


def simulate_system(
    system: System,
    show_progress: bool = True,
    pictures: bool = False,
    file: str | Path | None = None,
    signals: Sequence[str] | None = None,
    every: int = 1,
    real_time: bool = False,
    parallel: int = 1,
) -> Result:
    """Co-simulate `system` and return a structured array: "time" [s] and "component.variable", in each variable's own unit.

    The result has every output and every connected or driven input at every communication point; the last one is exactly the stop time. With
    `pictures`, it also has the picture outputs for `mbfmu view`. `show_progress` shows a bar on a terminal.

    `signals` chooses the columns of the result, by name or pattern ("crane.*"). It saves time, since outputs that nobody takes are not read, nor is
    the energy at power ports summed up. `every` n-th communication point is recorded, and the last. A long run needs little memory if its rows go
    to a `file` that ends in .csv or .parquet while it runs; the result then has 10,000 of them at most, and `read_result` reads the others.
    Divergence is then looked for in the first 20,000 rows only. With `real_time`, no step ends before its time on the wall clock; a warning says
    how many ended late. FMUs step on as many threads as `parallel` says, if they step side by side (methods "jacobi" and "newton"); the result is
    the same to the last bit. It takes less time where their steps take long. FMUs of one library must not disturb each other.

    The function does not examine the step before the run: `mbfmu.cosim.advice.advise` does. A warning is logged if the coupling makes the signals
    of a power port or of a feedback loop oscillate within bounds (see mbfmu.cosim.masters.oscillation and loop_oscillation), as far as the result
    shows each step.

    Raises ProblemsFound if the System cannot run (see mbfmu.cosim.checks), and MbfmuError if it cannot be initialized. Raises RunStopped if a step
    fails, an output is not finite or the coupling diverges (see mbfmu.cosim.masters.divergence), and KeyboardInterrupt with the time that it has
    reached.
    """
    if not isinstance(system, System):
        raise MbfmuError(f"{system!r} is no System; one in a file is opened by `with open_system(path) as system:`")
    recording = Recording(signals=signals, every=every, file=None if file is None else given_path(file), pictures=pictures)
    with bar(system.start_time, system.stop_time, show_progress) as progress:
        result = advised_run(system, progress, recording, real_time, parallel)
    if recording.tells_steps and (sentence := lasting_oscillation(system, result)):
        logging.getLogger("mbfmu").warning("%s: %s", system.name, sentence)
    return result


def lasting_oscillation(
    system: System, result: np.ndarray, run: Callable[[System], np.ndarray] = lambda half: as_far_as_it_comes(half, lambda time: None)
) -> str:
    """A sentence on signals that the coupling makes oscillate to the end of a run, "" if there are none; half the step is `run` if need be."""
    return oscillation(system, result) or loop_oscillation(system, result, run)


def advised_run(
    system: System,
    progress: Callable[[float], None],
    recording: Recording = Recording(),
    real_time: bool = False,
    parallel: int = 1,
    kept: KeptSystem | None = None,
) -> Result:
    """Co-simulate `system` as `simulate_system` does, without its warning of oscillation; now and then `progress` is called with the time [s].

    The FMUs are `kept` for a run with other start values.
    """
    if isinstance(parallel, bool) or not isinstance(parallel, int) or not 1 <= parallel <= MOST_THREADS:
        raise MbfmuError(f"parallel = {parallel!r} must be a whole number of threads from 1 to {MOST_THREADS}")
    if parallel > 1 and system.method == "gauss_seidel":
        raise MbfmuError(f"parallel = {parallel}: gauss_seidel steps one FMU after another; take jacobi or newton, or leave it out")
    with paced(progress, real_time) as passed:
        return run_system(system, passed, recording, remedy, real_time, parallel, kept)
