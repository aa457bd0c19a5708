"""Points between two solutions at which something happens: where the curve turns, where another one leaves it, where stability is lost or won."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import partial

import numpy as np
from scipy.interpolate import BarycentricInterpolator
from scipy.optimize import brentq

from ...base.errors import InvalidValue, StepFailed
from .continuation_problems import ContinuationPoint, Followed, Look, Test
from .solution import SolutionPoint, found_at

LOCATED = 1e-12  # of a step, in which a point where something happens is located
PARTS = np.linspace(0.0, 1.0, 9)  # of a step, at which a value is looked at where its zero cannot be found
NEIGHBOURS = 2  # of them on either side of a zero
SINGULAR = 1e-3  # of the next larger singular value of the equations: where another curve meets this one, the smallest is less
AWAY = (0.02, 0.05)  # from a point where another curve leaves: how far along that one a solution is looked for

Value = Callable[[SolutionPoint], float]


def between(followed: Followed, here: SolutionPoint, found: SolutionPoint, step: float) -> Iterator[SolutionPoint]:
    """Where something happens between two points."""
    before, behind = followed.tests(here.look.growth), followed.tests(found.look.growth)
    if here.tangent[-1] * found.tangent[-1] < 0.0:
        turn = root(followed, here, found, step, lambda of: of.tangent[-1], "fold")
        yield _branching(followed, here, found, replace(turn, kind="branch point")) if _is_met(turn.look) else turn
        return
    grown = abs(followed.unstable(found.look.growth) - followed.unstable(here.look.growth))
    for kind in before.keys() & behind.keys():
        if grown >= before[kind].grown and before[kind].value * behind[kind].value < 0.0:
            point = root(followed, here, found, step, partial(_product, followed, kind, before[kind]), kind)
            yield _branching(followed, here, found, point) if kind == "branch point" else point


def root(followed: Followed, here: SolutionPoint, found: SolutionPoint, step: float, value: Value, kind: str) -> SolutionPoint:
    """The point of a step between two solutions where a value is zero; where the equations are too singular there, about where it is."""
    try:
        part = brentq(lambda part: value(_at(followed, here, found, part, step)), 0.0, 1.0, xtol=LOCATED)
        return replace(_at(followed, here, found, part, step), kind=kind)
    except StepFailed:
        return replace(_estimated(followed, here, found, step, value), kind=kind, approximate=True)


def _product(followed: Followed, kind: str, before: Test, found: SolutionPoint) -> float:
    return followed.tests(found.look.growth)[kind].product(before)


def _at(followed: Followed, here: SolutionPoint, found: SolutionPoint, part: float, step: float) -> SolutionPoint:
    """The solution at a part of a step; StepFailed where there is none."""
    if part in (0.0, 1.0):
        return found if part else here
    solution, _ = found_at(followed, here, part * step)
    if solution is None:
        raise StepFailed(f"there is no solution near {here.look.place.number:.6g}")
    return solution


def _estimated(followed: Followed, here: SolutionPoint, found: SolutionPoint, step: float, value: Value) -> SolutionPoint:
    """Where a value is zero, interpolated between the solutions of the step beside that."""
    solutions = [(part, of) for part in PARTS if (of := found if part == 1.0 else here if part == 0.0 else found_at(followed, here, part * step)[0])]
    values = [value(of) for _, of in solutions]
    change = next(i for i in range(1, len(values)) if values[i - 1] * values[i] <= 0.0)
    beside = slice(max(change - NEIGHBOURS, 0), change + NEIGHBOURS)
    parts, places = [part for part, _ in solutions[beside]], [followed.between(here.look, of.look.place) for _, of in solutions[beside]]
    line = BarycentricInterpolator(parts, np.array([[*place, number] for place, number in zip(places, values[beside])]))
    part = brentq(lambda part: line(part)[-1], solutions[change - 1][0], solutions[change][0])
    try:
        look = followed.look(followed.moved(here.look, line(part)[:-1]), here.look)
    except (StepFailed, InvalidValue):
        return min((of for _, of in solutions), key=lambda of: abs(value(of)))
    return SolutionPoint(look, _along(followed, here.look.place, found.look.place, look))


def _along(followed: Followed, before: ContinuationPoint, behind: ContinuationPoint, look: Look) -> np.ndarray:
    """The direction from one place to another beside a point, in the unknowns there."""
    chord = followed.between(look, behind) - followed.between(look, before)
    return chord / np.linalg.norm(chord)


def _is_met(look: Look) -> bool:
    """Whether another curve meets this one here: the equations do not see a second direction either."""
    sizes = np.linalg.svd(look.by, compute_uv=False)
    return len(sizes) > 1 and bool(sizes[-1] < SINGULAR * sizes[-2])


def _branching(followed: Followed, here: SolutionPoint, found: SolutionPoint, point: SolutionPoint) -> SolutionPoint:
    """A point where another curve meets this one, with a solution on that: across this curve, where the equations see nothing.

    Source: R. Seydel, Practical Bifurcation and Stability Analysis, section 5.6.
    """
    look = point.look
    blind = np.linalg.svd(look.by)[2][-2:]
    along = blind @ _along(followed, here.look.place, found.look.place, look)
    across = np.array([-along[1], along[0]]) @ blind
    for size in AWAY:
        for side in (size, -size):
            leaving, _ = found_at(followed, SolutionPoint(look, across / np.linalg.norm(across)), side)
            if leaving is not None:
                return replace(point, leaving=leaving)
    return point
