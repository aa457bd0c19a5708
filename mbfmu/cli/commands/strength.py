"""mbfmu strength: cycles and damage of stress histories."""

from __future__ import annotations

from math import inf
from pathlib import Path
from typing import Annotated

import typer

from ..console import reporting
from ..options import Json, NoPlot, Out


def strength(
    result: Annotated[Path, typer.Argument(help="A result with stresses in Pa, such as A.csv or B.parquet, of any tool.")],
    stress: Annotated[list[str], typer.Option("--stress", help="Signals, by name or pattern, as 's[1]' or 'root.*'; may be given several times.")],
    amplitude: Annotated[float, typer.Option("--amplitude", help="Stress amplitude in Pa that is borne --cycles times.")],
    exponent: Annotated[float, typer.Option("--exponent", help="Exponent of Basquin's S-N curve.")],
    cycles: Annotated[float, typer.Option("--cycles", help="Cycles to failure at --amplitude.")] = 2e6,
    ultimate: Annotated[float, typer.Option("--ultimate", help="Tensile strength in Pa, for Goodman's mean stress; none if not given.")] = inf,
    output: Out = Path("."),
    no_plot: NoPlot = False,
    json_: Json = False,
) -> None:
    """Count cycles of stress (rainflow) and sum their damage (Miner), the worst signal first; draws how often each range is exceeded.

    Example: `mbfmu strength out/Boom.csv --stress 'root*' --amplitude 80e6 --exponent 5 --ultimate 400e6 -o out`
    """
    with reporting(json_) as console:
        from ...analysis.strength.damage import SNCurve
        from ...view import plot_ranges
        from ..reports.strength import damage_table, damages_of, numbers

        curve = SNCurve(amplitude=amplitude, exponent=exponent, cycles=cycles, ultimate=ultimate)
        picture = None if no_plot else console.files(output, result.stem, "_strength.png") / f"{result.stem}_strength.png"
        found, duration = damages_of(result, stress, curve)
        if picture:
            plot_ranges({name: one.cycles for name, one in found.items()}, picture, result.stem)
        written = {"plot": str(picture)} if picture else {}
        console.result({"duration": duration, "signals": numbers(found, duration), **written}, table=damage_table(found, duration))
        if picture:
            console.line(f"plot: {picture}")
