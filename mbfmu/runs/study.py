"""study: sweeps and random values on all cores or on a Dask cluster, whose finished runs are on disk."""

from __future__ import annotations

import logging
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import ExitStack, suppress
from itertools import islice
from pathlib import Path
from secrets import token_hex
from typing import TYPE_CHECKING, Any

from ..analysis.instant.drive import Inputs
from ..base.errors import MbfmuError
from ..base.files.given_path import given_path
from ..base.interrupt import noticed
from ..problem.compile import Declared
from .choices import MOST_RUNS, rows_of
from .cluster import cluster_at
from .digest import in_words
from .draws import draws
from .job import ENDED, Job, Outcome, received, run
from .kept_values import Keep, asked_to_keep
from .many_runs import many_runs
from .pandas_table import pandas_for
from .plan import at_once, planned
from .runs_bar import RunsBar
from .study_folder import ERROR, KEEP, KEPT, STUDY_OF, TRAJECTORIES, TRAJECTORY, StudyFolder, key, study_folder
from .subject import opened_subject
from .waiting_rows import WaitingRows

if TYPE_CHECKING:
    from distributed import Client
    from pandas import DataFrame

    from ..cosim import System

AHEAD = 100  # runs, at least, that a cluster is given ahead of those that are done
NOT_RUN, LOST = "not run: interrupted", "not run: the cluster lost it"


def study(
    model: Declared | System,
    folder: str | Path,
    vary: Mapping[str, Any] | Sequence[Mapping[str, Any]] | DataFrame | None = None,
    random: Mapping[str, Any] | None = None,
    runs: int = 100,
    seed: int = 0,
    stop_time: float | None = None,
    interval: float | None = None,
    inputs: Inputs = None,
    keep: Keep = None,
    trajectories: bool = False,
    cluster: str | None = None,
    workers: int | None = None,
) -> DataFrame:
    """A `sweep` that records finished runs on disk; the same call continues an interrupted study. Returns a table of pandas, a row for each run.

    `vary` are the values of `sweep`. `random` draws `runs` rows of random values from distributions of scipy.stats by name, or from their text, such
    as {"payload.m": "norm(500, 50)"}. If both are given, each row of `vary` runs with all of these draws. A draw depends only on `seed`, its name and
    its number, so a study also continues with more `runs`. Model, times, `inputs` and `keep` are those of `sweep`.

    `folder` has a line for each finished run in runs.jsonl. A killed process loses no recorded run, and no run is repeated. A failed run is recorded
    with its message. With `trajectories`, the folder also has the whole result of each run as CSV, and a run whose CSV is missing runs again.

    On this machine, `workers` runs at a time, by default one for each core, go to threads and processes as those of `sweep` do. If `cluster` is the
    address of a Dask scheduler, runs go there, with all files that they need. Terminals show a progress bar; Ctrl-C ends a study. Raises
    ProblemsFound for names that the model does not have, and for a folder that holds another study.
    """
    pandas = pandas_for("study")
    rows, workers = _rows(vary, random, runs, seed), at_once(workers)
    with opened_subject(model, stop_time, interval, inputs, rows[0]) as subject:
        asked = asked_to_keep(keep, subject.outputs)
        kept = planned("study", subject, rows, asked)
        told = {
            STUDY_OF: subject.name,
            **subject.told(),
            KEEP: {name: in_words(what) for name, what in asked.items()},
            TRAJECTORIES: trajectories,
        }
        with study_folder(given_path(folder), told) as finished:
            ahead = {key(row): row for row in rows if finished.find(row) is None}
            job = Job(subject, asked, trajectories, token_hex(8))
            with RunsBar(len(rows), len(rows) - len(ahead)) as bar:
                missing = _run_all(job, [*ahead.values()], finished, bar, cluster, workers) if ahead else {}
            records = [finished.find(row) or {ERROR: missing[key(row)]} for row in rows]
    columns = [*rows[0], *kept, *([TRAJECTORY] if trajectories else []), ERROR]
    found = ({**row, **r.get(KEPT, {}), TRAJECTORY: r.get(TRAJECTORY, ""), ERROR: r[ERROR]} for row, r in zip(rows, records))
    table = pandas.DataFrame(found, columns=columns)
    table.attrs[STUDY_OF] = told[STUDY_OF]
    return table


def _rows(vary: Any, random: Mapping[str, Any] | None, runs: int, seed: int) -> list[dict[str, Any]]:
    """What each run starts with."""
    if not random:
        return rows_of({} if vary is None else vary)
    if not isinstance(random, Mapping):
        raise MbfmuError(f"random = {random!r} must be a dict of distributions by name, such as {{'payload.m': 'norm(500, 50)'}}")
    varied = [{}] if vary is None else rows_of(vary)
    for name, number, least in (("runs", runs, 1), ("seed", seed, 0)):
        if not (type(number) is int and number >= least):
            raise MbfmuError(f"{name} = {number!r} must be a whole number >= {least}")
    if len(varied) * runs > MOST_RUNS:
        raise MbfmuError(f"these are {len(varied) * runs:,} runs; at most {MOST_RUNS:,} are made")
    if twice := [name for name in random if name in varied[0]]:
        raise MbfmuError(f"{', '.join(twice)} cannot be both varied and random")
    drawn = draws(random, runs, seed)
    return [{**row, **draw} for row in varied for draw in drawn]


def _run_all(job: Job, rows: list[dict[str, Any]], finished: StudyFolder, bar: RunsBar, address: str | None, workers: int) -> dict[str, str]:
    """Run and record all rows; why some are not, by their keys."""
    missing = {key(row): NOT_RUN for row in rows}
    with noticed(at_once=address is not None) as interrupt, ExitStack() as opened:
        try:
            outcomes = (
                ((rows[number], outcome) for number, outcome in many_runs(job, WaitingRows(rows), workers, interrupt.heed))
                if address is None
                else _outcomes(opened.enter_context(cluster_at(address)), job, rows)
            )
            for row, outcome in outcomes:
                interrupt.heed()
                if isinstance(outcome, Outcome):
                    finished.add(row, outcome)
                    del missing[key(row)]
                else:
                    missing[key(row)] = f"{LOST}: {outcome}"
                bar.advance(1, bool(not isinstance(outcome, Outcome) or outcome.error))
        except KeyboardInterrupt:
            ENDED.add(job.study)
            done = len(rows) - len(missing)
            logging.getLogger("mbfmu").warning("the study was interrupted: %d of %d runs are done; start it again to continue", done, len(rows))
    return missing


def _outcomes(client: Client, job: Job, rows: Iterable[dict[str, Any]]) -> Iterator[tuple[dict[str, Any], Outcome | str]]:
    """Each row with its outcome, as they come in, or with why the cluster has none."""
    from distributed import as_completed

    if not client.nthreads():
        logging.getLogger("mbfmu").warning("the cluster has no workers yet; the study waits for them")
    there = client.submit(received, job, pure=False)
    to_come, running = iter(rows), as_completed(loop=client.loop)
    row_of: dict[Any, dict[str, Any]] = {}

    def more() -> None:
        wanted = max(AHEAD, 2 * sum(client.nthreads().values())) - len(row_of)
        for row in islice(to_come, max(wanted, 0)):
            future = client.submit(run, there, row, pure=False)
            row_of[future.key] = row
            running.add(future)

    more()
    for future in running:
        row = row_of.pop(future.key)
        try:
            yield row, future.result()
        except Exception as error:  # of Dask, or of a worker that has another mbfmu
            yield row, f"{type(error).__name__}: {error}"
        future.release()
        with suppress(OSError):
            more()
