"""mbfmu exponents: Lyapunov exponents of a run."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from ..console import reporting
from ..options import Floating, Formulation, Input, Inputs, Json, NoEndStops, NoPlot, Out, Set, assignments, named_signals


def exponents(
    path: Annotated[Path, typer.Argument(help="MODEL.py or ROBOT.urdf.")],
    time: Annotated[float, typer.Option("--time", help="Length of the run in s: longer runs give more accurate exponents.")],
    transient: Annotated[float | None, typer.Option("--transient", help="Time in s before it counts; a tenth of the run if not given.")] = None,
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
    """Show the Lyapunov exponents of a motion, whether it is chaotic, and its dimension; writes a plot of how they settle.

    Example: `mbfmu exponents fmus/duffing/model.py --time 500 -o out`
    """
    with reporting(json_) as console:
        from ...analysis.nonlinear.lyapunov import lyapunov_exponents
        from ...base.choices import Choices
        from ...problem.load_problem import load_problem
        from ...runs.loaded.run_inputs import Driven
        from ..reports.nonlinear import NonlinearRun, exponents_numbers, exponents_table, write_exponents

        literals = assignments(set_)
        problem = load_problem(path, Choices(floating, not no_end_stops, formulation), names=literals)
        run = NonlinearRun(problem, literals, Driven(inputs, named_signals(input_)))
        folder = console.files(output, run.problem.name, "_exponents.png")
        with console.progress() as progress:
            found = lyapunov_exponents(run.problem, time, **run.given(), transient=transient, progress=lambda t: progress(f"at {t:.4g} s"))
        written = write_exponents(found, run, folder, not no_plot)
        console.result({**exponents_numbers(found), **written}, table=exponents_table(found, run.problem.name))
        for name, file in written.items():
            console.line(f"{name}: {file}")
