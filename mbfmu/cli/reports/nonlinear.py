"""`mbfmu exponents`, `section`, `orbit` and `branch`: large motions as tables and on disk."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from math import isfinite
from pathlib import Path
from typing import Any

import numpy as np
from rich.markup import escape
from rich.table import Table

from ...analysis.instant.drive import wanted_inputs
from ...analysis.nonlinear.continuation import Branch, BranchPoint
from ...analysis.nonlinear.lyapunov import LyapunovExponents
from ...analysis.nonlinear.periodic_orbit import PeriodicOrbit
from ...base.errors import MbfmuError
from ...base.safe_zip import plain_name
from ...cosim import write_csv
from ...problem.codegen.variables import scalars
from ...problem.data.problem import Problem
from ...runs.loaded.run_inputs import Driven
from ...runs.loaded.start_values import start_values
from ...view import plot_branch, plot_exponents, plot_phase, plot_section

Numbers = dict[str, Any]  # what a script wants to know, in types of JSON


@dataclass(frozen=True)
class NonlinearRun:
    """A problem with its start values and what drives its inputs, as the options of a command say."""

    problem: Problem
    literals: Mapping[str, str]
    driven: Driven

    def given(self) -> Numbers:
        """The arguments `values` and `inputs` of functions."""
        return {"values": start_values(self.problem, self.literals), "inputs": self.driven.inputs(wanted_inputs(self.problem))}

    def units(self) -> dict[str, str]:
        """The units of the outputs, by name."""
        return {s.name: s.variable.unit for s in scalars(self.problem) if s.variable.causality == "output"}

    def file(self, folder: Path, what: str) -> str:
        """The path of the files written, without its ending."""
        return str(folder / f"{plain_name(self.problem.name)}_{what}")


def exponents_numbers(found: LyapunovExponents) -> Numbers:
    """The exponents and the dimension."""
    return {"exponents": found.values.tolist(), "errors": found.errors.tolist(), "dimension": found.dimension, "phase": found.phase}


def exponents_table(found: LyapunovExponents, name: str) -> Table:
    """A row an exponent."""
    table = _table(f"{name}: Lyapunov exponents, whose sum is {found.values.sum():.6g} 1/s; dimension {found.dimension:.4g}")
    for heading in ("exponent in 1/s", "standard error"):
        table.add_column(heading, justify="right", no_wrap=True)
    for value, error in zip(found.values, found.errors):
        table.add_row(f"{value:.5g}", f"{error:.2g}")
    return table


def write_exponents(found: LyapunovExponents, run: NonlinearRun, folder: Path, plot: bool) -> dict[str, str]:
    """Write how the exponents have settled as a picture, if wanted; the path written."""
    if not plot:
        return {}
    path = f"{run.file(folder, 'exponents')}.png"
    plot_exponents(found, Path(path), run.problem.name)
    return {"plot": path}


def write_section(found: np.ndarray, run: NonlinearRun, folder: Path, plot: bool, axes: tuple[str, str] | None) -> dict[str, str]:
    """Write the points of a section as CSV, and, if wanted, as a picture of two outputs, the first two if none are named; the paths written."""
    written = {"csv": f"{run.file(folder, 'section')}.csv"}
    write_csv(Path(written["csv"]), found)
    if plot and (named := axes or _first_two(found)):
        written["plot"] = f"{run.file(folder, 'section')}.png"
        plot_section(found, *named, Path(written["plot"]), run.problem.name, run.units())
    return written


def orbit_numbers(found: PeriodicOrbit) -> Numbers:
    """The period, the stability, and from where the orbit starts."""
    return {
        "stability": found.stability,
        "period": found.period,
        "multipliers": [[each.real, each.imag] for each in found.multipliers],
        "states": found.states,
        "turns": found.turns,
        "residual": found.residual,
    }


def orbit_table(found: PeriodicOrbit, name: str) -> Table:
    """A row a multiplier."""
    table = _table(f"{name}: a periodic motion of {found.period:.9g} s, {found.stability}")
    for heading in ("multiplier", "size", "exponent in 1/s"):
        table.add_column(heading, justify="right", no_wrap=True)
    for each, exponent in zip(found.multipliers, found.exponents):
        table.add_row(_complex(each), f"{abs(each):.5g}", _complex(exponent))
    return table


def write_orbit(found: PeriodicOrbit, run: NonlinearRun, folder: Path, plot: bool, axes: tuple[str, str] | None) -> dict[str, str]:
    """Write one period as CSV, and, if wanted, as a picture of two outputs, the first two if none are named; the paths written."""
    written = {"csv": f"{run.file(folder, 'orbit')}.csv"}
    write_csv(Path(written["csv"]), found.outputs)
    if plot and (named := axes or _first_two(found.outputs)):
        written["plot"] = f"{run.file(folder, 'orbit')}.png"
        plot_phase(found.outputs, *named, Path(written["plot"]), run.problem.name, run.units())
    return written


def read_span(text: str) -> tuple[str, tuple[float, float]]:
    """NAME=FIRST:LAST; MbfmuError for anything else."""
    name, _, numbers = text.partition("=")
    try:
        low, high = (float(part) for part in numbers.split(":"))
    except ValueError:
        low, high = 0.0, 0.0
    if not (name and low < high and isfinite(low) and isfinite(high)):
        raise MbfmuError(f"--over {text}: write NAME=FIRST:LAST with FIRST below LAST, such as --over force=-10:10")
    return name, (low, high)


def branch_numbers(found: Branch) -> Numbers:
    """Where something happens, and the ends."""
    both = zip((found.points[0], found.points[-1]), found.ends)
    ends = [{"value": point.value, "stable": point.stable, "where": where} for point, where in both]
    special = [
        {"kind": p.kind, "value": p.value, "states": p.states, "period": p.period, "approximate": p.approximate, "leaves": p.leaving is not None}
        for p in found.special
    ]
    return {"special": special, "ends": ends, "points": len(found.points)}


def branch_table(found: Branch, name: str) -> Table:
    """A row for each end and where something happens."""
    unit = f" in {found.unit}" if found.unit != "1" else ""
    table = _table(f"{name}: a branch of {len(found.points)} points over {found.parameter}")
    for heading in (escape(f"{found.parameter}{unit}"), "what happens", "stable"):
        table.add_column(heading, no_wrap=True)
    first, *inner, last = found.points
    for point, what in [(first, f"ends {found.ends[0]}"), *((each, _happens(each)) for each in inner if each.kind), (last, f"ends {found.ends[1]}")]:
        table.add_row(f"{point.value:.9g}", what, "" if point.kind else "yes" if point.stable else "no")
    return table


def _happens(point: BranchPoint) -> str:
    return point.kind + (" (about)" if point.approximate else "")


def leaving_point(found: Branch, which: int) -> BranchPoint:
    """A solution on the branch that leaves at a branch point, counted from 1; MbfmuError where there is none."""
    leaving = [point.leaving for point in found.special if point.leaving]
    if not 1 <= which <= len(leaving):
        raise MbfmuError(f"--leave {which}: other branches leave this one at {len(leaving)} points between its ends")
    return leaving[which - 1]


def write_branch(found: Branch, run: NonlinearRun, folder: Path, plot: bool, state: str | None) -> dict[str, str]:
    """Write the points as CSV, and, if wanted, a picture of a state, the first if none is named; the paths written."""
    written = {"csv": f"{run.file(folder, 'branch')}.csv"}
    names = list(found.points[0].states)
    rows = [(p.value, p.period, p.unstable, *p.states.values()) for p in found.points]
    columns = [(found.parameter, float), ("period", float), ("unstable", int), *((name, float) for name in names)]
    write_csv(Path(written["csv"]), np.array(rows, dtype=columns))
    if plot:
        written["plot"] = f"{run.file(folder, 'branch')}.png"
        shown = state or names[0]
        units = dict(zip(run.problem.state_names, run.problem.state_units))
        plot_branch(found, shown, Path(written["plot"]), run.problem.name, units.get(shown, ""))
    return written


def two_of(text: str | None) -> tuple[str, str] | None:
    """X,Y as two names; MbfmuError for anything else."""
    if text is None:
        return None
    x, comma, y = text.partition(",")
    if not (x and comma and y) or "," in y:
        raise MbfmuError(f"--axes {text}: write the names of two outputs, such as --axes s,v")
    return x, y


def _first_two(result: np.ndarray) -> tuple[str, str] | None:
    names = [name for name in result.dtype.names or () if name != "time"]
    return (names[0], names[1]) if len(names) > 1 else None


def _table(title: str) -> Table:
    return Table(title=escape(title), title_justify="left")


def _complex(value: complex) -> str:
    return f"{value.real:.5g}" + (f" {'+' if value.imag > 0 else '-'} {abs(value.imag):.5g} i" if value.imag else "")
