"""mbfmu modes: natural frequencies, damping, stability."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from ..console import reporting
from ..options import AtRest, Coordinate, Floating, Formulation, Input, Inputs, Json, NoEndStops, NoPlot, Out, Set, Time, assignments, named_signals


def modes(
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
    view: Annotated[Path | None, typer.Option("--view", help="FILE.html or FILE.glb that shows each mode as a swing of the mechanism.")] = None,
    no_plot: NoPlot = False,
    json_: Json = False,
) -> None:
    """Show natural frequencies, damping ratios and stability near a state; writes the matrices A, B, C, D and a plot of the poles.

    Example: `mbfmu modes fmus/quarter_car/model.py --at-rest -o out --view out/modes.html`
    """
    with reporting(json_) as console:
        from ...base.choices import Choices
        from ...runs.loaded.run_inputs import Driven
        from ...view.motion_file import checked
        from ..reports.linear import OperatingPoint, not_at_rest
        from ..reports.modes import modes_of, modes_table

        state = OperatingPoint(assignments(set_), Driven(inputs, named_signals(input_)), time, at_rest)
        folder, ready = console.folder(output), lambda name: console.files(output, name, "_modes.npz", "_modes.png")
        if view:
            checked(view)
        linearized = state.linearized(path, Choices(floating, not no_end_stops, formulation), coordinate, ready)
        if sentence := not_at_rest(linearized.system):
            console.warning(sentence)
        found = modes_of(linearized, folder, not no_plot)
        written = {**found.written, **({"view": str(state.shown(linearized, view))} if view else {})}
        console.result({**found.numbers(), **written}, table=modes_table(found))
        for name, file in written.items():
            console.line(f"{name}: {file}")
