"""Adjoint derivatives against directional ones: the same Jacobian from its other side."""

from __future__ import annotations

from itertools import chain

import numpy as np

from .base import Broken, Check, Untestable, Verdict, judged, promised
from .evaluation import Evaluation, evaluations, further_evaluations
from .excitation import nominals
from .running_fmu import size
from .subject import CheckedFmu

PAIRS = 10  # of random directions
CLOSE = 1e-9  # of the two products, relative to the sum of their terms
CANCELLED = 1e-3  # of the unknowns' nominal values, which counts among these terms: what cancels on the way leaves its roundoff
NEARBY = 16 * np.finfo(float).eps  # relative change of the knowns that leaves derivatives alone, but for what the FMU rounds
SEED = 0


def run(subject: CheckedFmu) -> Verdict:
    """For random w and v, w (J v) = (J' w) v in every mode.

    A bad disagreement is reduced by what either side changes by if the knowns do by some roundoffs: where an FMU divides by small differences, as for
    feet of a milligram below a body of a kilogram, both sides are right but for this.
    """
    if not subject.claim("providesDirectionalDerivatives"):
        raise Untestable("without directional derivatives there is nothing exact to compare with")
    worst, pairs, close, random = -1.0, 0, CLOSE, np.random.default_rng(SEED)
    for point in chain(evaluations(subject), further_evaluations(subject)):
        if not len(point.x) or not point.unknowns:
            continue
        close = max(close, float(np.max(point.rounding)))
        for _ in subject.while_time(range(PAIRS)):
            try:
                worst, pairs = max(worst, _disagreement(point, random)), pairs + 1
            except Broken:
                if not point.optional:
                    raise
    if worst < 0.0:
        raise Untestable("nothing that depends on anything has directional derivatives other than zero")
    return judged(worst <= close, f"{pairs} pairs of random directions, {worst:.1e} apart", f"more than {close:.1g} of their terms apart")


def _disagreement(point: Evaluation, random: np.random.Generator) -> float:
    """How far the two products are apart beyond roundoff, relative to their terms; -1 where all of those are zero."""
    v = random.uniform(-1, 1, len(point.x)) * point.scale
    w = random.uniform(-1, 1, sum(size(u.variable) for u in point.unknowns))
    forward, backward = _both(point, point.x, v, w)
    terms = max(float(np.sum(np.abs(w * forward))), float(np.sum(np.abs(backward * v))))
    if terms == 0.0:
        return -1.0
    terms += CANCELLED * float(np.abs(w) @ nominals([u.variable for u in point.unknowns]))
    off = abs(float(w @ forward) - float(backward @ v))
    if off > CLOSE * terms:
        near_forward, near_backward = _both(point, point.x * (1.0 + NEARBY), v, w)
        off -= float(np.abs(w) @ np.abs(near_forward - forward) + np.abs(near_backward - backward) @ np.abs(v))
    return max(off, 0.0) / terms if np.isfinite(off) else np.inf


def _both(point: Evaluation, x: np.ndarray, v: np.ndarray, w: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """J v and J' w where the knowns are `x`."""
    point(x)
    with promised("directional derivatives"):
        forward = point.directional(v)
    with promised("adjoint derivatives"):
        return forward, point.running.adjoint([u.variable for u in point.unknowns], point.knowns, w)


CHECK = Check("adjoint derivatives", lambda s: s.version == 3, lambda s: s.claim("providesAdjointDerivatives"), run)
