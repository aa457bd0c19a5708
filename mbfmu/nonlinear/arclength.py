"""Pseudo-arclength continuation: along a curve of solutions, also where it turns back, and to the points where something happens."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from functools import partial

import numpy as np
from scipy.optimize import brentq

from ..errors import InvalidValue, MbfmuError, StepFailed
from .followed import Followed, Look, Place

ROUNDS = 8  # of Newton's method
EASY = 3  # rounds of Newton's method behind which steps grow
FIRST, LONGEST, SHORTEST = 0.01, 0.05, 1e-6  # steps along the curve: states in their sizes, the number as a part of its span
STRAIGHT = 0.95  # the cosine of the angle by which the curve may turn in a step
LOCATED = 1e-12  # of a step, in which a point where something happens is located
END, ROUND = "at the end of the span", "where it began"
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
    look, _ = _solved(followed, begin, begin, np.eye(len(begin.off) + 1)[-1], 0.0)
    if look is None:
        raise MbfmuError(f"{followed.flow.problem.name} has no solution near its start: give values nearer to one")
    tangent = _tangent(look)
    return Found(look, tangent if tangent[-1] * toward > 0.0 else -tangent)


def follow(followed: Followed, start: Found, low: float, high: float, most: int) -> tuple[list[Found], str]:
    """The solutions behind the start, at most so many, with those where something happens; and in words where they end."""
    points, here, step = list[Found](), start, FIRST
    for _ in range(most):
        bound = high if here.tangent[-1] > 0.0 else low
        remaining = abs(bound - here.look.place.number) / followed.span
        if remaining <= SHORTEST:
            return points, END
        if remaining <= step * abs(here.tangent[-1]) and (last := _at_bound(followed, here, bound)):
            length = float(here.tangent @ followed.between(here.look, last.look.place))
            return [*points, *_between(followed, here, last, length), last], END
        found, rounds, step = _next(followed, here, step)
        if found is None:
            return points, f"at {here.look.place.number:.6g}, behind which no solution is found"
        if not low <= found.look.place.number <= high:
            beyond = high if found.look.place.number > high else low
            return [*points, _root(followed, here, step, partial(_over, bound=beyond), "")], END
        points += [*_between(followed, here, found, step), found]
        if _came_round(followed, start, here, found):
            return points, ROUND
        here, step = found, min(1.5 * step, LONGEST * _size(followed, found.look)) if rounds <= EASY else step
    return points, f"at {here.look.place.number:.6g} after {most} points"


def _next(followed: Followed, here: Found, step: float) -> tuple[Found | None, int, float]:
    """The solution a step along the curve, or a shorter one; the rounds of Newton's method, and the step."""
    while step >= SHORTEST:
        found, rounds = _at(followed, here, step)
        if found is not None and _turned(followed, here, found) >= STRAIGHT:
            return found, rounds, step
        step = 0.5 * step
    return None, 0, step


def _at_bound(followed: Followed, here: Found, bound: float) -> Found | None:
    """The solution near here whose number is a bound, if it is the next along the curve."""
    part = (bound - here.look.place.number) / followed.span / here.tangent[-1]
    try:
        near = followed.look(replace(followed.moved(here.look, part * here.tangent), number=bound), here.look)
        look, _ = _solved(followed, near, near, np.eye(len(near.off) + 1)[-1], 0.0)
    except (StepFailed, InvalidValue):
        return None
    if look is None:
        return None
    found = _found(followed, here, look)
    return found if _turned(followed, here, found) >= STRAIGHT else None


def _over(found: Found, bound: float) -> float:
    return found.look.place.number - bound


def _size(followed: Followed, look: Look) -> float:
    """How large the independent states are, but for full turns, in their nominal values; at least 1."""
    return 1.0 + float(np.abs(look.frame.rows @ _unwound(followed, look.place.x, np.zeros_like(look.place.x)) / look.scale).max())


def _unwound(followed: Followed, x: np.ndarray, near: np.ndarray) -> np.ndarray:
    """States with the full turns taken off that they are away from others."""
    return x - 2.0 * np.pi * followed.flow.turns(x - near)


def _came_round(followed: Followed, start: Found, here: Found, found: Found) -> bool:
    """Whether the curve has passed its start again, but for full turns."""
    places = (replace(of.look.place, x=_unwound(followed, of.look.place.x, start.look.place.x)) for of in (here, found))
    before, behind = (followed.between(start.look, place) for place in places)
    passed = start.tangent @ before < 0.0 <= start.tangent @ behind
    return bool(passed and max(np.linalg.norm(before), np.linalg.norm(behind)) <= 2.0 * np.linalg.norm(behind - before))


def _turned(followed: Followed, here: Found, found: Found) -> float:
    """The cosine of the angle between the tangents at two points."""
    seen = followed.seen(here.look, found.look) @ found.tangent
    return float(here.tangent @ seen / np.linalg.norm(seen))


def _at(followed: Followed, here: Found, step: float) -> tuple[Found | None, int]:
    """The solution a step along the curve, and how many rounds of Newton's method it took; None where there is none."""
    try:
        near = followed.look(followed.moved(here.look, step * here.tangent), here.look)
        look, rounds = _solved(followed, near, here.look, here.tangent, step)
    except (StepFailed, InvalidValue):
        return None, 0
    return (None if look is None else _found(followed, here, look)), rounds


def _found(followed: Followed, here: Found, look: Look) -> Found:
    """A solution with the tangent that leads on from here."""
    found = Found(look, _tangent(look))
    return found if _turned(followed, here, found) > 0.0 else Found(look, -found.tangent)


def _solved(followed: Followed, look: Look, before: Look, normal: np.ndarray, step: float) -> tuple[Look | None, int]:
    """The solution near where one has looked, on the plane across `normal` a `step` behind `before`; and the rounds of Newton's method."""
    last = np.inf
    for rounds in range(ROUNDS):
        apart = step - normal @ followed.between(before, look.place)
        across = normal @ followed.seen(before, look)
        change = np.linalg.lstsq(np.vstack([look.by, across]), np.append(-look.off, apart), rcond=DEPENDENT)[0]
        size = float(np.abs(change).max())
        if size <= followed.solved:
            return look, rounds
        if not size < 2.0 * last:
            break
        last = size
        look = followed.look(followed.moved(look, change), before)
    return None, ROUNDS


def _tangent(look: Look) -> np.ndarray:
    """The direction of the curve, to either side: what the equations do not see."""
    return np.linalg.svd(look.by)[2][-1]


def _between(followed: Followed, here: Found, found: Found, step: float) -> Iterator[Found]:
    """Where something happens between two points."""
    before, behind = followed.tests(here.look.growth), followed.tests(found.look.growth)
    if here.tangent[-1] * found.tangent[-1] < 0.0:
        yield _root(followed, here, step, lambda of: of.tangent[-1], "fold")
        return
    grown = abs(followed.unstable(found.look.growth) - followed.unstable(here.look.growth))
    for kind in before.keys() & behind.keys():
        if grown >= before[kind][0] and before[kind][1] * behind[kind][1] < 0.0:
            yield _root(followed, here, step, partial(_test, followed, kind), kind)


def _test(followed: Followed, kind: str, found: Found) -> float:
    return followed.tests(found.look.growth)[kind][1]


def _root(followed: Followed, here: Found, step: float, value: Callable[[Found], float], kind: str) -> Found:
    """The point on a step where a value is zero."""

    def at(part: float) -> Found:
        found, _ = _at(followed, here, part * step) if part else (here, 0)
        if found is None:
            raise StepFailed(f"the {kind or 'end'} of the branch near {here.look.place.number:.6g} cannot be located")
        return found

    part = brentq(lambda part: value(at(part)), 0.0, 1.0, xtol=LOCATED)
    found = at(part)
    return Found(found.look, found.tangent, kind)
