"""mbfmu view: what moves, shown."""

from __future__ import annotations

from math import inf
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
    amplitude: Annotated[
        float | None, typer.Option("--amplitude", help="Stress amplitude in Pa that is borne --cycles times: colours flexible bodies by damage.")
    ] = None,
    exponent: Annotated[float | None, typer.Option("--exponent", help="Exponent of Basquin's S-N curve, with --amplitude.")] = None,
    cycles: Annotated[float, typer.Option("--cycles", help="Cycles to failure at --amplitude.")] = 2e6,
    ultimate: Annotated[float, typer.Option("--ultimate", help="Tensile strength in Pa, for Goodman's mean stress; none if not given.")] = inf,
    json_: Json = False,
) -> None:
    """Show a mechanism in motion: one page that plays offline in any browser, or a file for Blender.

    An FMU is run as by `mbfmu simulate`, a system as by `mbfmu cosim`. With --amplitude and --exponent of an S-N curve, the page can show where on
    flexible bodies the motion does damage, as `mbfmu strength` counts it.

    Example: `mbfmu view fmus/wheel_loader/model.py --stop 5 -o loader.html`, or `mbfmu view out/Crane.fmu run.csv`
    """
    with reporting(json_) as console:
        from ...analysis.strength.damage import SNCurve
        from ...base.choices import Choices
        from ...base.errors import MbfmuError
        from ...runs.loaded.run_inputs import Driven
        from ..reports.view import MotionRequest, viewed

        choices, driven = Choices(floating, not no_end_stops, formulation), Driven(inputs, named_signals(input_))
        if (amplitude is None) != (exponent is None):
            raise MbfmuError("an S-N curve has an --amplitude and an --exponent: give both")
        curve = None if amplitude is None or exponent is None else SNCurve(amplitude, exponent, cycles, ultimate)
        wanted = MotionRequest(output=output, at_start=at_start, stop=stop, literals=assignments(set_), driven=driven, curve=curve)
        console.result({"view": str(viewed(path, result, choices, wanted))})
