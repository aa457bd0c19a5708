"""Shooting: what a period does to the states of a flow, and Newton's method for those that come back."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from ...base.errors import MbfmuError, StepFailed
from ...problem.data.ref import Ref
from .flow import Flow, LocalCoordinates
from .transition import same

ROUNDS = 30
RETURNED = 1e-7  # in nominal values: an orbit is closed
AT_REST = 1e-5  # in nominal values: what moves less in a period rests
NEUTRAL = 1e-6  # relative: motions along a family of orbits are seen as less
NEAR, GUESSES = (0.7, 1.5), 161  # of a guessed period: where the first return is looked for, and at how many times
NEAR_EVENT, AROUND = 0.02, 9  # of a period: so near to an event no orbit starts, and at how many times modes are looked at there
HALVINGS = 6  # of a step that does not bring the states closer
SAME_RATES = 1e-4  # relative: rates behind full turns that make no difference


@dataclass(frozen=True)
class Orbit:
    """States `start` (n) that are back after a `period` [s], but for full `turns` (n) of angles and a `residual` in nominal values.

    `monodromy` (f, f) is what the period does to changes of the independent states.
    """

    start: np.ndarray
    period: float
    monodromy: np.ndarray
    residual: float
    turns: np.ndarray


@dataclass(frozen=True)
class Shot:
    """A run over a period from states `start` (n), which is `off` (f) then, in the independent states of `frame` and their nominal values `scale`.

    `by_start` (f, f), `by_period` (f) and `by_number` (f) are derivatives of `off`; the latter means something where a number was given. `along` (f)
    are the rates of the independent states at the start, `rates` those of all states (n) at both ends.
    """

    start: np.ndarray
    period: float
    off: np.ndarray
    by_start: np.ndarray
    by_period: np.ndarray
    along: np.ndarray
    frame: LocalCoordinates
    scale: np.ndarray
    monodromy: np.ndarray
    by_number: np.ndarray
    turns: np.ndarray
    rates: tuple[np.ndarray, np.ndarray]

    @property
    def size(self) -> float:
        """The largest of what it is off."""
        return float(np.abs(self.off).max())


def _same_modes(passed: np.ndarray) -> bool:
    """Whether modes (times, m) are those of the first time throughout."""
    return bool((passed == passed[:1]).all())


class Shooting:
    """Runs over a period of a flow, from where it is now."""

    def __init__(self, flow: Flow):
        self.flow = flow
        self._start = flow.hold()
        self.nominal = flow.nominal

    def shoot(self, start: np.ndarray, period: float, along: Ref | None = None) -> Shot:
        """The run over a period from states (n), which are brought onto the constraints before; StepFailed where it cannot continue.

        Derivatives by the number `along`, a parameter or an input, are found where it is given.
        """
        flow = self.flow
        flow.back(start)
        begin, x, rates = flow.frame().without(flow.places), flow.x, flow.rates
        X = flow.carry(flow.t + period, begin.columns, along)
        end = same(begin, flow.frame(begin.motions).without(flow.places))
        gap = flow.x - x
        turns = flow.turns(gap)
        scale = 1.0 / np.abs(begin.rows @ np.diag(self.nominal)).max(axis=1)
        changes = end.rows @ X
        monodromy = changes[:, : len(scale)]
        return Shot(
            start=x,
            period=period,
            off=scale * (end.rows @ (gap - 2.0 * np.pi * turns)),
            by_start=scale[:, np.newaxis] * (monodromy - np.eye(len(scale))),
            by_period=scale * (end.rows @ flow.rates),
            along=begin.rows @ rates,
            frame=begin,
            scale=1.0 / scale,
            monodromy=monodromy,
            by_number=scale * changes[:, -1],
            turns=turns,
            rates=(rates, flow.rates),
        )

    def find(self, period: float) -> Orbit:
        """The orbit near the present state; MbfmuError where there is none."""
        start = self.flow.x
        if not self.flow.driven:
            period = self._nearest_return(period)
            start = self._leave_events(period)
        shot = self.shoot(start, period)
        for _ in range(ROUNDS):
            better = self._better(shot)
            if better is None:
                break
            shot = better
        if not shot.size <= RETURNED:
            raise MbfmuError(
                f"{self.flow.problem.name} has no periodic motion with a period near {period:.6g} s near this start: the closest motion is still off "
                f"by {shot.size:.3g} (in nominal values of the states) after {shot.period:.6g} s; give a transient, a better period, or another start"
            )
        if not self.flow.driven and np.abs(shot.along / shot.scale).max() * shot.period <= AT_REST:
            raise MbfmuError(
                f"{self.flow.problem.name} comes to rest near this start, which is no periodic motion; start it where it swings, "
                "or give a better period"
            )
        before, after = (rates / self.nominal for rates in shot.rates)
        if not np.abs(after - before).max() <= SAME_RATES * np.abs(before).max() + RETURNED / shot.period:
            names = [name for name, turns in zip(self.flow.problem.state_names, shot.turns) if turns]
            turned = f"{', '.join(names)} are full turns further on, and not alike"
            why = turned if names else "the drive is not back: give its period, or a multiple"
            raise MbfmuError(f"{self.flow.problem.name} returns after {shot.period:.6g} s, but then moves in another way: {why}")
        return Orbit(start=shot.start, period=shot.period, monodromy=shot.monodromy, residual=shot.size, turns=shot.turns)

    def _nearest_return(self, period: float) -> float:
        """The time near a period after which the flow comes closest to where it is [s]."""
        flow = self.flow
        counts = np.array([name not in flow.places for name in flow.problem.state_names])
        begin, start, times, gaps = flow.t, flow.x, np.linspace(*NEAR, GUESSES) * period, []
        for time in times:
            flow.go(begin + time)
            gap = flow.x - start
            gaps.append(np.linalg.norm(counts * (gap - 2.0 * np.pi * flow.turns(gap)) / self.nominal))
        return float(times[np.argmin(gaps)])

    def _leave_events(self, period: float) -> np.ndarray:
        """The states to start from (n): where a period ends near an event, those in the middle of the longest time between events, as runs beside
        others would begin behind it."""
        flow = self.flow
        if _same_modes(self._passed(period * np.linspace(1.0 - NEAR_EVENT, 1.0 + NEAR_EVENT, AROUND))):
            flow.again(self._start)
            return flow.x
        times = period * np.linspace(0.0, 1.0, GUESSES)
        passed = self._passed(times)
        changes = [0, *(np.flatnonzero((np.diff(passed, axis=0) != 0.0).any(axis=1)) + 1), len(times)]
        longest = int(np.argmax(np.diff(changes)))
        self._passed(times[: (changes[longest] + changes[longest + 1]) // 2])
        flow.hold()
        return flow.x

    def _passed(self, times: np.ndarray) -> np.ndarray:
        """The modes (times, m) at times behind the start [s]; the flow is at the last of them then."""
        flow, found = self.flow, []
        flow.again(self._start)
        begin = flow.t
        for time in times:
            if time > 0.0:
                flow.go(begin + time)
            found.append(flow.modes)
        return np.array(found)

    def _better(self, shot: Shot) -> Shot | None:
        """A run that comes closer, by a step of Newton's method or part of one; None where there is none."""
        matrix, right = shot.by_start, -shot.off
        if not self.flow.driven:
            matrix = np.block([[matrix, shot.by_period[:, np.newaxis]], [shot.along[np.newaxis] / np.linalg.norm(shot.along), np.zeros((1, 1))]])
            right = np.append(right, 0.0)
        step = np.linalg.lstsq(matrix, right, rcond=NEUTRAL)[0]
        if self.flow.driven:
            step = np.append(step, 0.0)
        for _ in range(HALVINGS):
            try:
                if shot.period + step[-1] > 0.0:
                    found = self.shoot(shot.start + shot.frame.columns @ step[:-1], shot.period + step[-1])
                    if found.size < 0.9 * shot.size:
                        return found
            except StepFailed:
                pass
            step = 0.5 * step
        return None
