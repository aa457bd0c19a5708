"""How far a motion is from a steady one, and the step that brings it nearer."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

import numpy as np

from ...engine.instance import Instance
from ..instant.derivatives import derivatives
from ..instant.moving_axes import MovingAxes
from ..linearize.linearize import independent_system
from .unknowns import Unknowns

FLAT = 1e-6  # relative: rows of a system below it are rounding, and are not made longer
DIFFERENCE = 1e-5  # of states in nominal values: halfway between the errors of differences and of rounding
SAME = 1e-7  # relative: directions that change less lead to other steady motions


@dataclass(frozen=True)
class SteadyPoint:
    """States x, unknowns and spins of bodies in the axes that turn with them."""

    x: np.ndarray
    unknowns: np.ndarray
    spin: np.ndarray

    def moved(self, step: SteadyPoint, part: float) -> SteadyPoint:
        """The point that is reached by a part of a step."""
        return SteadyPoint(self.x + part * step.x, self.unknowns + part * step.unknowns, self.spin + part * step.spin)


@dataclass(frozen=True)
class Rates:
    """What a steady motion has not: `accelerations` seen from axes that turn with bodies, rates of other states among them, how they are `changing`,
    and how far states that are kept are `off`."""

    accelerations: np.ndarray
    changing: np.ndarray
    off: np.ndarray

    def size(self, pace: float) -> float:
        """One number for all, for motions of this pace [1/s]."""
        return float(np.linalg.norm([*self.accelerations, *(self.changing / pace), *(self.off * pace)]))


class Steadiness:
    """The conditions of a steady motion of an instance, with `unknowns`, states `kept` at values by number, and bodies that spin as in `spinning`.

    In axes that turn with the bodies, speeds do not change: r = 0. The motion stays steady if r does not change along it: (dr/dx) x_dot = 0.
    """

    def __init__(self, instance: Instance, unknowns: Unknowns, kept: Mapping[int, float], spinning: np.ndarray | None):
        self.instance, self.unknowns, problem = instance, unknowns, instance.problem
        self._kept, self._values = list(kept), np.array(list(kept.values()))
        self.axes, self.speeds = MovingAxes(problem, spinning), problem.speeds
        self.places = [i for of in problem.mechanisms for i in of.coordinates]
        own = [i for of in problem.mechanisms for i in range(of.first + of.nq, of.speeds.start)]
        self.pace = 1.0
        instance.evaluate()
        A, _ = derivatives(instance, "x", self.axes.size)
        blocks = {*range(self.axes.size)} - {*own, *self.places, *self.speeds}
        self.watched = [*self.speeds, *(i for i in own if A[:, i].any()), *sorted(blocks)]

    def at(self, point: SteadyPoint) -> SteadyPoint:
        """Go to a point, brought onto the constraints, with the spins that fit best there: accelerations and their changes are linear in them."""
        self._place(replace(point, x=self.axes.normal(point.x)))
        self.instance.project()
        self.instance.evaluate()
        point = replace(point, x=self.instance.buffers["x"].copy())
        rates, by_spin = self.rates(point), self._by_spin(point)
        left = np.concatenate([rates.accelerations, rates.changing / self.pace])
        fit = np.linalg.lstsq(np.vstack([by_spin[0], by_spin[1] / self.pace]), -left, rcond=SAME)[0]
        return replace(point, spin=point.spin + fit)

    def _place(self, point: SteadyPoint) -> None:
        self.unknowns.change(point.unknowns - self.unknowns.values)
        self.instance.place(self.instance.t, point.x)
        self.instance.evaluate()

    def rates(self, point: SteadyPoint) -> Rates:
        """What is missing at a point to which the instance has gone."""
        x_dot = self.instance.buffers["x_dot"].copy()
        (x_ddot,) = self.instance.directional({"x": x_dot, "t": np.ones(1)}, ("x_dot",))
        seen, changing = x_dot[self.watched], x_ddot[self.watched]
        count = len(self.speeds)
        seen[:count] -= self.axes.steady(point.x, point.spin)
        changing[:count] -= self.axes.change(point.x, x_dot, point.spin)
        return Rates(seen, changing, point.x[self._kept] - self._values)

    def size(self, point: SteadyPoint) -> float:
        """How far a point, to which the instance has gone, is from a steady motion, as one number."""
        return self.rates(point).size(self.pace)

    def begin(self) -> SteadyPoint:
        """Go from the present state to one with the states that are kept at their values, as far as one step goes."""
        point = SteadyPoint(self.instance.buffers["x"].copy(), self.unknowns.values, np.zeros(self.axes.spins))
        A, _ = derivatives(self.instance, "x", self.axes.size)
        ways = self._ways(point, A)
        found = np.linalg.lstsq(ways.seen[self._kept], self._values - point.x[self._kept], rcond=SAME)[0]
        self._place(replace(point, x=point.x + ways.columns @ found))
        self.pace = max(1.0, float(np.abs(self.instance.buffers["x"][self.speeds]).max(initial=0.0)))
        return self.at(replace(point, x=point.x + ways.columns @ found))

    def _by_spin(self, point: SteadyPoint) -> np.ndarray:
        """The derivatives (2, n, spins) of accelerations and of their changes by spins, in which both are linear."""
        found, x_dot = np.zeros((2, len(self.watched), self.axes.spins)), self.instance.buffers["x_dot"].copy()
        of = lambda spin: np.array([self.axes.steady(point.x, spin), self.axes.change(point.x, x_dot, spin)])
        for i, one in enumerate(np.eye(self.axes.spins)):
            found[:, : len(self.speeds), i] = of(point.spin) - of(point.spin + one)
        return found

    def step(self, point: SteadyPoint) -> SteadyPoint:
        """The smallest step that would take all rates away if they were linear, from a point to which the instance has gone."""
        rates, count, spins, pace = self.rates(point), len(self.speeds), self.axes.spins, self.pace
        A, _ = derivatives(self.instance, "x", self.axes.size)
        B, _ = self.unknowns.derivatives()
        ways = self._ways(point, A)
        by_x = A[self.watched]
        by_x[:count] -= np.array([self.axes.change(point.x, along, point.spin) for along in np.eye(self.axes.size)]).T
        influence = np.linalg.norm(B[self.watched], axis=0)
        unknowns = np.where(influence > 0.0, pace**2 / np.where(influence > 0.0, influence, 1.0), 1.0)
        nominal = [np.where(ways.speeds, pace, 1.0), unknowns, np.full(spins, pace)]
        others = np.zeros((len(self._kept), len(nominal[1]) + spins))
        accelerations = np.hstack([by_x @ ways.columns, B[self.watched], self._by_spin(point)[0]])
        changing = self._changing(point, [SteadyPoint(ways.columns @ z, w, spin) for z, w, spin in _one_by_one(nominal)], np.concatenate(nominal))
        for rows, vectors in ((accelerations, rates.accelerations), (changing, rates.changing)):
            rows[:count, : len(nominal[0])] -= self.axes.carried(point.x, vectors[:count]) @ ways.motions
        system = np.vstack([accelerations, changing / pace, np.hstack([ways.seen[self._kept], others]) * pace])
        left = np.concatenate([rates.accelerations, rates.changing / pace, rates.off * pace])
        change = _smallest(system, left, np.concatenate(nominal))
        moved, found, spun = np.split(change, np.cumsum([len(of) for of in nominal])[:-1])
        return SteadyPoint(ways.columns @ moved, found, spun)

    def _changing(self, point: SteadyPoint, ways: Sequence[SteadyPoint], nominal: np.ndarray) -> np.ndarray:
        """The derivatives of how accelerations change: second derivatives of the equations, by central differences."""
        found = np.zeros((len(self.watched), len(ways)))
        for i, (way, size) in enumerate(zip(ways, nominal)):
            for sign in (1.0, -1.0):
                beside = point.moved(way, sign * DIFFERENCE * size)
                self._place(beside)
                found[:, i] += sign * self.rates(beside).changing / (2.0 * DIFFERENCE * size)
        return found

    def _ways(self, point: SteadyPoint, A: np.ndarray) -> Ways:
        independent, _, counted = independent_system(self.instance, A, None)
        columns, carried = independent.columns[:, counted], np.zeros((self.axes.size, len(counted)))
        motions = np.linalg.pinv(A[np.ix_(self.places, self.speeds)]) @ columns[self.places]
        carried[self.speeds] = self.axes.carried(point.x, point.x[self.speeds]) @ motions
        ways = columns @ (np.eye(len(counted)) + independent.rows[counted] @ carried)
        return Ways(ways, motions, ways - carried, np.array(independent.speeds, bool)[counted])


@dataclass(frozen=True)
class Ways:
    """Independent changes of x, as `columns` (nx, n), of which those of coordinates take speeds along as bodies turn.

    `motions` (nv, n) are the small motions of joints in them, `seen` (nx, n) the same changes as seen from these bodies, and `speeds` (n) says which
    are of speeds.
    """

    columns: np.ndarray
    motions: np.ndarray
    seen: np.ndarray
    speeds: np.ndarray


def _one_by_one(pieces: Sequence[np.ndarray]) -> Iterator[tuple[np.ndarray, ...]]:
    """Each number of some pieces alone, one with all others zero."""
    ends = np.cumsum([len(piece) for piece in pieces])
    return (tuple(np.split(row, ends[:-1])) for row in np.eye(ends[-1]))


def _smallest(system: np.ndarray, left: np.ndarray, nominal: np.ndarray) -> np.ndarray:
    """The smallest change, in nominal values, with system @ change = -left."""
    scaled = system * nominal
    size = np.linalg.norm(scaled, axis=1)
    size = np.maximum(size, FLAT * size.max(initial=0.0)) + (not size.any())
    scaled /= size[:, np.newaxis]
    influence = np.linalg.norm(scaled, axis=0)
    scaled[:, influence <= SAME * influence.max(initial=0.0)] = 0.0
    return np.linalg.lstsq(scaled, -left / size, rcond=SAME)[0] * nominal
