"""mbfmu linearize: the linear system near a state."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from ..console import reporting
from ..options import AtRest, Coordinate, Floating, Formulation, Input, Inputs, Json, NoEndStops, NoPlot, Out, Set, Time, assignments, named_signals


def linearize(
    path: Annotated[Path, typer.Argument(help="MODEL.py, ROBOT.urdf or X.fmu.")],
    time: Time = 0.0,
    at_rest: AtRest = False,
    coordinate: Coordinate = None,
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
    """Show the linear system near a state: states, eigenvalues, stability, and M, D, G, K, N of a mechanism; writes all matrices,
    and a plot of up to 40 frequency responses. `mbfmu response` draws the ones you choose.

    Example: `mbfmu linearize fmus/quarter_car/model.py --at-rest -o out`
    """
    with reporting(json_) as console:
        from ...base.choices import Choices
        from ...runs.loaded.run_inputs import Driven
        from ..reports.linear import OperatingPoint, matrices_numbers, matrices_table, not_at_rest, write_matrices

        state = OperatingPoint(assignments(set_), Driven(inputs, named_signals(input_)), time, at_rest)
        folder, ready = console.folder(output), lambda name: console.files(output, name, "_linear.npz", "_linear.png")
        linearized = state.linearized(path, Choices(floating, not no_end_stops, formulation), coordinate, ready)
        if sentence := not_at_rest(linearized.system):
            console.warning(sentence)
        written = write_matrices(linearized, folder, not no_plot)
        console.result({**matrices_numbers(linearized), **written}, table=matrices_table(linearized))
        for name, file in written.items():
            console.line(f"{name}: {file}")
