"""sweep: a model or an FMU run with many values, on all cores, into a table."""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import Future, ThreadPoolExecutor, wait
from typing import TYPE_CHECKING, Any

from ..analysis.instant.drive import Inputs
from ..base.errors import MbfmuError
from ..base.interrupt import Interrupt, noticed
from ..problem.compile import Declared
from .choices import rows_of
from .kept_values import Keep, Kept, asked_to_keep, keep_of
from .pandas_table import pandas_for
from .plan import at_once, planned
from .runs_bar import RunsBar
from .subject import Subject, opened_subject

if TYPE_CHECKING:
    from pandas import DataFrame

    from ..cosim import System

GLANCE = 0.2  # s between looks at Ctrl-C
ERROR = "error"  # the column of what went wrong
NOT_RUN = "not run: interrupted"


def sweep(
    model: Declared | System,
    values: Mapping[str, Any] | Sequence[Mapping[str, Any]] | DataFrame,
    stop_time: float | None = None,
    interval: float | None = None,
    inputs: Inputs = None,
    keep: Keep = None,
    workers: int | None = None,
) -> DataFrame:
    """Run a model with many values. Returns a table of pandas with a row for each run: its values, its results, and in "error" why it failed, or "".

    The model is a Model, BlockModel, Problem or System, or a path: of an FMU, a system (.ssp, .ssd), a Python file that declares `model` or
    `system`, or a robot in URDF. `values` are lists by name: all combinations are run, the last name varies fastest. Or they are a table of runs,
    a DataFrame or a list of dicts. `stop_time` [s], `interval` [s] and `inputs` are those of `simulate`; the interval of a System is
    its communication step. `keep` lists the columns of results: "stroke" is the last value of an output, "peak(stroke)" its largest magnitude, and
    "rms(stroke)" the root of the mean square over time, by the trapezoidal rule. By default, these are the last values of all outputs. Or `keep` is
    a dict from names of columns to these texts or to functions of a result, such as `{"highest": lambda r: r["stroke"].max()}`.
    `workers` is the number of simultaneous runs, by default one for each core: threads for models, whose equations run outside Python, and a process
    for each run of an FMU or a System. Terminals show a progress bar. A failed run is a row with its message. Ctrl-C ends the sweep and keeps the
    finished runs; `mbfmu.study` can also continue. Raises ProblemsFound for names that the model does not have.
    """
    pandas = pandas_for("sweep")
    rows, workers = rows_of(values), at_once(workers)
    with opened_subject(model, stop_time, interval, inputs, rows[0]) as subject:
        kept = planned("sweep", subject, rows, asked_to_keep(keep, subject.outputs))
        found = _run_all(subject, rows, kept, workers)
    return pandas.DataFrame([{**row, **result} for row, result in zip(rows, found)], columns=[*rows[0], *kept, ERROR])


class _Interrupted(Exception):
    """The sweep was ended by Ctrl-C."""


def _run_all(subject: Subject, rows: list[dict[str, Any]], kept: Mapping[str, Kept], workers: int) -> list[dict[str, Any]]:
    """What is kept of each run, or its error."""
    ended = threading.Event()

    def heed(t: float) -> None:
        if ended.is_set():
            raise _Interrupted

    with ThreadPoolExecutor(workers) as pool, RunsBar(len(rows)) as bar, noticed(at_once=False) as interrupt:
        runs = [pool.submit(_run, subject, row, kept, heed) for row in rows]
        try:
            _follow(runs, bar, interrupt)
        except KeyboardInterrupt:
            ended.set()
            pool.shutdown(cancel_futures=True)
            done = sum(map(_is_done, runs))
            logging.getLogger("mbfmu").warning("the sweep was interrupted: %d of %d runs are done", done, len(rows))
    return [run.result() if _is_done(run) else {ERROR: NOT_RUN} for run in runs]


def _is_done(run: Future) -> bool:
    return run.done() and not run.cancelled() and not isinstance(run.exception(), _Interrupted)


def _run(subject: Subject, row: Mapping[str, Any], kept: Mapping[str, Kept], heed: Callable[[float], None]) -> dict[str, Any]:
    heed(0.0)
    try:
        return {**keep_of(subject.run(row, heed), kept), ERROR: ""}
    except MbfmuError as error:
        return {ERROR: str(error)}


def _follow(runs: list[Future], bar: RunsBar, interrupt: Interrupt) -> None:
    """Wait for all runs and show how many are done; Ctrl-C is heeded in between."""
    ahead = set(runs)
    while ahead:
        done, ahead = wait(ahead, GLANCE)
        interrupt.heed()
        bar.advance(len(done), sum(bool(run.result()[ERROR]) for run in done))
