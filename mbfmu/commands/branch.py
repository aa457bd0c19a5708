"""mbfmu branch: equilibria or periodic motions over a parameter."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from ..console import reporting
from ..options import Floating, Formulation, Input, Inputs, Json, NoEndStops, NoPlot, Out, Set, assignments, named_signals


def branch(
    path: Annotated[Path, typer.Argument(help="MODEL.py or ROBOT.urdf.")],
    over: Annotated[str, typer.Option("--over", help="The parameter or constant input and its span, as NAME=FIRST:LAST in its SI unit.")],
    period: Annotated[float | None, typer.Option("--period", help="Follow periodic motions of this period in s, not equilibria.")] = None,
    transient: Annotated[float, typer.Option("--transient", help="How long to run before, in s, to come near a periodic motion.")] = 0.0,
    state: Annotated[str | None, typer.Option("--state", help="The state in the picture; the first if not given.")] = None,
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
    """Follow equilibria or periodic motions over a parameter, to where they turn back or lose their stability; writes CSV and a plot.

    Example: `mbfmu branch fmus/duffing/model.py --over force.amplitude=0.05:0.3 --set force.amplitude=0.2 --period 6.2831853 --transient 100`
    """
    with reporting(json_) as console:
        from ..choices import Choices
        from ..driving.load import load_problem
        from ..large_motions import Run, branch_numbers, branch_table, read_span, write_branch
        from ..nonlinear.continuation import continuation
        from ..sources.driven import Driven

        run = Run(load_problem(path, Choices(floating, not no_end_stops, formulation)), assignments(set_), Driven(inputs, named_signals(input_)))
        (parameter, span), folder = read_span(over), console.folder(output)
        with console.progress() as progress:
            progress(f"following the branch over {parameter}")
            found = continuation(run.problem, parameter, span, **run.given(), period=period, transient=transient)
        written = write_branch(found, run, folder, not no_plot, state)
        console.result({**branch_numbers(found), **written}, table=branch_table(found, run.problem.name))
        for name, file in written.items():
            console.line(f"{name}: {file}")
