"""mbfmu locus: eigenvalues over a parameter."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from ..console import reporting
from ..options import AtRest, Floating, Formulation, Input, Inputs, Json, NoEndStops, NoPlot, Out, Set, assignments, named_signals


def locus(
    path: Annotated[Path, typer.Argument(help="MODEL.py or ROBOT.urdf.")],
    over: Annotated[str, typer.Option("--over", help="The parameter, tunable or not, and its values, as NAME=FIRST:LAST:STEP in its SI unit.")],
    multiple: Annotated[
        list[float] | None,
        typer.Option("--multiple", help="Draw Campbell's diagram with this multiple of a speed of rotation; may be given several times."),
    ] = None,
    at_rest: AtRest = False,
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
    """Find the parameter values at which a model becomes unstable or stable; writes and plots the eigenvalues over the parameter.

    Example: `mbfmu locus fmus/bicycle/model.py --over speed=0:10:0.25 -o out`
    """
    with reporting(json_) as console:
        from ...analysis.instant.exposed_variables import with_parameters
        from ...base.choices import Choices
        from ...problem.load import load_declared
        from ...runs.loaded.run_inputs import Driven
        from ..reports.linear import not_at_rest
        from ..reports.root_locus import located, read_over, write_locus

        literals, driven, values = assignments(set_), Driven(inputs, named_signals(input_)), read_over(over)
        problem = with_parameters(load_declared(path, Choices(floating, not no_end_stops, formulation)), [values.parameter, *literals])
        folder = console.files(output, problem.name, "_locus.npz", "_locus.png")
        with console.progress() as progress:
            progress(f"{len(values.values)} values of {values.parameter}")
            found = located(problem.name, values.locus(problem, literals, driven, at_rest))
        if sentence := not_at_rest(found.locus.system(values.values[0]), "--at-rest linearizes where a model comes to rest"):
            console.warning(f"at {values.parameter} = {values.values[0]:g} {sentence}")
        resonances = {f"{each:g}": found.locus.resonances(each) for each in multiple or []}
        written = write_locus(found, folder, not no_plot, multiple or [])
        rows = {"verdict": found.verdicts[0], "crossings": found.numbers(), **({"resonances": resonances} if resonances else {})}
        console.result({**rows, **written}, table=found.shown())
        for each, places in resonances.items():
            for value, frequency in places:
                console.line(f"{each}x: resonance at {found.locus.parameter} = {value:.6g} {found.locus.unit}, {frequency:.5g} Hz")
        for name, file in written.items():
            console.line(f"{name}: {file}")
