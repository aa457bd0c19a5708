"""Directional derivatives against central differences."""

from __future__ import annotations

from itertools import chain

import numpy as np
from fmpy.fmi1 import FMICallException

from .base import Check, Untestable, Verdict, always, judged, promised
from .differences import along
from .evaluation import Evaluation, element_names, evaluations, further_evaluations
from .excitation import nominals
from .subject import Subject

FLAGS = ("providesDirectionalDerivative", "providesDirectionalDerivatives")
COLUMNS = 40  # knowns that are tried; where there are more, that many at random
FLOOR = 1e-5  # of an unknown's nominal value: what changes less while a known moves by all its size is not looked at
LINEAR = 1e-9  # of the terms, and of an unknown's nominal value: what a combination of derivatives may be off from their sum
SEED = 0


def run(subject: Subject) -> Verdict:
    """Compare all knowns, or a sample, with differences, and one combination with its sum, where FMI lets differences be made."""
    entries, worst, wrong, moving = 0, 0.0, [], 0
    for point in chain(evaluations(subject), further_evaluations(subject)):
        if not len(point.x) or not point.unknowns:
            continue
        seeds, columns = [], []
        for seed, known in subject.while_time(directions(point)):
            try:
                expected, bound = along(point, point.x, seed)
                point(point.x)
                stated = _stated(point, seed)
            except (FMICallException, Untestable):
                if point.optional:
                    continue
                raise
            seeds.append(seed)
            columns.append(stated)
            allowed = bound + FLOOR * nominals([u.variable for u in point.unknowns])
            entries, moving = entries + len(stated), moving + int(np.sum(np.abs(expected) > allowed))
            worst = max(worst, float(np.max(np.abs(stated - expected) / _size(expected), initial=0.0)))
            off = np.flatnonzero(~(np.abs(stated - expected) <= allowed))
            wrong += [_told(point, i, known, seed, stated, expected) for i in off]
        if columns:
            wrong += _not_linear(point, np.array(seeds), np.array(columns))
    if not entries:
        raise Untestable("there is no mode in which FMI lets unknowns be read behind knowns that were changed")
    measured = f"{entries} entries, {moving} not zero, largest error {worst:.1e} of its column"
    return judged(not wrong, measured, f"{len(wrong)} wrong, such as {'; '.join(wrong[:2])}")


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


def _not_linear(point: Evaluation, seeds: np.ndarray, columns: np.ndarray) -> list[str]:
    """The unknowns whose derivative along a random combination is not the combination of their derivatives."""
    weights = np.random.default_rng(SEED).uniform(-1, 1, len(seeds))
    together, terms = _stated(point, weights @ seeds), weights[:, None] * columns
    allowed = LINEAR * (np.abs(terms).sum(axis=0) + nominals([u.variable for u in point.unknowns]))
    off = np.flatnonzero(~(np.abs(together - terms.sum(axis=0)) <= allowed))
    names = element_names([u.variable for u in point.unknowns])
    return [f"d {names[i]} of several knowns at once is not the sum of each in {point.mode}" for i in off]


def _size(column: np.ndarray) -> float:
    return float(np.max(np.abs(column), initial=0.0)) or 1.0


def _told(point: Evaluation, row: int, known: str, seed: np.ndarray, stated: np.ndarray, expected: np.ndarray) -> str:
    """One wrong entry in words, per unit of its known."""
    unknown = element_names([u.variable for u in point.unknowns])[row]
    unit = np.max(np.abs(seed))
    return f"d {unknown} / d {known} = {stated[row] / unit:.6g} instead of {expected[row] / unit:.6g} in {point.mode}"


CHECK = Check("directional derivatives", always, lambda subject: subject.claim(*FLAGS), run)
