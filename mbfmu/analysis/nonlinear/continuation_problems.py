"""What a continuation follows, equilibria or periodic orbits: equations for the independent states and one number of a model."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from scipy.linalg import block_diag

from ...problem.data.ref import Ref
from .flow import Flow, LocalCoordinates
from .shooting import Shooting

COMPLEX = 1e-9  # relative: eigenvalues with a larger imaginary part are one of a pair
NOISE = 10.0  # times the tolerance of runs: what these differ by from one to the next
STEP = 1e-6  # relative: of differences of a period that is given as a function


@dataclass(frozen=True)
class ContinuationPoint:
    """States x (n), the number that is varied, and the period [s] of an orbit."""

    x: np.ndarray
    number: float
    period: float = 0.0


@dataclass(frozen=True)
class Look:
    """The equations at a `place`: what is `off` (m), and its derivatives `by` (m, m + 1) the unknowns.

    Unknowns are the independent states of `frame` in their nominal values `scale` (f), the logarithm of the period where it is unknown, and the
    number, as a part of the span. `growth` are the eigenvalues [1/s] or multipliers that say how neighbours move, `along` (f) the direction of an
    orbit.
    """

    place: ContinuationPoint
    off: np.ndarray
    by: np.ndarray
    frame: LocalCoordinates
    scale: np.ndarray
    growth: np.ndarray
    along: np.ndarray


@dataclass(frozen=True)
class Test:
    """A number that changes its sign where something happens, and so many directions begin to grow: the geometric mean of `factors`."""

    grown: int
    value: float
    factors: int = 1

    def product(self, other: Test) -> float:
        """The product of the factors, which has no kink where it is zero, relative to that of another test."""
        return float(np.copysign(abs(self.value / other.value) ** self.factors, self.value)) if other.value else self.value


class Followed(ABC):
    """Equations of a flow, one number of which, at `ref`, is varied over a `span`."""

    free_period = False
    solved = 1e-9  # a step of the unknowns by Newton's method that is the last

    def __init__(self, flow: Flow, ref: Ref, span: float):
        self.flow, self.ref, self.span = flow, ref, span

    @abstractmethod
    def look(self, place: ContinuationPoint, before: Look | None) -> Look:
        """The equations at a place, which is brought onto the constraints; `before` is what was found last."""

    @abstractmethod
    def unstable(self, growth: np.ndarray) -> int:
        """How many directions grow."""

    @abstractmethod
    def tests(self, growth: np.ndarray) -> dict[str, Test]:
        """What changes its sign where something happens, by its name."""

    def moved(self, look: Look, step: np.ndarray) -> ContinuationPoint:
        """The place that a step of the unknowns leads to."""
        f, place = len(look.scale), look.place
        period = place.period * np.exp(step[f]) if self.free_period else place.period
        return ContinuationPoint(place.x + look.frame.columns @ (look.scale * step[:f]), place.number + self.span * step[-1], period)

    def seen(self, base: Look, look: Look) -> np.ndarray:
        """What unknowns where one looks are where one has looked before."""
        return block_diag(base.frame.rows @ look.frame.columns * look.scale / base.scale[:, np.newaxis], np.eye(1 + self.free_period))

    def between(self, look: Look, place: ContinuationPoint) -> np.ndarray:
        """The unknowns of a place, counted from where one has looked."""
        z = look.frame.rows @ (place.x - look.place.x) / look.scale
        period = [np.log(place.period / look.place.period)] if self.free_period else []
        return np.concatenate([z, period, [(place.number - look.place.number) / self.span]])


class Equilibria(Followed):
    """States whose rates are zero."""

    def look(self, place: ContinuationPoint, before: Look | None) -> Look:
        """See Followed."""
        flow = self.flow
        flow.set(self.ref, place.number)
        flow.back(place.x)
        frame = flow.frame()
        scale = np.abs(frame.rows @ np.diag(flow.nominal)).max(axis=1)
        by_state, by_number = flow.linear(frame, self.ref)
        by = np.column_stack([by_state * scale, self.span * by_number]) / scale[:, np.newaxis]
        at = ContinuationPoint(flow.x, place.number)
        return Look(
            place=at,
            off=frame.rows @ flow.rates / scale,
            by=by,
            frame=frame,
            scale=scale,
            growth=np.linalg.eigvals(by_state),
            along=np.zeros(len(scale)),
        )

    def unstable(self, growth: np.ndarray) -> int:
        """See Followed."""
        return int((growth.real > 0.0).sum())

    def tests(self, growth: np.ndarray) -> dict[str, Test]:
        """See Followed."""
        return _tests({"branch point": growth}, {"Hopf": _pairs(growth).real})


class Orbits(Followed):
    """States that come back after a period, which is a function of the number where the model is driven, else unknown."""

    def __init__(self, flow: Flow, ref: Ref, span: float, period: Callable[[float], float]):
        super().__init__(flow, ref, span)
        self.shooting, self.period, self.free_period = Shooting(flow), period, not flow.driven
        self.solved = max(self.solved, NOISE * flow.rtol)

    def look(self, place: ContinuationPoint, before: Look | None) -> Look:
        """See Followed."""
        flow, number = self.flow, place.number
        flow.set(self.ref, number)
        period = place.period if self.free_period else self.period(number)
        shot = self.shooting.shoot(place.x, period, self.ref)
        scale, by_number = shot.scale, shot.by_number
        along = shot.along / scale / np.linalg.norm(shot.along / scale)
        at = ContinuationPoint(shot.start, number, period)
        if not self.free_period:
            h = STEP * self.span
            by_number = by_number + shot.by_period * (self.period(number + h) - self.period(number - h)) / (2.0 * h)
            by = np.column_stack([shot.by_start * scale, self.span * by_number])
            return Look(place=at, off=shot.off, by=by, frame=shot.frame, scale=scale, growth=np.linalg.eigvals(shot.monodromy), along=along)
        if before is None:
            off, across = 0.0, along
        else:
            off = before.along @ (before.frame.rows @ (at.x - before.place.x) / before.scale)
            across = before.along @ (before.frame.rows @ shot.frame.columns * scale / before.scale[:, np.newaxis])
        motion = np.column_stack([shot.by_start * scale, period * shot.by_period, self.span * by_number])
        by = np.vstack([motion, np.append(across, [0.0, 0.0])])
        return Look(
            place=at, off=np.append(shot.off, off), by=by, frame=shot.frame, scale=scale, growth=np.linalg.eigvals(shot.monodromy), along=along
        )

    def unstable(self, growth: np.ndarray) -> int:
        """See Followed."""
        return int((np.abs(self._across(growth)) > 1.0).sum())

    def tests(self, growth: np.ndarray) -> dict[str, Test]:
        """See Followed."""
        across = self._across(growth)
        return _tests({"branch point": across - 1.0, "period doubling": across + 1.0}, {"torus": np.abs(_pairs(across)) - 1.0})

    def _across(self, growth: np.ndarray) -> np.ndarray:
        """The multipliers but that along the orbit, which is 1."""
        return np.delete(growth, np.argmin(np.abs(growth - 1.0))) if self.free_period else growth


def _pairs(growth: np.ndarray) -> np.ndarray:
    """Of each pair of conjugates one."""
    return growth[growth.imag > COMPLEX * np.abs(growth)]


def _mean(factors: np.ndarray) -> float:
    """The geometric mean of numbers whose product is real, with its sign: it changes where one of them, and no pair, passes zero."""
    sizes = np.abs(factors)
    if not sizes.all():
        return 0.0
    return float(np.prod(factors / sizes).real * np.exp(np.log(sizes).mean())) if factors.size else 1.0


def _tests(single: dict[str, np.ndarray], pairs: dict[str, np.ndarray]) -> dict[str, Test]:
    """Of products their means, and of pairs the number nearest to zero, where there is one."""
    of_pairs = {name: Test(2, float(of[np.argmin(np.abs(of))])) for name, of in pairs.items() if of.size}
    return {name: Test(1, _mean(of), max(of.size, 1)) for name, of in single.items()} | of_pairs
