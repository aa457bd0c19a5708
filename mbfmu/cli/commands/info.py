"""mbfmu info: what an FMU or a model offers."""

from __future__ import annotations

import dataclasses
from pathlib import Path
from typing import Annotated

import typer

from ..console import reporting
from ..options import Floating, Json


def info(
    path: Annotated[Path, typer.Argument(help="X.fmu, MODEL.py or ROBOT.urdf.")],
    floating: Floating = False,
    json_: Json = False,
) -> None:
    """Show the variables of an FMU or a model, with their units, and its default experiment.

    Example: `mbfmu info out/Crane.fmu`
    """
    with reporting(json_) as console:
        from ...base.choices import Choices
        from ..interface_table import interface_table
        from ..open_source import open_source

        interface = open_source(path, Choices(floating)).interface()
        console.result(dataclasses.asdict(interface), table=interface_table(interface))
