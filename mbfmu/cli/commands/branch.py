"""mbfmu branch: equilibria or periodic motions over a parameter."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from ..console import reporting
from ..options import Floating, Formulation, Input, Inputs, Json, NoEndStops, NoPlot, Out, Set, assignments, named_signals


def branch(
    path: Annotated[Path, typer.Argument(help="MODEL.py or ROBOT.urdf.")],
    over: Annotated[str, typer.Option("--over", help="The parameter, tunable or not, or constant input, as NAME=FIRST:LAST in its SI unit.")],
    period: Annotated[float | None, typer.Option("--period", help="Follow periodic motions of this period in s, not equilibria.")] = None,
    transient: Annotated[float, typer.Option("--transient", help="Time in s to run first, to come near a periodic motion.")] = 0.0,
    leave: Annotated[int | None, typer.Option("--leave", help="Follow the branch that leaves at this branch point, counted from 1.")] = None,
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
        from ...analysis.instant.exposed_variables import with_parameters
        from ...analysis.nonlinear.continuation import continuation
        from ...base.choices import Choices
        from ...problem.load import load_declared
        from ...runs.loaded.run_inputs import Driven
        from ..reports.nonlinear import NonlinearRun, branch_numbers, branch_table, leaving_point, read_span, write_branch

        (parameter, span), literals = read_span(over), assignments(set_)
        declared = load_declared(path, Choices(floating, not no_end_stops, formulation))
        run = NonlinearRun(with_parameters(declared, [parameter, *literals]), literals, Driven(inputs, named_signals(input_)))
        folder = console.files(output, run.problem.name, "_branch.csv", "_branch.png")
        with console.progress() as progress:
            progress(f"following the branch over {parameter}")
            told = lambda t: progress(f"following the branch over {parameter}, at {t:.4g} s")
            given = {**run.given(), "period": period, "progress": told}
            found = continuation(run.problem, parameter, span, **given, transient=transient)
            if leave is not None:
                found = continuation(run.problem, parameter, span, **given, start=leaving_point(found, leave))
        written = write_branch(found, run, folder, not no_plot, state)
        console.result({**branch_numbers(found), **written}, table=branch_table(found, run.problem.name))
        for name, file in written.items():
            console.line(f"{name}: {file}")
