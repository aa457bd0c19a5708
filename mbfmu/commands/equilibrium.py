"""mbfmu equilibrium: where a model comes to rest."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from ..console import reporting
from ..options import Floating, Formulation, Input, Inputs, Json, NoEndStops, Set, assignments, named_signals


def equilibrium(
    path: Annotated[Path, typer.Argument(help="MODEL.py or ROBOT.urdf.")],
    leave_unstable: Annotated[bool, typer.Option("--leave-unstable", help="Where the model would not stay, go on to where it does.")] = False,
    set_: Set = None,
    inputs: Inputs = None,
    input_: Input = None,
    floating: Floating = False,
    no_end_stops: NoEndStops = False,
    formulation: Formulation = None,
    json_: Json = False,
) -> None:
    """Show where a model comes to rest, what its forces and joints carry there, and whether it is stable. Inputs stay as they are at the start.

    Example: `mbfmu equilibrium fmus/quarter_car/model.py --set road=0.05`
    """
    with reporting(json_) as console:
        from ..balancing import equilibrium_numbers, equilibrium_of, equilibrium_table
        from ..choices import Choices
        from ..driving.load import load_declared
        from ..sources.driven import Driven

        literals, driven = assignments(set_), Driven(inputs, named_signals(input_))
        declared = load_declared(path, Choices(floating, not no_end_stops, formulation))
        found = equilibrium_of(declared, literals, driven, leave_unstable)
        console.result(equilibrium_numbers(found), table=equilibrium_table(found))
