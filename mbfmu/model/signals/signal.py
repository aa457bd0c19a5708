"""What all signals have in common, and their sums."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, fields
from math import inf, isfinite
from typing import Any, ClassVar

from ...base.errors import MbfmuError
from ..declare.variable_types import real


class Signal:
    """A number that changes with time, in SI units; called with the time [s], it gives its value.

    At a time where it jumps it has its new value already. Signals add up, with numbers too: `20.0 + Step(at=1.0, height=100.0)`.
    A new one is a frozen dataclass that supplies:

    1. `__call__(t)`: its value at time t [s].
    2. `breaks(start, stop)`: the times [s] after `start`, up to `stop`, at which it jumps or bends. Runs stop
       there, so no integrator smooths a jump away.
    3. `held`: whether it is constant between these times. `positive`: which of its fields must be > 0.
    4. `rate()`: how it changes, if it is smooth.
    5. `longest`: the longest step [s] of an integrator that does not miss what it does between these times: a part of its shortest period,
       infinite where it is a line. 0, where nobody knows, has a step end at every row of the results.
    """

    held: ClassVar[bool] = False
    longest: float = 0.0
    positive: ClassVar[tuple[str, ...]] = ()

    def __call__(self, t: float) -> Any:
        raise NotImplementedError

    def breaks(self, start: float, stop: float) -> Iterable[float]:
        raise NotImplementedError

    def rate(self) -> Signal:
        """How it changes; MbfmuError where it jumps or bends."""
        raise MbfmuError(f"{self!r} jumps or bends, and no joint moves so: give a Sine, a Table of points, a function of time or (s, v, a)")

    def motion(self) -> tuple[Signal, Signal, Signal]:
        """A motion of a joint: itself, its rate, and the rate of that; MbfmuError where it jumps or bends."""
        return self, self.rate(), self.rate().rate()

    def __post_init__(self) -> None:
        """Take numbers as plain floats; MbfmuError names the first that cannot be used."""
        for field in fields(self):  # type: ignore[arg-type]  # each signal is a dataclass
            if field.type == "float":
                object.__setattr__(self, field.name, self._number(field.name, getattr(self, field.name)))

    def _number(self, name: str, given: Any) -> float:
        try:
            number = real(given)
        except (TypeError, ValueError):
            raise MbfmuError(f"{type(self).__name__}: {name} = {given!r} must be a number") from None
        if not isfinite(number) or (name in self.positive and not number > 0):
            raise MbfmuError(f"{type(self).__name__}: {name} = {number:g} must be a finite number{' > 0' if name in self.positive else ''}")
        return number

    def __add__(self, other: Signal | float) -> Signal:
        return _sum(self, other)

    def __radd__(self, other: Signal | float) -> Signal:
        return _sum(other, self)


def part_of_period(frequency: float) -> float:
    """How long [s] a step may be for a sine of a frequency [Hz] not to look slower to it than it is: a quarter of the period."""
    return 0.25 / abs(frequency) if frequency else inf


@dataclass(frozen=True)
class Constant(Signal):
    """A number that does not change."""

    value: float
    held = True
    longest = inf

    def __repr__(self) -> str:
        return repr(self.value)

    def __call__(self, t):
        return self.value

    def breaks(self, start, stop):
        return ()

    def rate(self):
        return Constant(0.0)


@dataclass(frozen=True)
class Sum(Signal):
    """The sum of several signals."""

    terms: tuple[Signal, ...]

    @property
    def held(self) -> bool:  # type: ignore[override]  # of each sum its own
        """Whether all its terms are constant between their breaks."""
        return all(term.held for term in self.terms)

    @property
    def longest(self) -> float:  # type: ignore[override]
        """The longest step that misses nothing of any term."""
        return min(term.longest for term in self.terms)

    def __repr__(self) -> str:
        return " + ".join(map(repr, self.terms))

    def __call__(self, t):
        return sum(term(t) for term in self.terms)

    def breaks(self, start, stop):
        return [t for term in self.terms for t in term.breaks(start, stop)]

    def motion(self):
        """See Signal."""
        return tuple(Sum(of_terms) for of_terms in zip(*(term.motion() for term in self.terms)))


def _sum(*given: Signal | float) -> Signal:
    """The sum of signals and numbers, those of sums one by one."""
    terms = [term if isinstance(term, Signal) else Constant(term) for term in given]
    return Sum(tuple(part for term in terms for part in (term.terms if isinstance(term, Sum) else (term,))))
