"""`mbfmu response`: how the outputs of a model swing when its inputs do, as a table of peaks and on disk."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import isfinite
from pathlib import Path
from typing import Any

import numpy as np
from rich.markup import escape
from rich.table import Table

from ...analysis.linear.eigen import eigen
from ...analysis.linear.frequency_response import FrequencyResponse, telling_frequencies
from ...analysis.linear.linearization import Linearization
from ...base.errors import MbfmuError
from ...base.safe_zip import plain_name
from ...view import plot_response


@dataclass(frozen=True)
class ResponseRequest:
    """The `inputs`, `outputs` (names or patterns, all where None) and `rates` of inputs that a response is asked for, in a `band` [Hz]."""

    inputs: Sequence[str] | None
    outputs: Sequence[str] | None
    rates: Mapping[str, Sequence[str]]
    band: tuple[float, float] | None

    def response(self, system: Linearization) -> FrequencyResponse:
        """The response of a system."""
        frequencies = telling_frequencies(eigen(system.A).values, *self.band) if self.band else None
        return system.frequency_response(frequencies, self.inputs, self.outputs, self.rates)


def read_band(text: str) -> tuple[float, float]:
    """LOW:HIGH [Hz]; MbfmuError for anything else."""
    try:
        low, high = (float(part) for part in text.split(":"))
    except ValueError:
        low = high = 0.0
    if not (0.0 < low < high and isfinite(high)):
        raise MbfmuError(f"--band {text}: write LOW:HIGH in Hz, such as --band 0.1:50")
    return low, high


def peaks(response: FrequencyResponse) -> list[dict[str, Any]]:
    """Of each output by each input the amplification at the lowest frequency, the largest, and where it is [Hz]."""
    found = []
    for y in response.outputs:
        for u in response.inputs:
            size = np.abs(response.of(y, u))
            at, unit = int(np.argmax(size)), response.unit(y, u)
            ends = {"slow": float(size[0]), "peak": float(size[at]), "at": float(response.frequencies[at])}
            found.append({"output": y, "input": u, "unit": unit, **ends})
    return found


def peaks_table(response: FrequencyResponse, name: str) -> Table:
    """A row an output and input."""
    table = Table(
        title=escape(f"{name}: amplification from {response.frequencies[0]:.3g} Hz to {response.frequencies[-1]:.3g} Hz"), title_justify="left"
    )
    table.add_column("output", overflow="fold")
    table.add_column("input", overflow="fold")
    for heading in (f"at {response.frequencies[0]:.3g} Hz", "at its peak", "unit", "peak in Hz"):
        table.add_column(heading, justify="right", no_wrap=True)
    for row in peaks(response):
        table.add_row(escape(row["output"]), escape(row["input"]), f"{row['slow']:.5g}", f"{row['peak']:.5g}", row["unit"], f"{row['at']:.5g}")
    return table


def write_response(response: FrequencyResponse, folder: Path, name: str, plot: bool) -> dict[str, str]:
    """Write a response as .csv and .npz and, if wanted, as a picture; the paths written."""
    file = folder / f"{plain_name(name)}_response"
    written = {"csv": f"{file}.csv", "arrays": f"{file}.npz"}
    for path in written.values():
        response.save(path)
    return {**written, **(drawn_response(response, f"{file}.png", name) if plot else {})}


def drawn_response(response: FrequencyResponse, file: str, name: str) -> dict[str, str]:
    """The pictures of a response, where anything responds: the paths written."""
    if not response.values.any():
        return {}
    pages = plot_response(response, Path(file), name)
    return {"plot": file, **{f"plot {i}": str(page) for i, page in enumerate(pages[1:], 2)}}
