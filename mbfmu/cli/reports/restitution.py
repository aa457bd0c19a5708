"""`mbfmu restitution`: coefficients of restitution as a table and on disk."""

from __future__ import annotations

from collections.abc import Mapping
from math import isfinite
from pathlib import Path
from typing import Any

import numpy as np
from rich.markup import escape
from rich.table import Table

from ...analysis.impact.restitution import Restitution
from ...analysis.impact.sound import Sound
from ...base.errors import MbfmuError
from ...base.safe_zip import plain_name
from ...cosim import write_csv
from ...view import plot_restitution

SPEEDS = 10  # between FIRST and LAST
HEADINGS = {"speed": "speed in m/s", "e": "e", "impulse": "impulse in N.s", "force": "largest force in N", "vibration": "share of vibration"}


def read_speeds(text: str) -> list[float]:
    """0.1,0.2,0.5 or FIRST:LAST, which gives speeds in equal ratios; MbfmuError for anything else."""
    first, colon, last = text.partition(":")
    try:
        found = [float(part) for part in ((first, last) if colon else text.split(","))]
    except ValueError:
        found = []
    if not found or not all(isfinite(v) and v > 0.0 for v in found) or (colon and not found[0] < found[1]):
        raise MbfmuError(f"--speeds {text}: write speeds above 0 m/s, such as 0.1,0.2,0.5, or FIRST:LAST with FIRST below LAST, such as 0.05:0.5")
    return np.geomspace(found[0], found[1], SPEEDS).tolist() if colon else found


def read_areas(assigned: Mapping[str, str]) -> dict[str, list[float]]:
    """Areas of nodes by NODE=X,Y,Z; MbfmuError for anything else."""
    found = {}
    for node, text in assigned.items():
        try:
            x, y, z = (float(part) for part in text.split(","))
        except ValueError:
            raise MbfmuError(f"--wav {node}={text}: write an area in m2 as a vector along its outward normal, such as {node}=0,0,3e-4") from None
        found[node] = [x, y, z]
    return found


def numbers(found: Restitution) -> dict[str, Any]:
    """The contact, and an object for each speed."""
    return {"contact": found.contact, "impacts": [dict(zip(HEADINGS, row)) for row in _rows(found)]}


def restitution_table(found: Restitution, name: str) -> Table:
    """A row a speed."""
    table = Table(title=escape(f"{name}: restitution at {found.contact}"), title_justify="left")
    for heading in HEADINGS.values():
        table.add_column(heading, justify="right", no_wrap=True)
    for speed, e, impulse, force, vibration in _rows(found):
        table.add_row(f"{speed:.4g}", f"{e:.4f}", f"{impulse:.4g}", f"{force:.4g}", f"{vibration:.4f}")
    return table


def write_restitution(found: Restitution, folder: Path, name: str, plot: bool) -> dict[str, str]:
    """Write the table as CSV, and, if wanted, as a picture; the paths written."""
    stem = f"{plain_name(name)}_restitution"
    written = {"csv": str(folder / f"{stem}.csv")}
    write_csv(Path(written["csv"]), np.array(_rows(found), dtype=[(column, float) for column in HEADINGS]))
    if plot:
        written["plot"] = str(folder / f"{stem}.png")
        plot_restitution(found, Path(written["plot"]), f"{name}: {found.contact}")
    return written


def write_sound(heard: Sound, folder: Path, name: str) -> dict[str, Any]:
    """Write the sound as a WAV file; its path and its true peak [Pa]."""
    path = folder / f"{plain_name(name)}_impact.wav"
    heard.write(path)
    return {"wav": str(path), "peak": heard.peak}


def _rows(found: Restitution) -> list[tuple[float, ...]]:
    columns = (found.speeds, found.e, found.impulses, found.forces, found.vibration)
    return list(zip(*(column.tolist() for column in columns)))
