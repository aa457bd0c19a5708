"""`mbfmu fit`: parameters from measurements on disk, as a table and as pictures."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from rich.markup import escape
from rich.table import Table

from ...analysis.fitting.experiment import Experiment
from ...analysis.fitting.fit import fit
from ...analysis.fitting.fit_result import Fit
from ...analysis.fitting.measured_response import MeasuredResponse, holds_response
from ...analysis.instant.exposed_variables import with_parameters
from ...base.errors import MbfmuError, ProblemsFound
from ...base.safe_zip import plain_name
from ...cosim import write_csv
from ...model.signals.signal import Signal
from ...problem.compile import Declared
from ...runs.loaded.start_values import start_values
from ...view import plot_fit

Bound = tuple[float | None, float | None] | None


@dataclass(frozen=True)
class FitRequest:
    """A fit: parameters with their bounds and start values, the inputs of the runs, and the known noise."""

    bounds: Mapping[str, Bound]
    literals: Mapping[str, str]
    signals: Mapping[str, Signal]
    noise: Mapping[str, float]
    at_rest: bool


def bounds_in(texts: Sequence[str]) -> dict[str, Bound]:
    """NAME or NAME=LOW:HIGH texts as a dict; ProblemsFound names malformed ones."""
    found: dict[str, Bound] = {}
    wrong = []
    for text in texts:
        name, given, bounds = text.partition("=")
        sides = bounds.split(":")
        try:
            low, high = (float(side) if side.strip() else None for side in sides) if given else (None, None)
        except ValueError:
            wrong.append(f"--parameter {text}: write NAME, or NAME=LOW:HIGH with numbers, such as --parameter payload.m=50:500")
            continue
        if name in found:
            wrong.append(f"{name} is given twice")
        found[name] = (low, high) if given else None
    if wrong:
        raise ProblemsFound("these parameters cannot be unknowns:", wrong)
    return found


def fitted(declared: Declared, files: Sequence[Path], question: FitRequest, progress: Callable[[str], None]) -> Fit:
    """The fit of a model to measurements in files."""
    values = start_values(with_parameters(declared, [*question.bounds, *question.literals]), question.literals)
    data: list[Any] = [MeasuredResponse(file, at_rest=question.at_rest) if holds_response(file) else Experiment(file) for file in files]
    if question.at_rest and not any(isinstance(one, MeasuredResponse) for one in data):
        raise MbfmuError("--at-rest is for frequency responses, and these files are tables over time: leave it out")

    def told(runs: int, misfit: float) -> None:
        progress(f"{runs} runs, residuals {misfit:.3g} times the noise")

    return fit(declared, data, question.bounds, values, question.signals, question.noise, told)


def fit_files(experiments: int) -> list[str]:
    """How the files of each of so many experiments end, without what says their kind."""
    return [f"_fit_{i}" for i in range(1, experiments + 1)] if experiments > 1 else ["_fit"]


def write_fit(found: Fit, name: str, folder: Path, plot: bool) -> dict[str, list[str]]:
    """Write what was fitted, a CSV file an experiment, and if wanted a picture of it over what was measured; the paths written."""
    written: dict[str, list[str]] = {"csv": [], **({"plot": []} if plot else {})}
    for measured, fitted, end in zip(found.measured, found.fitted, fit_files(len(found.measured))):
        file = folder / f"{plain_name(name)}{end}"
        written["csv"].append(f"{file}.csv")
        write_csv(file.with_suffix(".csv"), _real(fitted))
        if plot:
            written["plot"].append(f"{file}.png")
            plot_fit(measured, fitted, found.units, file.with_suffix(".png"), f"{name}, fitted")
    return written


def _real(result: np.ndarray) -> np.ndarray:
    """A result with two columns for each of complex numbers, as files of frequency responses have them."""
    columns = {name: result[name] for name in result.dtype.names or () if not np.iscomplexobj(result[name])}
    parts = {name: result[name] for name in result.dtype.names or () if name not in columns}
    columns |= {f"{name} {part}": getattr(values, part) for name, values in parts.items() for part in ("real", "imag")}
    found = np.empty(len(result), dtype=[(name, float) for name in columns])
    for name, values in columns.items():
        found[name] = values
    return found


def fitted_table(found: Fit, name: str) -> Table:
    """A row a parameter."""
    noise = ", ".join(f"{channel} {size:.3g} {found.units[channel]}".removesuffix(" 1") for channel, size in found.noise.items())
    table = Table(title=escape(f"{name}: {found.runs} runs; standard deviation of the noise: {noise}"), title_justify="left")
    table.caption, table.caption_justify = escape("\n".join(map(found.misfit, found.signal))), "left"
    table.add_column("parameter", no_wrap=True)
    for heading in ("value", "standard error", "95 % from", "to"):
        table.add_column(heading, justify="right")
    table.add_column("unit")
    if len(found.parameters) > 1:
        table.add_column("strongest correlation", overflow="fold")
    for i, (parameter, one) in enumerate(found.parameters.items()):
        interval = ("at its bound", "", "") if one.at_bound else (f"{one.error:.2g}", f"{one.low:.6g}", f"{one.high:.6g}")
        table.add_row(escape(parameter), f"{one.value:.6g}", *interval, one.unit, *_strongest_correlation(found, i))
    return table


def _strongest_correlation(found: Fit, i: int) -> list[str]:
    """With which other parameter the error of parameter i goes most, and how much; none where it is the only one."""
    others = {other: found.correlation[i, j] for j, other in enumerate(found.parameters) if j != i}
    name = max(others, key=lambda other: abs(others[other]), default=None)
    return [] if name is None else [escape(f"{others[name]:.3f} with {name}")]
