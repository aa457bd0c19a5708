"""A measured frequency response: complex amplitudes of outputs per amplitude of an input."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np

from ...base.errors import MbfmuError, ProblemsFound
from ...base.nearest import nearest
from ...base.one_line import one_line
from ...model.declare.units import base_exponents, product
from ...model.signals.csv_file import first_column
from ...problem.data.problem import Problem
from .arguments import Arguments
from .load_cases import Vibrating
from .measurements import Measurements, measurements
from .unknowns import Unknown, changes

FREQUENCY = "frequency"
PARTS = ({"real", "imag"}, {"magnitude", "phase"})
STEP = 1e-5  # of a parameter's reach: of central differences, whose error is its square and roundoff divided by it


@one_line
@dataclass(frozen=True)
class MeasuredResponse:
    """A measured frequency response for `fit`, near the start of a model, or near its equilibrium if `at_rest`.

    `data` is a CSV file as FrequencyResponse.save writes it, with a first column "frequency" [Hz], or "frequency [rad/s]", and for each pair of an
    output and an input two columns, "height/road real" and "height/road imag", or "height/road magnitude" and "height/road phase [deg]"; magnitudes
    may be in [dB]. Or it is a
    structured array or a dict with "frequency" [Hz] and complex columns "height/road". `values` and `inputs` are those of `simulate`.
    """

    data: Any
    values: Mapping[str, Any] = field(default_factory=dict)
    inputs: Mapping[str, Any] | str | Path = field(default_factory=dict)
    at_rest: bool = False


@dataclass(frozen=True)
class ResponseEvidence:
    """A MeasuredResponse on a Problem; Evidence. All numbers are relative to the measured magnitudes, and so is the noise."""

    problem: Problem
    frequencies: np.ndarray
    channels: Sequence[str]
    units: Sequence[str]
    amplitudes: np.ndarray
    channel: np.ndarray
    given: Arguments
    at_rest: bool
    doubts: Sequence[str] = ()
    series: Sequence[np.ndarray] = ()

    @property
    def measured(self) -> np.ndarray:
        """The measured amplitudes, real parts and imaginary parts, each relative to its magnitude."""
        return self._relative(self.amplitudes)

    def slopes(self, unknowns: Sequence[Unknown], numbers: np.ndarray, rtol: float) -> np.ndarray:
        """The derivatives of what the linear system gives, by central differences of it; there is no run that errs."""
        found = np.empty((len(self.channel), len(unknowns)))
        for k, (unknown, x) in enumerate(zip(unknowns, numbers)):
            down, up = changes(unknown, float(x), STEP)
            low, high = (self.said(unknowns, np.where(np.arange(len(numbers)) == k, x + change, numbers)) for change in (down, up))
            found[:, k] = (high - low) / (up - down)
        return found

    def said(self, unknowns: Sequence[Unknown], numbers: np.ndarray) -> np.ndarray:
        """What the linear system gives."""
        system = Vibrating(self.problem, self.given, self.at_rest).result(unknowns, numbers)
        pairs = [pair.split("/") for pair in self.channels]
        found = system.frequency_response(self.frequencies)
        return self._relative(np.column_stack([found.of(output, input_) for output, input_ in pairs]))

    def _relative(self, found: np.ndarray) -> np.ndarray:
        relative = found / np.abs(self.amplitudes)
        return np.stack([relative.real, relative.imag], axis=-1).ravel()

    def table(self, numbers: np.ndarray) -> np.ndarray:
        """Complex amplitudes over frequency, a column a pair."""
        parts = numbers.reshape(*self.amplitudes.shape, 2) * np.abs(self.amplitudes)[..., np.newaxis]
        found = np.empty(len(self.frequencies), dtype=[(FREQUENCY, float), *((name, complex) for name in self.channels)])
        found[FREQUENCY] = self.frequencies
        for j, name in enumerate(self.channels):
            found[name] = parts[:, j, 0] + 1j * parts[:, j, 1]
        return found


def holds_response(data: Any) -> bool:
    """Whether data that nobody has said more about are a frequency response: over frequency instead of time."""
    if isinstance(data, (str, Path)):
        return first_column(Path(data)) == FREQUENCY
    return FREQUENCY in (data if isinstance(data, Mapping) else getattr(getattr(data, "dtype", None), "names", None) or ())


def response(problem: Problem, measured: MeasuredResponse, given: Arguments) -> ResponseEvidence:
    """A measured response on a Problem with what is given for it; ProblemsFound for columns that are no pair of output and input, and wrong cells."""
    data = measurements(measured.data, FREQUENCY, "Hz")
    named = {v.name: v for v in problem.variables if v.causality in ("output", "input") and not v.is_picture}
    parts = _parts(data)
    wrong = [problem_of for pair, found in parts.items() if (problem_of := _wrong(pair, found, named, data.file is not None))]
    if not parts:
        wrong.append("no column is a pair of an output and an input, such as 'height/road real'")
    if wrong:
        raise ProblemsFound(f"{data.source} cannot be used:", wrong)
    units = [product((named[y].unit, 1), (named[u].unit, -1)) for y, u in (pair.split("/") for pair in parts)]
    found = np.column_stack([_amplitudes(data, pair, columns, unit) for (pair, columns), unit in zip(parts.items(), units)])
    if not np.abs(found).all():
        raise MbfmuError(f"{data.source}: an amplitude is zero; since noise is relative to the magnitude, leave such rows out")
    channel = np.repeat(np.tile(np.arange(len(parts)), len(data.axis)), 2)
    return ResponseEvidence(
        problem=problem,
        frequencies=_hertz(data),
        channels=[*parts],
        units=["1"] * len(parts),
        amplitudes=found,
        channel=channel,
        given=given,
        at_rest=measured.at_rest,
    )


def _parts(data: Measurements) -> dict[str, dict[str, str]]:
    """By pair, the names of its columns by what they hold; a complex column is "" of it."""
    found: dict[str, dict[str, str]] = {}
    for name in data.names:
        pair, _, part = name.partition(" ")
        found.setdefault(pair, {})[part] = name
    return found


def _wrong(pair: str, found: Mapping[str, str], named: Mapping[str, Any], text: bool) -> str:
    """What is wrong with the columns of a pair; nothing if nothing is."""
    sides = pair.split("/")
    if len(sides) != 2:
        return f"column {', '.join(found.values())}: name it by an output and an input, as in 'height/road real'"
    for name, causality in zip(sides, ("output", "input")):
        if name not in named or named[name].causality != causality:
            known = [other for other, variable in named.items() if variable.causality == causality]
            return f"column {', '.join(found.values())}: there is no {causality} {name!r}{nearest(name, known)}"
    if (set(found) in PARTS) if text else set(found) == {""}:
        return ""
    return f"{pair} needs two columns, real and imag or magnitude and phase" if text else f"{pair} must be one complex column"


def _amplitudes(data: Measurements, pair: str, columns: Mapping[str, str], unit: str) -> np.ndarray:
    if data.file is None:
        return data.numbers(pair, unit).astype(complex)
    if "real" in columns:
        return data.numbers(columns["real"], unit) + 1j * data.numbers(columns["imag"], unit)
    in_decibels = data.file.units.get(columns["magnitude"]) == "dB"
    magnitude = 10 ** (data.numbers(columns["magnitude"], "dB") / 20) if in_decibels else data.numbers(columns["magnitude"], unit)
    return magnitude * np.exp(1j * data.numbers(columns["phase"], "rad"))


def _hertz(data: Measurements) -> np.ndarray:
    """The frequencies [Hz], of angular ones divided by 2 pi."""
    unit = data.file.units.get(FREQUENCY, "Hz") if data.file else "Hz"
    return data.axis / (2 * np.pi) if "rad" in base_exponents(unit) else data.axis
