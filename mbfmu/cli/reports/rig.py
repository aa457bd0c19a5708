"""`mbfmu rig`: curves of a suspension as a table, and on disk with a picture."""

from __future__ import annotations

from collections.abc import Mapping
from math import isfinite
from pathlib import Path
from typing import Any

import numpy as np
from rich.markup import escape
from rich.table import Table

from ...base.errors import MbfmuError
from ...cosim import write_csv
from ...model.vehicles.suspension import Suspension
from ...problem.load import names_of
from ...proving_ground.rig.kinematics_rig import POSTURES, kinematics_rig
from ...proving_ground.rig.rig_result import RigResult
from ...view import plot_rig, rig_page

LEAST = 1e-4  # m: curves over less say nothing


def declared(path: Path) -> dict[str, Any]:
    """The `suspension` that a Python file declares, with its `steering` and its `bar` if it has them; MbfmuError where there is no suspension."""
    names = names_of(path)
    found = names.get("suspension")
    if not isinstance(found, Suspension):
        what = "declares no `suspension`" if found is None else f"suspension = {found!r:.60} is no suspension"
        raise MbfmuError(f"{path}: {what}: assign one of mbfmu.model.vehicles, such as McPherson(...), to that name")
    return {name: names[name] for name in ("suspension", "steering", "bar") if name in names}


def on_rig(parts: Mapping[str, Any], motion: str, most: float | None) -> RigResult:
    """The curves of what a file declares, to `most` [m] to both sides."""
    if most is not None and not (isfinite(most) and most >= LEAST):
        raise MbfmuError(f"--most {most:g} must be a number of m >= {LEAST:g}, such as 0.05")
    return kinematics_rig(motion=motion, at=None if most is None else np.linspace(-most, most, POSTURES), **parts)


def rig_table(result: RigResult) -> Table:
    """A row a quantity, in the middle of the motion."""
    table = Table(title=escape(f"{result.suspension} over {result.motion}, at {result.middle:.4g} m"), title_justify="left")
    for name in ("quantity", "left", "right", "unit"):
        table.add_column(name, justify="right" if name in ("left", "right") else "left", no_wrap=True)
    for *row, _ in result.rows():
        table.add_row(*map(escape, row))
    return table


def told(result: RigResult) -> dict[str, Any]:
    """All numbers, for --json."""
    columns = {column: table[column].tolist() for table in (result.table, result.compliance) for column in table.dtype.names or ()}
    units = {**result.table.units, **result.compliance.units}
    return {"suspension": result.suspension, "motion": result.motion, "units": units, "columns": columns}


def write_rig(result: RigResult, file: Path, plot: bool) -> dict[str, str]:
    """Write both tables as .csv, the page as .html and, if wanted, a picture; the paths written."""
    written = {"csv": f"{file}.csv", "compliance": f"{file}_compliance.csv", "page": f"{file}.html"}
    write_csv(Path(written["csv"]), result.table)
    write_csv(Path(written["compliance"]), result.compliance)
    rig_page(result, Path(written["page"]))
    return {**written, **({"plot": str(plot_rig(result, Path(f"{file}.png")))} if plot else {})}
