"""sweep: a model or an FMU run with many values, on all cores, into a table."""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import Future, ThreadPoolExecutor, wait
from typing import TYPE_CHECKING, Any

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

from ..analysis.cores import cores
from ..analysis.drive import Inputs
from ..errors import MbfmuError, ProblemsFound
from ..interrupt import Interrupt, noticed
from ..problem.compile import Declared
from .choices import rows_of
from .keep import Keep, Kept, keep_of, kept_by
from .subject import Subject, subject_of

if TYPE_CHECKING:
    from pandas import DataFrame

GLANCE = 0.2  # s between looks at Ctrl-C
ERROR = "error"  # the column of what went wrong
NOT_RUN = "not run: interrupted"


def sweep(
    model: Declared,
    values: Mapping[str, Any] | Sequence[Mapping[str, Any]] | DataFrame,
    stop_time: float | None = None,
    interval: float | None = None,
    inputs: Inputs = None,
    keep: Keep = None,
    workers: int | None = None,
) -> DataFrame:
    """A table of pandas with a row a run: the values it started with, what was kept of it, and in "error" why it failed, or "".

    A Model, BlockModel or Problem is run, or what is at a path: an FMU, a Python file that declares `model`, or a robot in URDF. `values` are
    lists by name, of which all combinations are run, the last varying fastest; or a table whose rows are run, as a DataFrame or a list of dicts.
    `stop_time` [s], `interval` [s] and `inputs` are those of `simulate`.
    `keep` names outputs whose last values are kept, by default all; or it is a dict of names of columns with functions of a result, as
    `{"highest": lambda r: r["stroke"].max()}`. `workers` is how many runs go on at once, by default one a core: threads for models, whose
    equations run outside Python, and a process a run for FMUs. Terminals see a progress bar. A run that fails is a row with its message;
    Ctrl-C ends the sweep and keeps the runs that are done. Raises ProblemsFound for names that the model does not have.
    """
    pandas = _pandas()
    rows, subject = rows_of(values), subject_of(model, stop_time, interval, inputs)
    kept = kept_by(keep, subject.outputs)
    wrong = subject.unknown(rows[0])
    wrong += [
        f"{name} is kept under the name of a value; give it another, as in keep={{'last {name}': {name!r}}}" for name in kept if name in rows[0]
    ]
    if wrong:
        raise ProblemsFound("the sweep cannot be run:", wrong)
    workers = cores() if workers is None else workers
    if not (isinstance(workers, int) and workers > 0):
        raise MbfmuError(f"workers = {workers!r} must be a whole number > 0")
    found = _run_all(subject, rows, kept, workers)
    columns = [*rows[0], *kept, ERROR]
    return pandas.DataFrame([{**row, **result} for row, result in zip(rows, found)], columns=columns)


def _pandas() -> Any:
    try:
        import pandas
    except ImportError:
        raise MbfmuError("sweep gives its results as a table of pandas, which is not installed: pip install 'mbfmu[sweep]'") from None
    return pandas


class _Interrupted(Exception):
    """The sweep was ended by Ctrl-C."""


def _run_all(subject: Subject, rows: list[dict[str, Any]], kept: Mapping[str, Kept], workers: int) -> list[dict[str, Any]]:
    """What is kept of each run, or its error."""
    ended = threading.Event()

    def heed(t: float) -> None:
        if ended.is_set():
            raise _Interrupted

    with ThreadPoolExecutor(workers) as pool, _bar(len(rows)) as bar, noticed() as interrupt:
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


def _follow(runs: list[Future], bar: _Bar, interrupt: Interrupt) -> None:
    """Wait for all runs and show how many are done; Ctrl-C is heeded in between."""
    ahead = set(runs)
    while ahead:
        done, ahead = wait(ahead, GLANCE)
        interrupt.heed()
        bar.advance(len(done), sum(bool(run.result()[ERROR]) for run in done))


class _Bar:
    """How many runs are done and how many of these failed, on a terminal."""

    def __init__(self, display: Progress, runs: int):
        self.display, self.failed = display, 0
        self.task = display.add_task("runs", total=runs)

    def __enter__(self) -> _Bar:
        self.display.start()
        return self

    def __exit__(self, *_: object) -> None:
        self.display.stop()

    def advance(self, done: int, failed: int) -> None:
        """So many more runs are done, of which some failed."""
        self.failed += failed
        self.display.update(self.task, advance=done, description=f"runs, {self.failed} failed" if self.failed else "runs")


def _bar(runs: int) -> _Bar:
    console = Console(stderr=True)
    columns = TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn()
    return _Bar(Progress(*columns, console=console, transient=True, disable=not console.is_terminal), runs)
