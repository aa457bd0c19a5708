"""mbfmu fit: parameters from measurements."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from ..console import reporting
from ..options import Floating, Formulation, Input, Json, NoEndStops, NoPlot, Out, Set, assignments, named_signals, numbers


def fit(
    path: Annotated[Path, typer.Argument(help="MODEL.py or ROBOT.urdf.")],
    data: Annotated[
        list[Path],
        typer.Argument(help="Measurements: CSV files of `time`, outputs and inputs, or of `frequency`, `y/u real` and `y/u imag`."),
    ],
    parameter: Annotated[
        list[str],
        typer.Option("--parameter", help="A parameter to fit, tunable or not, as NAME or with bounds as NAME=LOW:HIGH; may be given several times."),
    ],
    noise: Annotated[
        list[str] | None,
        typer.Option("--noise", help="Standard deviation of an output, as NAME=VALUE; estimated if not given; may be given several times."),
    ] = None,
    at_rest: Annotated[bool, typer.Option("--at-rest", help="Frequency responses were measured at rest.")] = False,
    set_: Set = None,
    input_: Input = None,
    floating: Floating = False,
    no_end_stops: NoEndStops = False,
    formulation: Formulation = None,
    output: Out = Path("."),
    no_plot: NoPlot = False,
    json_: Json = False,
) -> None:
    """Fit parameters to measurements, with confidence intervals; writes the fitted run as CSV, and a plot of it over the measurements.

    Parameters start at the values of the model, or at those of --set. The exit code is 1 if the fit has not converged.

    Example: `mbfmu fit fmus/crane/model.py measured.csv --parameter payload.m=50:1000 --parameter rope_forward.d -o out`
    """
    with reporting(json_) as console:
        from ...base.choices import Choices
        from ...problem.load import load_declared
        from ..reports.fit import FitRequest, bounds_in, fit_files, fitted, fitted_table, write_fit

        question = FitRequest(
            bounds=bounds_in(parameter),
            literals=assignments(set_),
            signals=named_signals(input_),
            noise=numbers(noise, "--noise", "stroke=0.001"),
            at_rest=at_rest,
        )
        declared = load_declared(path, Choices(floating, not no_end_stops, formulation))
        folder = console.files(output, declared.name, *(end + kind for end in fit_files(len(data)) for kind in (".csv", ".png")))
        with console.progress() as progress:
            found = fitted(declared, data, question, progress)
        for sentence in found.findings:
            console.warning(sentence)
        written = write_fit(found, declared.name, folder, not no_plot)
        console.result({**found.numbers(), **written}, table=fitted_table(found, declared.name))
        for kind, files in written.items():
            for file in files:
                console.line(f"{kind}: {file}")
        if not found.converged:
            raise typer.Exit(1)
