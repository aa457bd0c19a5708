"""A branch of equilibria or of periodic orbits over a parameter."""

from __future__ import annotations

from pathlib import Path

import numpy as np

from ..analysis.nonlinear.continuation import Branch
from .plot import drawn, dress

HEIGHT = 5.0  # inch
MARKS = {"fold": "o", "branch point": "s", "Hopf": "D", "period doubling": "^", "torus": "v"}


def plot_branch(branch: Branch, state: str, path: Path, title: str = "", unit: str = "") -> None:
    """Draw a `state` in `unit` over the parameter into `path`, a .png or .svg: full where the branch is stable, dashed where not, with marks where
    something happens. MbfmuError for a state that is not there, and when the picture cannot be written."""
    column, stable = branch.column(state), np.array([point.stable for point in branch.points])
    between = np.array([bool(point.kind) for point in branch.points])  # where something happens, both lines end
    label = f"{branch.parameter} in {branch.unit}" if branch.unit != "1" else branch.parameter
    with drawn(path, title, [HEIGHT], label) as (axes,):
        axes.plot(branch.values, np.where(~stable | between, column, np.nan), "--", color="tab:red", linewidth=1.4, label="unstable")
        axes.plot(branch.values, np.where(stable | between, column, np.nan), color="tab:blue", linewidth=1.4, label="stable")
        for kind, mark in MARKS.items():
            at = [i for i, point in enumerate(branch.points) if point.kind == kind]
            if at:
                axes.plot(branch.values[at], column[at], mark, color="black", markersize=6, label=kind)
        axes.set_ylabel(f"{state} in {unit}" if unit and unit != "1" else state, parse_math=False)
        dress(axes)
