"""mbfmu response: how outputs swing when inputs do."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from ..console import reporting
from ..options import AtRest, Floating, Formulation, Input, Inputs, Json, NoEndStops, NoPlot, Out, Set, Time, assignments, named_signals


def response(
    path: Annotated[Path, typer.Argument(help="MODEL.py, ROBOT.urdf or X.fmu.")],
    from_: Annotated[
        list[str] | None, typer.Option("--from", help="An input, by name or pattern; may be given several times; all if not given.")
    ] = None,
    to: Annotated[list[str] | None, typer.Option("--to", help="An output, by name or pattern; may be given several times; all if not given.")] = None,
    rates: Annotated[
        list[str] | None,
        typer.Option("--rates", help="Inputs that are the rates of another, as 'road=road_speed,road_acceleration'; may be given several times."),
    ] = None,
    band: Annotated[str | None, typer.Option("--band", help="Band of frequencies in Hz, as 0.1:50; around all modes if not given.")] = None,
    time: Time = 0.0,
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
    """Show how outputs amplify small vibrations of inputs; writes and plots the complex response over frequency.

    Example: `mbfmu response fmus/quarter_car/model.py --at-rest --from road --to tire_force -o out`
    """
    with reporting(json_) as console:
        from ...analysis.linear.stability import stability
        from ...base.choices import Choices
        from ...runs.loaded.run_inputs import Driven
        from ..reports.linear import OperatingPoint, not_at_rest
        from ..reports.response import ResponseRequest, peaks, peaks_table, read_band, write_response

        given = {name: names.split(",") for name, names in assignments(rates, "--rates", "road=road_speed,road_acceleration").items()}
        asked = ResponseRequest(from_, to, given, read_band(band) if band else None)
        state = OperatingPoint(assignments(set_), Driven(inputs, named_signals(input_)), time, at_rest)
        folder, ready = console.folder(output), lambda name: console.files(output, name, "_response.csv", "_response.npz", "_response.png")
        linearized = state.linearized(path, Choices(floating, not no_end_stops, formulation), None, ready)
        system = linearized.system
        if sentence := not_at_rest(system):
            console.warning(sentence)
        if stability(system) == "unstable":
            console.warning("this state is unstable: no motion about it stays a vibration")
        found = asked.response(system)
        written = write_response(found, folder, linearized.name, not no_plot)
        console.result({"peaks": peaks(found), **written}, table=peaks_table(found, linearized.name))
        for name, file in written.items():
            console.line(f"{name}: {file}")
