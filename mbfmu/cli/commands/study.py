"""mbfmu study: many runs, recorded on disk."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from ..console import reporting
from ..options import Floating, Formulation, Input, Inputs, Integrator, Json, NoEndStops, NoPlot, Out, Stop, named_signals


def study(
    path: Annotated[Path, typer.Argument(help="MODEL.py, ROBOT.urdf, X.fmu, a system (X.ssp, X.ssd, or X.py that declares it), or STUDY.toml.")],
    vary: Annotated[
        list[str] | None,
        typer.Option("--vary", help="Values, as NAME=FIRST:LAST:STEP or NAME=VALUE,VALUE; several names give all combinations."),
    ] = None,
    random: Annotated[
        list[str] | None,
        typer.Option("--random", help="Random values, as NAME=DISTRIBUTION of scipy.stats, such as 'payload.m=norm(500,50)'."),
    ] = None,
    runs: Annotated[int | None, typer.Option("--runs", help="Number of random rows; 100 if not given.")] = None,
    seed: Annotated[int | None, typer.Option("--seed", help="The seed of random values; 0 if not given.")] = None,
    keep: Annotated[
        list[str] | None,
        typer.Option("--keep", help="Column of the table: OUTPUT for its last value, 'peak(OUTPUT)' or 'rms(OUTPUT)'; all last values if not given."),
    ] = None,
    stop: Stop = None,
    interval: Annotated[
        float | None, typer.Option("--interval", help="Time between results in s, of a system its communication step; its own if not given.")
    ] = None,
    inputs: Inputs = None,
    input_: Input = None,
    trajectories: Annotated[bool, typer.Option("--trajectories", help="Write the whole result of each run, too.")] = False,
    workers: Annotated[int | None, typer.Option("--workers", help="Simultaneous runs on this machine; one for each core if not given.")] = None,
    cluster: Annotated[str | None, typer.Option("--cluster", help="The scheduler of a Dask cluster, such as tcp://10.0.0.5:8786.")] = None,
    floating: Floating = False,
    no_end_stops: NoEndStops = False,
    formulation: Formulation = None,
    integrator: Integrator = None,
    output: Out = Path("."),
    no_plot: NoPlot = False,
    json_: Json = False,
) -> None:
    """Run a model, an FMU or a system with many values, on all cores or a Dask cluster; writes a table and a plot.

    Finished runs are on disk: the same command continues an interrupted study. The exit code is 1 if runs are missing or all have failed.

    Example: `mbfmu study fmus/crane/model.py --random 'payload.m=norm(500,50)' --runs 20 --stop 2 --keep 'peak(stroke)' -o out`
    """
    with reporting(json_) as console:
        from ... import study as run_study
        from ...base.choices import Choices
        from ...runs.study_folder import STUDY_OF
        from ..reports.study import StudyReport, asked_at, given_options, subject_at, subject_name, varied, write_study

        others = {"runs": runs, "seed": seed, "stop": stop, "interval": interval, "inputs": inputs, "keep": keep}
        asked = asked_at(path, given_options(vary, random, input_, **others, trajectories=trajectories or None))
        signals = named_signals([f"{name}={text}" for name, text in asked.input.items()])
        subject = subject_at(asked.model, Choices(floating, not no_end_stops, formulation, integrator))
        folder = console.files(output, subject_name(subject), "_study.csv", "_study.png")
        values = varied(asked.vary)
        table = run_study(
            subject,
            folder,
            values or None,
            asked.random,
            asked.runs,
            asked.seed,
            asked.stop,
            asked.interval,
            signals or asked.inputs,
            asked.keep,
            asked.trajectories,
            cluster,
            workers,
        )
        found = StudyReport(table.attrs[STUDY_OF], table, [*values, *asked.random])
        for sentence in found.failures():
            console.warning(sentence)
        written = write_study(found, folder, not no_plot)
        console.result({**found.numbers(), **written}, table=found.shown())
        for name, file in written.items():
            console.line(f"{name}: {file}")
        if found.not_run or found.failed == len(table):
            raise typer.Exit(1)
