"""Coupling that diverges: what is held between communication points pumps a feedback loop, whose signals then grow without bound.

What grows steadily around a loop is compared with a run of half the step. Growth of the system's own, resonance, jumps and controllers that
switch are not steady, or do not depend on the step. Where steps follow the growth, it may not pause either, as between two manoeuvres of which one is
larger. Held inputs are exact at rest, so what they pump swings; while it grows a hundredfold and steps follow it, it swings more than once, and grows
each time.

A smooth start grows by powers as what diverges does, where steps are too long to follow either. But it is a function of time, so half the step makes
the same changes in the same time. What diverges is a function of the number of steps, so half the step lets it grow twice as far, or not at all.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from math import log

import numpy as np

from ...model.ports.kinds import RESPONSES, XYZ
from ..system.quaternions import NUMBERS
from ..system.system import Connection, Connector, System, connector_name

FACTOR = 100.0  # by which the change a step makes must grow
LEAST = 6  # steps in which it does: what is faster may be a jump
SHARE = 0.22  # of its logarithm in every third of them: an exponential makes 0.33, growth in proportion to time 0.09 in the last
PLACES = 4  # in a third, where thirds begin
NOISE = 1e-9  # of the largest value so far: changes below are roundoff or an FMU's own tolerance
UNRESOLVED = 0.5  # between neighbouring changes, relative to them: less than 13 steps in a period of an oscillation
APART = 0.75  # between changes at one time with the whole step and with half of it, relative to the largest: from it on they are not of one motion
LARGER = 2.0  # of the largest changes in either: below it there is one motion, but what jumps or switches in it comes a step earlier or later
OF_THE_COUPLING = 0.75  # growth with half the step relative to that with the whole, in logarithms: below it most is of the coupling
SMALL = 1e-2  # of the largest value of a signal or its vector so far, or of its unit if that is more: smaller changes do no harm
TINY = 1e-12  # the least change of a signal that counts, in its own unit
NO_MOTION = tuple(f".{member}" for member in (*RESPONSES, *NUMBERS))  # how the names of signals end that do not tell

SMALLER = "take a smaller step_size (`mbfmu couple` finds stable masters and steps)"

Signal = tuple[Connector, str]
"""An output, and its column in a result."""


@dataclass(frozen=True)
class Growth:
    """Steady growth of a connected `signal` from row `since` of a result to row `until`, by `factor`."""

    signal: Connector
    since: int
    until: int
    factor: float
    resolved: bool


class Halved:
    """A System with half the step: it is `run` when it is asked for, while the whole runs twice as far, so that it runs seldom."""

    def __init__(self, system: System, run: Callable[[System], np.ndarray]):
        self._system, self._run = replace(system, step_size=system.step_size / 2), run
        self._asked, self._result = system.start_time, np.zeros(0)

    def until(self, row: int, result: np.ndarray) -> np.ndarray | None:
        """Return its rows at the times of a result up to `row`, which has more to come unless it has ended; None if it fails before."""
        time, last = float(result["time"][row]), float(result["time"][-1])
        if time > self._asked:
            self._asked = time if last >= self._system.stop_time else min(2 * time - self._system.start_time, self._system.stop_time)
            self._result = self._run(replace(self._system, stop_time=self._asked))
        rows = np.minimum(2 * np.arange(row + 1), len(self._result) - 1)
        return self._result[rows] if len(self._result) >= 2 * row else None  # the last step may be less than half a step


@dataclass(frozen=True)
class Look:
    """What was there when rows were looked at: how many, and the largest changes and values of signals in them.

    Signals are `harmful` whose changes in the rows since the look before may have been large beside their values.
    """

    rows: int
    largest: np.ndarray
    sizes: np.ndarray
    harmful: np.ndarray

    def then(self, new: np.ndarray, rows: int) -> Look:
        """The next look, at the last row of this one and `new` ones, as columns."""
        with np.errstate(over="ignore", invalid="ignore"):  # of numbers near the largest there are
            changes, values = np.abs(np.diff(new)).max(axis=1, initial=0.0), np.abs(new).max(axis=1, initial=0.0)
            largest = np.max([self.largest, changes, NOISE * values], axis=0)
            return Look(rows, largest, np.maximum(self.sizes, values), ~(largest < SMALL * self.sizes))


class Watch:
    """Looks again and again at the result of a System that runs, each time at the rows that have come since."""

    def __init__(self, system: System, halved: Halved):
        self._system, self._halved = system, halved
        self._signals: list[Signal] = []
        self._looks: list[Look] = []

    def fast_divergence(self, result: np.ndarray) -> Growth | None:
        """Return the first growth in a feedback loop that the communication steps cannot follow and half the step changes, if there is any."""
        last, now = self._look(result)
        before = next(look.largest for look in reversed(self._looks[:-1]) if 3 * (look.rows - 2) <= 2 * (last.rows - 1))
        grown = (now.largest >= FACTOR**SHARE * before) & now.harmful  # in the last third of all rows, without which nothing is steady
        growths = _growths([self._signals[i] for i in np.flatnonzero(grown)], result, last.rows)
        unresolved = sorted((growth for growth in growths if not growth.resolved), key=lambda growth: growth.until)
        return next((growth for growth in unresolved if _differs(growth, result, self._halved.until(growth.until, result))), None)

    def slow_divergence(self, result: np.ndarray) -> Growth | None:
        """Return the last growth in a feedback loop if most of it is gone with half the step."""
        self._look(result)
        until = np.max([look.rows * look.harmful for look in self._looks], axis=0)  # behind it, no change of a signal is large
        growths = [growth for i in np.flatnonzero(until) for growth in _growths([self._signals[i]], result[: until[i]])]
        growth = max(growths, key=lambda growth: growth.until, default=None)
        if growth is None or (half := self._halved.until(growth.until, result)) is None:
            return None  # where half a step is refused, nothing can be told
        with np.errstate(over="ignore", invalid="ignore"):  # of numbers near the largest there are
            whole, other = (_largest_changes(rows[connector_name(growth.signal)])[[growth.since - 1, growth.until - 1]] for rows in (result, half))
        grows_less = log(other[1] / other[0]) < OF_THE_COUPLING * log(growth.factor)
        stays_smaller = log(other[1] / whole[1]) < (OF_THE_COUPLING - 1) * log(growth.factor)
        return growth if grows_less and stays_smaller else None

    def _look(self, result: np.ndarray) -> tuple[Look, Look]:
        """The last Look, and one at all rows."""
        if not self._looks:
            self._signals = loop_signals(self._system, result.dtype)
            count = len(self._signals)
            self._looks.append(Look(1, np.full(count, TINY), np.ones(count), np.zeros(count, dtype=bool)))
        last = self._looks[-1]
        new = np.array([result[name][last.rows - 1 :] for _, name in self._signals]).reshape(len(self._signals), len(result) - last.rows + 1)
        self._looks.append(last.then(new, len(result)))
        return last, self._looks[-1]


def _differs(growth: Growth, result: np.ndarray, half: np.ndarray | None) -> bool:
    """Say whether the changes of a signal that grows are others with half the step; they are where that fails."""
    if half is None:
        return True
    with np.errstate(over="ignore", invalid="ignore"):  # of numbers near the largest there are
        whole, other = (np.diff(rows[connector_name(growth.signal)][growth.since - 1 : growth.until + 1]) for rows in (result, half))
        smaller, larger = np.sort(np.abs([whole, other]).max(axis=1))
        return not (np.abs(whole - other).max() < APART * larger or larger < LARGER * smaller)


def explained(growth: Growth, system: System, result: np.ndarray, remedy: str) -> str:
    """Return what diverges, when and around which loop, and the remedy."""
    since, until = result["time"][[growth.since, growth.until]]
    loop = ", ".join(f"{connector_name(source)} -> {connector_name(target)}" for source, target in loop_of(system, growth.signal))
    why = "half the step makes them grow far less" if growth.resolved else f"steps of {system.step_size:g} s cannot follow them"
    return (
        f"the co-simulation diverges: from t = {since:.9g} s to {until:.9g} s the changes of {connector_name(growth.signal)} in a step grew"
        f" {growth.factor:.3g}-fold around the loop {loop}, and {why}; {remedy},"
        " or connect the models of the loop into one FMU (mbfmu.connect)"
    )


def loop_signals(system: System, dtype: np.dtype) -> list[Signal]:
    """Return the real signals that drive inputs of feedback loops, and their columns.

    What a port tells of its interface mass is no motion: it follows squares and products of small angles, which grow faster than the angles do. The
    numbers of a quaternion are at most 1, and jump where it changes its sign.
    """
    sources = (source for source in dict.fromkeys(source for source, _ in system.connections) if not source[1].endswith(NO_MOTION))
    leaving = _leaving(system)
    named = [(source, connector_name(source)) for source in sources if _loop(leaving, source)]
    return [(source, name) for source, name in named if name in (dtype.names or ()) and dtype[name] == np.float64]


def _growths(signals: Iterable[Signal], result: np.ndarray, seen: int = 1) -> list[Growth]:
    """Return all unresolved growths and the last growth of each signal, of those that end beyond the rows that were `seen`."""
    with np.errstate(over="ignore", invalid="ignore"):  # of numbers near the largest there are
        return [growth for signal, name in signals for growth in _growths_of(signal, name, result, seen)]


def _sizes(name: str, result: np.ndarray, rows: np.ndarray) -> np.ndarray:
    """The largest value of a signal up to each of some rows, at least 1 in its own unit; of a component x, y or z the largest of its vector."""
    stem, _, component = name.rpartition(".")
    parts = [f"{stem}.{axis}" for axis in XYZ] if component in XYZ else []
    names = parts if parts and {*parts} <= {*(result.dtype.names or ())} else [name]
    size = np.ones(len(result))
    for part in names:
        np.maximum(size, np.abs(result[part]), out=size)
    return np.maximum.accumulate(size)[rows]


def _growths_of(signal: Connector, name: str, result: np.ndarray, seen: int) -> Iterator[Growth]:
    values, first = np.ascontiguousarray(result[name]), max(LEAST, seen - 1)  # what lies among other columns is slower to read
    largest = _largest_changes(values)
    until = first + np.flatnonzero(~(largest[first:] < SMALL))  # sizes are at least 1
    since = np.minimum(np.searchsorted(largest, largest[until] / FACTOR, side="right") - 1, until - LEAST)
    until, since = until[since >= 0], since[since >= 0]
    if not len(until):
        return
    harmful = ~(largest[until] < SMALL * _sizes(name, result, until + 1))
    until, since = until[harmful], since[harmful]
    if not len(until):
        return
    marks = np.array([np.log(largest[since + (until - since) * i // (3 * PLACES)]) for i in range(3 * PLACES + 1)])
    thirds, grown = marks[PLACES:] - marks[:-PLACES], marks[-1] - marks[0]  # each third, wherever it begins
    steady = (thirds[::PLACES] >= SHARE * grown).all(axis=0) & (grown >= log(FACTOR))
    until, since, never_pauses = until[steady], since[steady], (thirds > 0.0).all(axis=0)[steady]
    unresolved = _unresolved(values, largest, since + (until - since) * 2 // 3, until)
    for i in {*np.flatnonzero(unresolved), *np.flatnonzero(unresolved | never_pauses)[-1:]}:
        a, b = since[i], until[i]
        yield Growth(signal, int(a) + 1, int(b) + 1, float(largest[b] / largest[a]), resolved=not unresolved[i])


def _unresolved(values: np.ndarray, largest: np.ndarray, since: np.ndarray, until: np.ndarray) -> np.ndarray:
    """Say for each stretch of changes, as shares of the largest so far, whether they differ too much from one to the next."""
    changes = np.diff(values)
    sums = (np.cumsum(np.square(x / largest)) for x in (changes, np.diff(changes, prepend=0.0)))
    size, bends = (total[until] - total[since] for total in sums)
    return bends >= UNRESOLVED**2 * size


def _largest_changes(values: np.ndarray) -> np.ndarray:
    """Return the largest change from row to row so far, one fewer than rows, and no less than what counts as noise."""
    noise = np.maximum(NOISE * np.maximum.accumulate(np.abs(values)), TINY)[1:]
    return np.maximum.accumulate(np.maximum(np.abs(np.diff(values)), noise))


def loop_of(system: System, signal: Connector) -> tuple[Connection, ...]:
    """Return the shortest chain of connections that leads from an output around to its FMU again; none if there is no such chain."""
    return _loop(_leaving(system), signal)


def _leaving(system: System) -> dict[str, list[Connection]]:
    """Return the connections by the component of their output."""
    leaving: dict[str, list[Connection]] = {name: [] for name in system.components}
    for connection in system.connections:
        leaving[connection[0][0]].append(connection)
    return leaving


def _loop(leaving: Mapping[str, list[Connection]], signal: Connector) -> tuple[Connection, ...]:
    """Return what `loop_of` does, of connections by the component of their output."""
    chains: list[tuple[Connection, ...]] = [(connection,) for connection in leaving[signal[0]] if connection[0] == signal]
    reached: set[str] = set()
    for chain in chains:  # grows while it is walked, shorter chains before longer ones
        component = chain[-1][1][0]
        if component == signal[0]:
            return chain
        if component not in reached:
            reached.add(component)
            chains += [(*chain, connection) for connection in leaving[component]]
    return ()
