"""mbfmu equilibrium: where a model comes to rest."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from ..console import reporting
from ..options import Floating, Formulation, Input, Inputs, Json, NoEndStops, NoPlot, Out, Set, assignments, named_signals, numbers


def equilibrium(
    path: Annotated[Path, typer.Argument(help="MODEL.py or ROBOT.urdf.")],
    leave_unstable: Annotated[bool, typer.Option("--leave-unstable", help="If the equilibrium is unstable, search for a stable one.")] = False,
    hold: Annotated[list[str] | None, typer.Option("--hold", help="Coordinate to hold, as NAME=NUMBER; may be given several times.")] = None,
    find: Annotated[list[str] | None, typer.Option("--find", help="Input or parameter to find, one for each held coordinate.")] = None,
    speed: Annotated[list[str] | None, typer.Option("--speed", help="Speed of a steady motion, as NAME=NUMBER; may be given several times.")] = None,
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
    """Find where a model comes to rest, the loads of its forces and joints there, and its stability; writes a plot of the loads.

    Inputs keep their values at the start.

    `--hold` and `--find` solve the inverse problem: which forces or parameters hold these coordinates at these values?

    `--speed` finds a steady motion with this speed, such as that of a spinning rotor.

    Examples: `mbfmu equilibrium fmus/quarter_car/model.py --set road=0.05 -o out`, `mbfmu equilibrium fmus/crane/model.py --hold pivot.phi=0.4 --find
    cylinder.f`
    """
    with reporting(json_) as console:
        from ...base.choices import Choices
        from ...problem.load import load_declared
        from ...runs.loaded.run_inputs import Driven
        from ..reports.equilibrium import EquilibriumRequest, equilibrium_numbers, equilibrium_of, equilibrium_table, write_loads

        asked = EquilibriumRequest(
            literals=assignments(set_),
            driven=Driven(inputs, named_signals(input_)),
            leave_unstable=leave_unstable,
            hold=numbers(hold, "--hold"),
            find=find or [],
            speeds=numbers(speed, "--speed"),
        )
        declared = load_declared(path, Choices(floating, not no_end_stops, formulation))
        folder = None if no_plot else console.files(output, declared.name, "_equilibrium.png")
        with console.progress() as progress:
            progress(f"{declared.name} comes to rest")
            found = equilibrium_of(declared, asked)
        written = write_loads(found, folder) if folder else {}
        console.result({**equilibrium_numbers(found), **written}, table=equilibrium_table(found))
        for name, file in written.items():
            console.line(f"{name}: {file}")
