"""The recent past of signals, and the polynomials through it."""

from __future__ import annotations

from collections.abc import Sequence
from math import inf
from typing import NamedTuple

import numpy as np

from .values import Places

FACTORIALS = np.array([1.0, 1.0, 2.0, 6.0, 24.0])


class Polynomial(NamedTuple):
    """Signals around the time `at` [s]: rows of `coefficients` of the powers of t - at, the lowest first.

    A signal is a number, or a row of them, of as many runs.
    """

    at: float
    coefficients: np.ndarray

    def __call__(self, t: float | np.ndarray) -> np.ndarray:
        value = self.coefficients[-1]
        for coefficient in self.coefficients[-2::-1]:
            value = value * (t - self.at) + coefficient
        return value

    @property
    def is_changing(self) -> bool:
        """Whether signals are more than constants."""
        return len(self.coefficients) > 1

    def of(self, places: Places) -> Polynomial:
        """Some of the signals."""
        return Polynomial(self.at, self.coefficients[:, places])

    def derivatives(self) -> np.ndarray:
        """Rows of values and of derivatives at the time `at`, in rising order."""
        return (self.coefficients.T * FACTORIALS[: len(self.coefficients)]).T


def side_by_side(polynomials: Sequence[Polynomial]) -> Polynomial:
    """The signals of polynomials around one time as those of one."""
    if len(polynomials) == 1:
        return polynomials[0]
    orders = max(len(p.coefficients) for p in polynomials)
    rows = [p.coefficients for p in polynomials]
    rows = [c if len(c) == orders else np.concatenate([c, np.zeros((orders - len(c), *c.shape[1:]))]) for c in rows]
    return Polynomial(polynomials[0].at, np.concatenate(rows, axis=1))


class Sample(NamedTuple):
    """What is known of signals at a communication point; their slopes where their FMU says them."""

    time: float | np.ndarray
    value: np.ndarray
    slope: np.ndarray | None = None


class History:
    """The newest samples of signals: as many as polynomials of `degree` need from the start of a communication step on, which is taken in `parts`.

    The `scale` of each is its nominal value or the largest it has been.
    """

    def __init__(self, degree: int, nominal: np.ndarray, parts: int = 1):
        self.samples: list[Sample] = []
        self.scale = nominal
        self._kept = degree + 2 + parts

    def add(self, sample: Sample) -> None:
        """Take in the signals at a later time."""
        self.samples = [*self.samples[-self._kept :], sample]
        size = np.abs(sample.value)
        self.scale = np.maximum(self.scale, size if size.ndim == 1 else size.max(axis=1))

    def polynomial(self, degree: int, at: float, until: float = inf, ahead: Sample | None = None) -> Polynomial:
        """Return the polynomial of `degree` around `at` [s] that meets the newest samples not later than `until`, and one `ahead` of them."""
        known = self.samples if self.samples[-1].time <= until else [sample for sample in self.samples if sample.time <= until]
        return Polynomial(at, through([*known, ahead] if ahead and ahead.time > known[-1].time else known, degree, at))


def through(samples: Sequence[Sample], degree: int, at: float | np.ndarray) -> np.ndarray:
    """Return the coefficients of the polynomial of `degree` around `at` [s] that meets the newest samples.

    A slope counts like a sample; where fewer are known, the degree is lower. It is Hermite's, by divided differences. Samples may be those of many
    steps, with columns of times and rows of values.
    """
    if not degree:
        return samples[-1].value[None]
    newest = samples[: -degree - 2 : -1]
    met = [(sample, repeated) for sample in newest for repeated in range(1 + (sample.slope is not None))][: degree + 1]
    return np.array(_in_powers([sample.time for sample, _ in met], _divided_differences(met), at))


def _divided_differences(met: Sequence[tuple[Sample, int]]) -> list[np.ndarray]:
    """The coefficients of Newton's polynomial; two equal nodes give a slope."""
    column = [sample.value for sample, _ in met]
    found = [column[0]]
    for order in range(1, len(met)):
        ends = zip(met, met[order:])
        column = [
            a.slope if a is b and a.slope is not None else (below - above) / (b.time - a.time)
            for ((a, _), (b, _)), above, below in zip(ends, column, column[1:])
        ]
        found.append(column[0])
    return found


def _in_powers(nodes: Sequence[float | np.ndarray], newton: Sequence[np.ndarray], at: float | np.ndarray) -> list[np.ndarray]:
    """The coefficients of powers of t - at, by Horner's scheme on Newton's form."""
    powers = [newton[-1]]
    for node, coefficient in reversed([*zip(nodes, newton[:-1])]):
        x = at - node
        powers = [coefficient + x * powers[0], *(low + x * high for low, high in zip(powers, powers[1:])), powers[-1]]
    return powers
