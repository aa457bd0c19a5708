"""mbfmu orbit: a periodic motion."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from ..console import reporting
from ..options import Floating, Formulation, Input, Inputs, Json, NoEndStops, NoPlot, Out, Set, assignments, named_signals


def orbit(
    path: Annotated[Path, typer.Argument(help="MODEL.py or ROBOT.urdf.")],
    period: Annotated[float, typer.Option("--period", help="The period in s; a guess where neither time nor inputs drive the model.")],
    transient: Annotated[float, typer.Option("--transient", help="Time in s to run first, to come near the orbit.")] = 0.0,
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
    """Find a periodic motion near the run of a model, its period, Floquet multipliers and stability; writes one period as CSV and a phase portrait.

    Example: `mbfmu orbit fmus/duffing/model.py --set force.amplitude=0.2 --period 6.283185307179586 --transient 100 -o out`
    """
    with reporting(json_) as console:
        from ...analysis.nonlinear.periodic_orbit import periodic_orbit
        from ...base.choices import Choices
        from ...problem.load_problem import load_problem
        from ...runs.loaded.run_inputs import Driven
        from ..reports.nonlinear import NonlinearRun, orbit_numbers, orbit_table, two_of, write_orbit

        literals = assignments(set_)
        problem = load_problem(path, Choices(floating, not no_end_stops, formulation), names=literals)
        run = NonlinearRun(problem, literals, Driven(inputs, named_signals(input_)))
        named, folder = two_of(axes), console.files(output, run.problem.name, "_orbit.csv", "_orbit.png")
        with console.progress() as progress:
            found = periodic_orbit(run.problem, period, **run.given(), transient=transient, progress=lambda t: progress(f"at {t:.4g} s"))
        written = write_orbit(found, run, folder, not no_plot, named)
        console.result({**orbit_numbers(found), **written}, table=orbit_table(found, run.problem.name))
        for name, file in written.items():
            console.line(f"{name}: {file}")
