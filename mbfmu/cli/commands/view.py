"""mbfmu view: what moves, shown."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from ..console import reporting
from ..options import Floating, Formulation, Input, Inputs, Json, NoEndStops, Set, Stop, assignments, named_signals


def view(
    path: Annotated[
        Path,
        typer.Argument(help="MODEL.py, ROBOT.urdf, X.fmu, SYSTEM.ssp, .ssd or .py, or RESULT.csv or .parquet with RESULT.scene.json beside it."),
    ],
    result: Annotated[Path | None, typer.Argument(help="RESULT.csv or .parquet of any tool: shows its motion instead of running the model.")] = None,
    output: Annotated[
        Path | None, typer.Option("-o", "--output", help="FILE.html, a page for browsers, or FILE.glb, for Blender; NAME.html if not given.")
    ] = None,
    at_start: Annotated[bool, typer.Option("--start", help="Show the assembled start, with axes and names of joints.")] = False,
    stop: Stop = None,
    set_: Set = None,
    inputs: Inputs = None,
    input_: Input = None,
    floating: Floating = False,
    no_end_stops: NoEndStops = False,
    formulation: Formulation = None,
    json_: Json = False,
) -> None:
    """Show a mechanism in motion: one page that plays offline in any browser, or a file for Blender.

    An FMU is run as by `mbfmu simulate`, a system as by `mbfmu cosim`.

    Example: `mbfmu view fmus/wheel_loader/model.py --stop 5 -o loader.html`, or `mbfmu view out/Crane.fmu run.csv`
    """
    with reporting(json_) as console:
        from ...base.choices import Choices
        from ...runs.loaded.run_inputs import Driven
        from ..reports.view import MotionRequest, viewed

        choices, driven = Choices(floating, not no_end_stops, formulation), Driven(inputs, named_signals(input_))
        wanted = MotionRequest(output=output, at_start=at_start, stop=stop, literals=assignments(set_), driven=driven)
        console.result({"view": str(viewed(path, result, choices, wanted))})
