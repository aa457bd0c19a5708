"""sweep: a model or an FMU run with many values, on all cores, into a table."""

from __future__ import annotations

import logging
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any

from ..analysis.instant.drive import Inputs
from ..base.errors import MbfmuError
from ..base.interrupt import noticed
from ..problem.compile import Declared
from .choices import rows_of
from .kept_of_runs import KeptOfRuns
from .kept_values import Keep, Kept, asked_to_keep
from .many_runs import many_runs
from .pandas_table import pandas_for
from .plan import at_once, planned
from .runs_bar import RunsBar
from .subject import Subject, opened_subject
from .waiting_rows import WaitingRows

if TYPE_CHECKING:
    from pandas import DataFrame

    from ..cosim import System

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
    `workers` is the number of simultaneous runs, by default one for each core: threads for models, whose equations run outside Python, processes for
    many short runs of a model, and processes that take one run of an FMU or a System after another. Terminals show a progress bar. A failed run is
    a row with its message. Ctrl-C ends the sweep and keeps the finished runs; `mbfmu.study` can also continue. Raises ProblemsFound for names that
    the model does not have.
    """
    pandas = pandas_for("sweep")
    rows, workers = rows_of(values), at_once(workers)
    with opened_subject(model, stop_time, interval, inputs, rows[0]) as subject:
        asked = asked_to_keep(keep, subject.outputs)
        kept = planned("sweep", subject, rows, asked)
        found = _run_all(_SweptRun(subject, asked), rows, workers)
    return pandas.DataFrame([{**row, **result} for row, result in zip(rows, found)], columns=[*rows[0], *kept, ERROR])


@dataclass(frozen=True)
class _SweptRun:
    """A run of a subject with a row of values: what is kept of it as `asked`, or its error."""

    subject: Subject
    asked: Mapping[str, str | Kept]

    @property
    def here(self) -> bool:
        return self.subject.here

    @cached_property
    def _kept(self) -> KeptOfRuns:
        return KeptOfRuns(self.asked, self.subject.outputs)

    def run(self, row: Mapping[str, Any], heed: Callable[[float], None]) -> dict[str, Any]:
        heed(0.0)
        try:
            return {**self._kept.of_run(self.subject, row, heed), ERROR: ""}
        except MbfmuError as error:
            return {ERROR: str(error)}

    def lost(self, sentence: str) -> dict[str, Any]:
        return {ERROR: sentence}

    def __call__(self, row: Mapping[str, Any]) -> dict[str, Any]:
        return self.run(row, lambda t: None)


def _run_all(run: _SweptRun, rows: list[dict[str, Any]], workers: int) -> list[dict[str, Any]]:
    """What is kept of each run, or its error."""
    found: list[dict[str, Any]] = [{ERROR: NOT_RUN}] * len(rows)
    done = 0
    with RunsBar(len(rows)) as bar, noticed(at_once=False) as interrupt:
        try:
            for number, result in many_runs(run, WaitingRows(rows), workers, interrupt.heed):
                found[number] = result
                done += 1
                bar.advance(1, bool(result[ERROR]))
        except KeyboardInterrupt:
            logging.getLogger("mbfmu").warning("the sweep was interrupted: %d of %d runs are done", done, len(rows))
    return found
