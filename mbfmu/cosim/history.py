"""The recent past of a signal, and the polynomial through it."""

from __future__ import annotations

from collections.abc import Sequence
from math import inf
from typing import NamedTuple


class Polynomial(NamedTuple):
    """A signal around the time `at` [s]: its `coefficients` of the powers of t - at, the lowest first."""

    at: float
    coefficients: tuple[float, ...]

    def __call__(self, t: float) -> float:
        value = 0.0
        for coefficient in reversed(self.coefficients):
            value = value * (t - self.at) + coefficient
        return value

    @property
    def is_changing(self) -> bool:
        """Whether it is more than a constant."""
        return len(self.coefficients) > 1

    def starting_from(self, value: float, size: float) -> Polynomial:
        """Return one that is `value` at the time `at`, and the same as this one `size` seconds later."""
        first, rate, *more = self.coefficients
        return Polynomial(self.at, (value, rate - (value - first) / size, *more))

    def derivatives(self) -> tuple[float, ...]:
        """Its value and its derivatives at the time `at`, in rising order."""
        found, factorial = [], 1
        for order, coefficient in enumerate(self.coefficients):
            factorial *= max(order, 1)
            found.append(factorial * coefficient)
        return tuple(found)


class Sample(NamedTuple):
    """What is known of a signal at a communication point; its `slope` where its FMU says it."""

    time: float
    value: float
    slope: float | None = None


class History:
    """The newest samples of a signal, as many as polynomials of `degree` need; its `scale` is its nominal value or the largest it has been."""

    def __init__(self, degree: int, nominal: float = 1.0):
        self.samples: list[Sample] = []
        self.scale = nominal
        self._kept = degree + 3

    def add(self, sample: Sample) -> None:
        """Take in the signal at a later time."""
        self.samples = [*self.samples[-self._kept :], sample]
        self.scale = max(self.scale, abs(sample.value))

    def polynomial(self, degree: int, at: float, until: float = inf, ahead: Sample | None = None) -> Polynomial:
        """Return the polynomial of `degree` around `at` [s] that meets the newest samples not later than `until`, and one `ahead` of them.

        A slope counts like a sample; where fewer are known, the degree is lower. It is Hermite's, by divided differences.
        """
        if ahead is None and self.samples[-1].time <= until and (found := _written_out(self.samples, degree, at)):
            return Polynomial(at, found)
        known = [sample for sample in self.samples if sample.time <= until]
        known += [ahead] if ahead and ahead.time > known[-1].time else []
        met = [(sample, repeated) for sample in reversed(known) for repeated in range(1 + (sample.slope is not None))][: degree + 1]
        nodes = [sample.time for sample, _ in met]
        return Polynomial(at, _in_powers(nodes, _divided_differences(met), at))


def _written_out(samples: Sequence[Sample], degree: int, at: float) -> tuple[float, ...] | None:
    """The coefficients up to those of a parabola, where samples are enough and have no slopes: nearly always, and four times as fast."""
    a = samples[-1]
    if not degree:
        return (a.value,)
    if degree > 2 or len(samples) <= degree or any([sample.slope is not None for sample in samples[-degree:]]):
        return None
    b, x = samples[-2], at - a.time
    rate = (a.value - b.value) / (a.time - b.time)
    if degree == 1:
        return a.value + x * rate, rate
    c, y = samples[-3], at - b.time
    bend = (rate - (b.value - c.value) / (b.time - c.time)) / (a.time - c.time)
    return a.value + x * (rate + y * bend), rate + (x + y) * bend, bend


def _divided_differences(met: Sequence[tuple[Sample, int]]) -> list[float]:
    """The coefficients of Newton's polynomial; two equal nodes give a slope."""
    column = [sample.value for sample, _ in met]
    found = [column[0]]
    for order in range(1, len(met)):
        ends = zip(met, met[order:])
        column = [
            a.slope if a.time == b.time and a.slope is not None else (below - above) / (b.time - a.time)
            for ((a, _), (b, _)), above, below in zip(ends, column, column[1:])
        ]
        found.append(column[0])
    return found


def _in_powers(nodes: Sequence[float], newton: Sequence[float], at: float) -> tuple[float, ...]:
    """The coefficients of powers of t - at, by Horner's scheme on Newton's form."""
    powers = [newton[-1]]
    for node, coefficient in reversed([*zip(nodes, newton[:-1])]):
        shifted = [0.0, *powers]
        powers = [high - (node - at) * low for high, low in zip(shifted, [*powers, 0.0])]
        powers[0] += coefficient
    return tuple(powers)
