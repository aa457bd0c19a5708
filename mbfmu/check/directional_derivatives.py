"""Directional derivatives against central differences."""

from __future__ import annotations

from dataclasses import dataclass, field
from itertools import chain

import numpy as np
from fmpy.fmi1 import FMICallException

from .base import Check, Untestable, Verdict, always, judged, promised
from .differences import OF_COLUMN, along, resolution
from .evaluation import Evaluation, element_names, evaluations, further_evaluations
from .excitation import nominals
from .subject import CheckedFmu

FLAGS = ("providesDirectionalDerivative", "providesDirectionalDerivatives")
COLUMNS = 40  # knowns that are tried; where there are more, that many at random
FLOOR = 1e-5  # of an unknown's nominal value: what changes less while a known moves by all its size is not looked at
LINEAR = 1e-9  # of the terms, and of an unknown's nominal value: what a combination of derivatives may be off from their sum
NUMERICAL = 1e-6  # of an unknown, and of the terms: what derivatives by differences inside of the FMU may be off by
SEED = 0


@dataclass
class Tally:
    """What was found so far: how many entries, how many of them not zero, their largest error relative to their column, the largest
    error beyond what differences leave open, relative to the values, and what is wrong in words."""

    entries: int = 0
    moving: int = 0
    worst: float = 0.0
    numerical: float = 0.0
    wrong: list[str] = field(default_factory=list)

    def add(self, expected: np.ndarray, stated: np.ndarray, allowed: np.ndarray) -> None:
        """Count the entries of one column."""
        moving = np.abs(expected) > allowed
        self.entries, self.moving = self.entries + len(stated), self.moving + int(moving.sum())
        if moving.any():
            self.worst = max(self.worst, float(np.max(np.abs(stated - expected)[moving]) / np.max(np.abs(expected))))

    def beyond(self, error: np.ndarray, allowed: np.ndarray, sizes: np.ndarray) -> np.ndarray:
        """The places that numerical differentiation does not explain, either; what it explains is remembered."""
        share = np.where(error <= allowed, 0.0, (error - allowed) / np.maximum(sizes, np.finfo(float).tiny))
        explained = share <= NUMERICAL
        self.numerical = max(self.numerical, float(np.max(share[explained], initial=0.0)))
        return np.flatnonzero(~explained)


def run(subject: CheckedFmu) -> Verdict:
    """Compare all knowns, or a sample, with differences, and one combination with its sum, where FMI lets differences be made.

    FMI lets FMUs differentiate numerically, too: what is off by no more than that is reported, and is not wrong.
    """
    tally = Tally()
    for point in chain(evaluations(subject), further_evaluations(subject)):
        if len(point.x) and point.unknowns:
            _compare(subject, point, tally)
    if not tally.entries:
        raise Untestable("there is no mode in which FMI lets unknowns be read behind knowns that were changed")
    how = f", numerical: accurate to {tally.numerical:.1e} of the values" if tally.numerical else ""
    measured = f"{tally.entries} entries, {tally.moving} not zero, largest error {tally.worst:.1e} of its column{how}"
    return judged(not tally.wrong, measured, f"{len(tally.wrong)} wrong, such as {'; '.join(tally.wrong[:2])}")


def _compare(subject: CheckedFmu, point: Evaluation, tally: Tally) -> None:
    """Compare what is stated in one mode with differences, known by known, and then along several at once."""
    seeds, columns = [], []
    scale, resolved = nominals([u.variable for u in point.unknowns]), _resolution(point)
    for seed, known in subject.while_time(directions(point)):
        try:
            expected, bound = along(point, point.x, seed, point.rounding, resolved)
            values = point(point.x)
            stated = _stated(point, seed)
        except (FMICallException, Untestable):
            if not point.optional:
                raise
            point.move(point.x)  # a value that was refused would be refused again
            continue
        seeds.append(seed)
        columns.append(stated)
        allowed = bound + FLOOR * scale
        tally.add(expected, stated, allowed)
        off = tally.beyond(np.abs(stated - expected), allowed, np.abs(values))
        tally.wrong += [_told(point, i, known, seed, stated, expected) for i in off]
    if columns:
        _compare_sum(point, np.array(seeds), np.array(columns), np.abs(values), tally)


def _resolution(point: Evaluation) -> np.ndarray | float:
    try:
        return resolution(point, point.x, point.scale)
    except (FMICallException, Untestable):
        if not point.optional:
            raise
        point.move(point.x)
        return 0.0


def directions(point: Evaluation) -> list[tuple[np.ndarray, str]]:
    """Each known by itself, scaled to its size, with its name; COLUMNS of them at most."""
    names = element_names(point.knowns)
    chosen = np.random.default_rng(SEED).permutation(len(names))[:COLUMNS]
    return [(point.scale[j] * np.eye(1, len(names), j)[0], names[j]) for j in sorted(chosen.tolist())]


def _stated(point: Evaluation, seed: np.ndarray) -> np.ndarray:
    if point.optional:
        return point.directional(seed)
    with promised("directional derivatives"):
        return point.directional(seed)


def _compare_sum(point: Evaluation, seeds: np.ndarray, columns: np.ndarray, values: np.ndarray, tally: Tally) -> None:
    """Whether the derivative along a random combination is the combination of the derivatives."""
    weights = np.random.default_rng(SEED).uniform(-1, 1, len(seeds))
    together, terms = _stated(point, weights @ seeds), weights[:, None] * columns
    variables = [u.variable for u in point.unknowns]
    sizes = np.abs(terms).sum(axis=0) + nominals(variables)
    allowed = np.maximum(LINEAR, point.rounding) * sizes + OF_COLUMN * np.max(sizes)
    off = tally.beyond(np.abs(together - terms.sum(axis=0)), allowed, sizes + values)
    names = element_names(variables)
    tally.wrong += [f"d {names[i]} of several knowns at once is not the sum of each in {point.mode}" for i in off]


def _told(point: Evaluation, row: int, known: str, seed: np.ndarray, stated: np.ndarray, expected: np.ndarray) -> str:
    """One wrong entry in words, per unit of its known."""
    unknown = element_names([u.variable for u in point.unknowns])[row]
    unit = np.max(np.abs(seed))
    return f"d {unknown} / d {known} = {stated[row] / unit:.6g} instead of {expected[row] / unit:.6g} in {point.mode}"


CHECK = Check("directional derivatives", always, lambda subject: subject.claim(*FLAGS), run)
