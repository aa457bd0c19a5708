"""Adjoint derivatives against directional ones: the same Jacobian from its other side."""

from __future__ import annotations

from itertools import chain

import numpy as np

from .base import Broken, Check, Untestable, Verdict, judged, promised
from .evaluation import Evaluation, evaluations, further_evaluations
from .excitation import nominals
from .subject import CheckedFmu

PAIRS = 10  # of random directions
CLOSE = 1e-9  # of the two products, relative to the sum of their terms
CANCELLED = 1e-3  # of the unknowns' nominal values, which counts among these terms: what cancels on the way leaves its roundoff
SEED = 0


def run(subject: CheckedFmu) -> Verdict:
    """For random w and v, w (J v) = (J' w) v in every mode."""
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
    """How far the two products are apart, relative to their terms; -1 where all of those are zero."""
    point(point.x)
    v = random.uniform(-1, 1, len(point.x)) * point.scale
    unknowns = [u.variable for u in point.unknowns]
    with promised("directional derivatives"):
        forward = point.directional(v)
    w = random.uniform(-1, 1, len(forward))
    with promised("adjoint derivatives"):
        backward = point.running.adjoint(unknowns, point.knowns, w)
    terms = max(float(np.sum(np.abs(w * forward))), float(np.sum(np.abs(backward * v))))
    if terms == 0.0:
        return -1.0
    terms += CANCELLED * float(np.abs(w) @ nominals(unknowns))
    off = abs(float(w @ forward) - float(backward @ v)) / terms
    return off if np.isfinite(off) else np.inf


CHECK = Check("adjoint derivatives", lambda s: s.version == 3, lambda s: s.claim("providesAdjointDerivatives"), run)
