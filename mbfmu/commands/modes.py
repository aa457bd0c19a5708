"""mbfmu modes: natural frequencies, damping, stability."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from ..console import reporting
from ..options import AtRest, Floating, Formulation, Input, Inputs, Json, NoEndStops, NoPlot, Out, Set, Time, assignments, named_signals


def modes(
    path: Annotated[Path, typer.Argument(help="MODEL.py or ROBOT.urdf.")],
    time: Time = 0.0,
    at_rest: AtRest = False,
    coordinate: Annotated[
        list[str] | None, typer.Option("--coordinate", help="A coordinate that shall be a state, as pivot.phi; may be given several times.")
    ] = None,
    set_: Set = None,
    inputs: Inputs = None,
    input_: Input = None,
    floating: Floating = False,
    no_end_stops: NoEndStops = False,
    formulation: Formulation = None,
    output: Out = Path("."),
    view: Annotated[Path | None, typer.Option("--view", help="FILE.html or FILE.glb, which shows each mode as a swing of the mechanism.")] = None,
    no_plot: NoPlot = False,
    json_: Json = False,
) -> None:
    """Show natural frequencies, damping ratios and stability near a state; writes the matrices A, B, C, D and a plot of the poles.

    Example: `mbfmu modes fmus/quarter_car/model.py --at-rest -o out --view out/modes.html`
    """
    with reporting(json_) as console:
        from ..analysis.mass import with_kinetic_energy
        from ..choices import Choices
        from ..driving.load import load_declared
        from ..files.ready_folder import ready_folder
        from ..linearizing import State, modes_of, modes_table, not_at_rest
        from ..sources.driven import Driven

        literals, driven = assignments(set_), Driven(inputs, named_signals(input_))
        choices, state = Choices(floating, not no_end_stops, formulation), State(literals, driven, time, at_rest)
        declared = load_declared(path, choices)
        found = modes_of(with_kinetic_energy(declared), state, coordinate, ready_folder(output), not no_plot)
        written = {**found.written, **({"view": str(state.shown(declared, view))} if view else {})}
        if sentence := not_at_rest(found.system):
            console.warning(sentence)
        console.result({**found.numbers(), **written}, table=modes_table(found))
        for name, file in written.items():
            console.line(f"{name}: {file}")
