"""`mbfmu rig`: curves of a suspension as a table, and on disk with a picture."""

from __future__ import annotations

from math import isfinite
from pathlib import Path

import numpy as np
from rich.markup import escape
from rich.table import Table

from ...base.errors import MbfmuError
from ...cosim import write_csv
from ...model.vehicles.suspension import Suspension
from ...problem.load import names_of
from ...proving_ground.rig.kinematics_rig import POSTURES, kinematics_rig
from ...proving_ground.rig.rig_result import RigResult
from ...view import plot_rig

LEAST = 1e-4  # m: over less, slopes are differences of roundoff
SHOWN = ("toe_left", "camber_left", "outward_left", "roll_centre_height", "wheel_rate_left", "motion_ratio_left")


def suspension_of(path: Path) -> Suspension:
    """The `suspension` that a Python file declares; MbfmuError where there is none."""
    found = names_of(path).get("suspension")
    if not isinstance(found, Suspension):
        what = "declares no `suspension`" if found is None else f"suspension = {found!r:.60} is no suspension"
        raise MbfmuError(f"{path}: {what}: assign one of mbfmu.model.vehicles, such as McPherson(...), to that name")
    return found


def on_rig(suspension: Suspension, motion: str, most: float | None) -> RigResult:
    """The curves to `most` [m] to both sides."""
    if most is not None and not (isfinite(most) and most >= LEAST):
        raise MbfmuError(f"--most {most:g} must be a number of m >= {LEAST:g}, such as 0.05")
    return kinematics_rig(suspension, motion, None if most is None else np.linspace(-most, most, POSTURES))


def rig_table(result: RigResult) -> Table:
    """A row a posture, of the left wheel."""
    table = Table(title=escape(f"{result.suspension} over {result.motion}, the left wheel"), title_justify="left")
    names = (result.motion, *SHOWN)
    for name in names:
        table.add_column(f"{name} [{result.table.units[name]}]".replace("[", "\\["), justify="right")
    for row in result.table:
        table.add_row(*(f"{row[name]:.5g}" for name in names))
    return table


def write_rig(result: RigResult, file: Path, plot: bool) -> dict[str, str]:
    """Write the table as .csv and, if wanted, a picture; the paths written."""
    written = {"csv": f"{file}.csv"}
    write_csv(Path(written["csv"]), result.table)
    return {**written, **({"plot": str(plot_rig(result, Path(f"{file}.png")))} if plot else {})}
