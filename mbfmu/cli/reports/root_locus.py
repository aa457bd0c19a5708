"""`mbfmu locus`: eigenvalues over a parameter, as a table of changes of stability, and on disk."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path
from typing import Any

import numpy as np
from rich.console import RenderableType
from rich.markup import escape
from rich.table import Table
from rich.text import Text

from ...analysis.instant.drive import wanted_inputs
from ...analysis.linear.stability import stability
from ...analysis.root_locus import Crossing, RootLocus, root_locus
from ...base.errors import MbfmuError
from ...base.safe_zip import plain_name
from ...problem.data.problem import Problem
from ...runs.loaded.run_inputs import Driven
from ...runs.loaded.start_values import start_values
from ...view import plot_campbell, plot_locus
from ..options import stepped
from .modes import first

MOST = 100_000  # values of the parameter


@dataclass(frozen=True)
class Over:
    """The `values` of a `parameter` that a locus goes over."""

    parameter: str
    values: np.ndarray

    def locus(self, problem: Problem, literals: Mapping[str, str], driven: Driven, at_rest: bool) -> RootLocus:
        """The locus of a problem from start values given as text under what drives the inputs."""
        return root_locus(problem, self.parameter, self.values, start_values(problem, literals), driven.inputs(wanted_inputs(problem)), at_rest)


def read_over(text: str) -> Over:
    """NAME=FIRST:LAST:STEP; MbfmuError for anything else."""
    name, _, numbers = text.partition("=")
    try:
        return Over(name, stepped(numbers if name else "", MOST))
    except ValueError:
        raise MbfmuError(
            f"--over {text}: write NAME=FIRST:LAST:STEP with FIRST below LAST and a STEP above 0, such as --over speed=0:10:0.25"
        ) from None


@dataclass(frozen=True)
class LocusReport:
    """A `locus` of the model called `name`, where stability changes on it, and the verdicts on stability before, between and behind (one more)."""

    name: str
    locus: RootLocus
    crossings: Sequence[Crossing]
    verdicts: Sequence[str]

    def numbers(self) -> list[dict[str, Any]]:
        """What a script wants to know of the crossings, in types of JSON."""
        return [
            {"value": one.value, "frequency": one.frequency, "grows": one.grows, "moves": list(one.shape), "then": then}
            for one, then in zip(self.crossings, self.verdicts[1:])
        ]

    def shown(self) -> RenderableType:
        """A row for each change of stability, or a sentence."""
        locus, unit = self.locus, "" if self.locus.unit == "1" else f" {self.locus.unit}"
        span = f"{self.name}: {locus.parameter} from {locus.values[0]:g} to {locus.values[-1]:g}{unit}"
        if not self.crossings:
            return Text(f"{span}: {self.verdicts[0]} everywhere; no change of stability")
        table = Table(title=escape(f"{span}: {self.verdicts[0]} at first"), title_justify="left")
        table.add_column(escape(locus.parameter + (f" in{unit}" if unit else "")), justify="right", no_wrap=True)
        table.add_column("a motion", no_wrap=True)
        table.add_column("frequency in Hz", justify="right", no_wrap=True)
        table.add_column("moves", overflow="fold")
        table.add_column("then", no_wrap=True)
        for one, then in zip(self.crossings, self.verdicts[1:]):
            does = "begins to grow" if one.grows else "ceases to grow"
            table.add_row(f"{one.value:.8g}", does, f"{one.frequency:.5g}", escape(first(one.shape)), then)
        return table


def located(name: str, locus: RootLocus) -> LocusReport:
    """A locus with where stability changes on it."""
    crossings = locus.crossings()
    ends = [locus.values[0], *(one.value for one in crossings), locus.values[-1]]
    return LocusReport(name, locus, crossings, [stability(locus.system(0.5 * (a + b))) for a, b in pairwise(ends)])


def write_locus(found: LocusReport, folder: Path, plot: bool, multiples: Sequence[float]) -> dict[str, str]:
    """Write a locus as .npz and, if wanted, as pictures, a Campbell diagram with lines of `multiples` where there are some; the paths written."""
    locus, name = found.locus, found.name
    file = folder / f"{plain_name(name)}_locus"
    written = {"eigenvalues": f"{file}.npz"}
    locus.save(written["eigenvalues"])
    if plot:
        written["plot"] = f"{file}.png"
        plot_locus(locus, Path(written["plot"]), name, [one.value for one in found.crossings])
    if plot and multiples:
        written["campbell"] = f"{folder / plain_name(name)}_campbell.png"
        plot_campbell(locus, Path(written["campbell"]), name, multiples)
    return written
