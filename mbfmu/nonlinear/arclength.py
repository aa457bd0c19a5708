"""Pseudo-arclength continuation: along a curve of solutions, also where it turns back, and to the points where something happens."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
from scipy.optimize import brentq

from ..errors import MbfmuError, StepFailed
from .followed import Followed, Look, Place

ROUNDS = 8  # of Newton's method
EASY = 3  # rounds of Newton's method behind which steps grow
FIRST, LONGEST, SHORTEST = 0.01, 0.05, 1e-6  # steps along the curve: states in their sizes, the number as a part of its span
STRAIGHT = 0.95  # the cosine of the angle by which the curve may turn in a step
LOCATED = 1e-12  # of a step, in which a point where something happens is located
DEPENDENT = 1e-12  # relative: unknowns that the equations tell less of are neutral


@dataclass(frozen=True)
class Found:
    """A solution: where it is, the `tangent` (m + 1) of the curve there, and what happens there, if anything."""

    look: Look
    tangent: np.ndarray
    kind: str = ""


def first(followed: Followed, place: Place, toward: float) -> Found:
    """The solution near a place, the number held; the tangent leads to larger numbers where `toward` is 1, to smaller where it is -1."""
    begin = followed.look(place, None)
    look, _ = _solved(followed, begin, None, np.eye(len(begin.off) + 1)[-1], 0.0)
    if look is None:
        raise MbfmuError(f"{followed.flow.problem.name} has no solution near its start: give values nearer to one")
    tangent = _tangent(look, None)
    return Found(look, tangent if tangent[-1] * toward > 0.0 else -tangent)


def follow(followed: Followed, start: Found, low: float, high: float, most: int) -> Iterator[Found]:
    """The solutions behind the start, where something happens in between, and the last at the end of the span; at most so many steps."""
    here, step = start, FIRST
    for _ in range(most):
        found, rounds = None, 0
        while found is None:
            if step < SHORTEST:
                return
            found, rounds = _at(followed, here, step)
            if found is not None and found.tangent @ _carried(here, found) < STRAIGHT:
                found = None
            step = step if found is not None else 0.5 * step
        inside = low <= found.look.place.number <= high
        if not inside:
            bound = low if found.look.place.number < low else high
            found = _root(followed, here, step, lambda of, bound=bound: (of.look.place.number - bound) / followed.span, "")
            step = float(here.tangent @ followed.between(here.look, found.look.place))
        yield from _between(followed, here, found, step)
        yield found
        if not inside:
            return
        here, step = found, min(1.5 * step, LONGEST * _size(found.look)) if rounds <= EASY else step


def _size(look: Look) -> float:
    """How large the independent states are, in their nominal values; at least 1."""
    return 1.0 + float(np.abs(look.frame.rows @ look.place.x / look.scale).max())


def _carried(here: Found, found: Found) -> np.ndarray:
    """The tangent of another point in the unknowns of this one, in which frames hardly differ."""
    return here.tangent if len(here.tangent) == len(found.tangent) else found.tangent


def _at(followed: Followed, here: Found, step: float) -> tuple[Found | None, int]:
    """The solution a step along the curve, and how many rounds of Newton's method it took; None where there is none."""
    try:
        look, rounds = _solved(followed, followed.look(followed.moved(here.look, step * here.tangent), here.look), here.look, here.tangent, step)
    except StepFailed:
        return None, 0
    return (None if look is None else Found(look, _tangent(look, here.tangent))), rounds


def _solved(followed: Followed, look: Look, before: Look | None, normal: np.ndarray, step: float) -> tuple[Look | None, int]:
    """The solution near where one has looked, on the plane across `normal` a `step` behind `before`; and the rounds of Newton's method."""
    last, base = np.inf, before or look
    for rounds in range(ROUNDS):
        apart = step - normal @ followed.between(base, look.place)
        change = np.linalg.lstsq(np.vstack([look.by, normal]), np.append(-look.off, apart), rcond=DEPENDENT)[0]
        size = float(np.abs(change).max())
        if size <= followed.solved:
            return look, rounds
        if not size < 2.0 * last:
            break
        last = size
        look = followed.look(followed.moved(look, change), base if before else None)
    return None, ROUNDS


def _tangent(look: Look, before: np.ndarray | None) -> np.ndarray:
    """The direction of the curve: what the equations do not see, on the same side as before."""
    tangent = np.linalg.svd(look.by)[2][-1]
    return -tangent if before is not None and tangent @ before < 0.0 else tangent


def _between(followed: Followed, here: Found, found: Found, step: float) -> Iterator[Found]:
    """Where something happens between two points."""
    before, behind = followed.tests(here.look.growth), followed.tests(found.look.growth)
    if here.tangent[-1] * found.tangent[-1] < 0.0:
        yield _root(followed, here, step, lambda of: of.tangent[-1], "fold")
        return
    grown = abs(followed.unstable(found.look.growth) - followed.unstable(here.look.growth))
    for kind in before.keys() & behind.keys():
        if grown >= before[kind][0] and before[kind][1] * behind[kind][1] < 0.0:
            yield _root(followed, here, step, lambda of, kind=kind: followed.tests(of.look.growth)[kind][1], kind)


def _root(followed: Followed, here: Found, step: float, value, kind: str) -> Found:
    """The point on a step where a value is zero."""

    def at(part: float) -> Found:
        found, _ = _at(followed, here, part * step) if part else (here, 0)
        if found is None:
            raise StepFailed(f"the {kind or 'end'} of the branch near {here.look.place.number:.6g} cannot be located")
        return found

    part = brentq(lambda part: value(at(part)), 0.0, 1.0, xtol=LOCATED)
    found = at(part)
    return Found(found.look, found.tangent, kind)
