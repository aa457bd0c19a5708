"""mbfmu compare: two results."""

from __future__ import annotations

import dataclasses
from pathlib import Path
from typing import Annotated

import typer

from ..console import reporting
from ..options import Json, NoPlot, Plot


def compare(
    results: Annotated[tuple[Path, Path], typer.Argument(help="Two results, such as A.csv and B.parquet, of any tool.")],
    output: Annotated[Path, typer.Option("-o", "--output", help="The picture, FILE.png or FILE.svg.")] = Path("compared.png"),
    plot: Plot = None,
    no_plot: NoPlot = False,
    json_: Json = False,
) -> None:
    """Show the largest difference of each signal that two results share; draws the signals that differ most.

    Example: `mbfmu compare out/Crane.csv reference.csv --plot 'boom*'`
    """
    with reporting(json_) as console:
        from ...base.files.ready_file import ready_file
        from ..reports.comparison import compared, differences_table

        picture = None if no_plot else ready_file(console.folder(output.parent) / output.name)
        found, alone = compared(*results, picture, plot)
        for text in alone:
            console.warning(text)
        written = {"plot": str(picture)} if picture else {}
        console.result({"differences": [dataclasses.asdict(one) for one in found], **written}, table=differences_table(found, *results))
        if picture:
            console.line(f"plot: {picture}")
