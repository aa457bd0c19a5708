"""Event indicators: what jumps in Event Mode was announced by one that changed its sign."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
from fmpy.fmi1 import FMICallException

from .base import Broken, Check, Untestable, Verdict, judged, promised
from .evaluation import Evaluation, continuous_time, element_names
from .running_fmu import size
from .subject import CheckedFmu

AMOUNTS = 10.0 ** np.arange(-3.0, 2.5, 0.5)  # of the size of states and inputs: how far they are moved
DIRECTIONS = 40  # at random, of one or several of them
JUMP = 1e-6  # of a value: a larger change is no roundoff
ZERO = 1e-7  # of the largest value: where terms of that size cancel, a value is roundoff, and so is its change
SEED = 0


def run(subject: CheckedFmu) -> Verdict:
    """Move states and inputs, and look at rates and outputs before and behind an event there.

    Where states are changed by the event nothing can be told, as then it need not have been one of indicators.
    """
    point, wrong = continuous_time(subject), []
    _refuse_unwritten(point)
    if not len(point.x):
        raise Untestable("there are neither states nor inputs to move")
    names = element_names([u.variable for u in point.unknowns])
    seen = crossed = 0
    for x in subject.while_time(_points(point)):
        try:
            change, crossing = _event(point, x)
        except FMICallException:
            point = continuous_time(subject)  # the model does not go there
            continue
        if change is None:
            continue
        jumps = np.flatnonzero(change > JUMP)
        seen, crossed = seen + bool(len(jumps)), crossed + crossing
        if len(jumps) and not crossing:
            wrong.append(f"{', '.join(names[i] for i in jumps[:3])} jumped though no indicator had changed its sign")
    if not (seen or crossed):
        raise Untestable("no event was met where states and inputs were moved")
    return judged(not wrong, f"{crossed} events by indicators, {seen} with jumps", f"{len(wrong)} times: {'; '.join(wrong[:1])}")


def _refuse_unwritten(point: Evaluation) -> None:
    """Refuse an FMU that does not give as many indicators as it claims, where they are read first."""
    with promised("get all event indicators"):
        values = point.running.indicators()
    if missing := int(np.isnan(values).sum()):
        raise Broken(f"{missing} of {len(values)} event indicators are not written, or no number")


def _points(point: Evaluation) -> Iterator[np.ndarray]:
    random, count = np.random.default_rng(SEED), len(point.x)
    for share in np.linspace(0.0, 1.0, DIRECTIONS):
        moving = random.random(count) < share
        moving[random.integers(count)] = True
        direction = point.scale * random.uniform(-1, 1, count) * moving
        yield from (point.x + amount * direction for amount in AMOUNTS)


def _event(point: Evaluation, x: np.ndarray) -> tuple[np.ndarray | None, bool]:
    """How far an event moves the unknowns at `x`, relative to their values, and whether an indicator had called for it.

    None where it moves the states, too.
    """
    running = point.running
    point(point.x)
    running.pass_event()
    signs = running.indicators() > 0
    values, crossing = point(x), bool(np.any((running.indicators() > 0) != signs))
    states = running.states()
    running.pass_event()
    if not np.array_equal(running.states(), states):
        return None, crossing
    behind = point(x)
    sizes = np.maximum(np.abs(behind), np.abs(values))
    largest = np.max(sizes, initial=np.finfo(float).tiny, where=np.isfinite(sizes))
    change = np.abs(behind - values) / np.maximum(sizes, ZERO * largest)
    indicators = running.subject.description.eventIndicators
    is_indicator = [u in indicators for u in point.unknowns for _ in range(size(u.variable))]
    return np.where(is_indicator, 0.0, change), crossing


CHECK = Check(
    "event indicators announce events",
    lambda s: s.is_model_exchange,
    lambda s: f"{s.description.numberOfEventIndicators} event indicators" if s.description.numberOfEventIndicators else "",
    run,
)
