"""Directional derivatives against central differences."""

from __future__ import annotations

import numpy as np

from .base import Check, Untestable, Verdict, always, judged, promised
from .differences import along
from .evaluation import Evaluation, element_names, evaluations
from .excitation import nominals
from .subject import Subject

FLAGS = ("providesDirectionalDerivative", "providesDirectionalDerivatives")
COLUMNS = 40  # knowns that are tried; where there are more, that many at random
FLOOR = 1e-5  # of an unknown's nominal value: what changes less while a known moves by all its size is not looked at
SEED = 0


def run(subject: Subject) -> Verdict:
    """Compare all knowns (or a sample) and one combination of all, in every mode in which FMI lets differences be made."""
    entries, worst, wrong, moving = 0, 0.0, [], 0
    for point in evaluations(subject):
        if not len(point.x) or not point.unknowns:
            continue
        for seed, known in subject.while_time(directions(point)):
            expected, bound = along(point, point.x, seed)
            allowed = bound + FLOOR * nominals([u.variable for u in point.unknowns])
            point(point.x)
            with promised("directional derivatives"):
                stated = point.directional(seed)
            error = np.abs(stated - expected)
            entries, moving = entries + len(error), moving + int(np.sum(np.abs(expected) > allowed))
            off = ~(error <= allowed)
            worst = max(worst, float(np.max(error / _size(expected), initial=0.0)))
            wrong += [_told(point, i, known, seed, stated, expected) for i in np.flatnonzero(off)]
    if not entries:
        raise Untestable("there is no mode in which FMI lets unknowns be read behind knowns that were changed")
    measured = f"{entries} entries, {moving} not zero, largest error {worst:.1e} of its column"
    return judged(not wrong, measured, f"{len(wrong)} wrong, such as {'; '.join(wrong[:2])}")


def directions(point: Evaluation) -> list[tuple[np.ndarray, str]]:
    """Each known by itself, scaled to its size, COLUMNS of them at most, then a random combination of all."""
    random, names = np.random.default_rng(SEED), element_names(point.knowns)
    chosen = random.permutation(len(names))[:COLUMNS]
    together = (random.uniform(-1, 1, len(names)) * point.scale, "all knowns together")
    return [*((point.scale[j] * np.eye(1, len(names), j)[0], names[j]) for j in sorted(chosen.tolist())), together]


def _size(column: np.ndarray) -> float:
    return float(np.max(np.abs(column), initial=0.0)) or 1.0


def _told(point: Evaluation, row: int, known: str, seed: np.ndarray, stated: np.ndarray, expected: np.ndarray) -> str:
    """One wrong entry in words, per unit of its known where there is one."""
    unknown = element_names([u.variable for u in point.unknowns])[row]
    unit = np.max(np.abs(seed)) if np.count_nonzero(seed) == 1 else 1.0
    return f"d {unknown} / d {known} = {stated[row] / unit:.6g} instead of {expected[row] / unit:.6g} in {point.mode}"


CHECK = Check("directional derivatives", always, lambda subject: subject.claim(*FLAGS), run)
