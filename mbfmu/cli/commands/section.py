"""mbfmu section: Poincare sections."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from ..console import reporting
from ..options import Floating, Formulation, Input, Inputs, Json, NoEndStops, NoPlot, Out, Set, assignments, named_signals


def section(
    path: Annotated[Path, typer.Argument(help="MODEL.py or ROBOT.urdf.")],
    stop: Annotated[float, typer.Option("--stop", help="Stop time in s.")],
    period: Annotated[float | None, typer.Option("--period", help="Time in s from one point to the next.")] = None,
    crossing: Annotated[str | None, typer.Option("--crossing", help="Take a point where this output passes a level.")] = None,
    level: Annotated[float, typer.Option("--level", help="Level of --crossing, in the output's unit.")] = 0.0,
    falling: Annotated[bool, typer.Option("--falling", help="Take points where the output falls through the level, not where it rises.")] = False,
    transient: Annotated[float, typer.Option("--transient", help="Time in s to run before the first point.")] = 0.0,
    axes: Annotated[str | None, typer.Option("--axes", help="The outputs in the picture, as X,Y; the first two if not given.")] = None,
    set_: Set = None,
    inputs: Inputs = None,
    input_: Input = None,
    floating: Floating = False,
    no_end_stops: NoEndStops = False,
    formulation: Formulation = None,
    output: Out = Path("."),
    no_plot: NoPlot = False,
    json_: Json = False,
) -> None:
    """Take the points of a Poincare section of a motion; writes CSV and a plot.

    Example: `mbfmu section fmus/duffing/model.py --stop 2000 --period 6.283185307179586 --transient 100 -o out`
    """
    with reporting(json_) as console:
        from ...analysis.nonlinear.poincare import poincare_section
        from ...base.choices import Choices
        from ...problem.load_problem import load_problem
        from ...runs.loaded.run_inputs import Driven
        from ..reports.nonlinear import NonlinearRun, two_of, write_section

        literals = assignments(set_)
        problem = load_problem(path, Choices(floating, not no_end_stops, formulation), names=literals)
        run = NonlinearRun(problem, literals, Driven(inputs, named_signals(input_)))
        named, folder = two_of(axes), console.files(output, run.problem.name, "_section.csv", "_section.png")
        with console.progress() as progress:
            told = lambda t: progress(f"at {t:.4g} s of {stop:g} s")
            found = poincare_section(run.problem, stop, period, crossing, level, not falling, transient, **run.given(), progress=told)
        console.result({"points": len(found), **write_section(found, run, folder, not no_plot, named)})
