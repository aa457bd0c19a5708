"""Pseudo-arclength continuation: along a curve of solutions, also where it turns back, and to the points where something happens."""

from __future__ import annotations

from dataclasses import replace
from functools import partial

import numpy as np

from ...base.errors import InvalidValue, MbfmuError, StepFailed
from .continuation_problems import ContinuationPoint, Followed, Look
from .solution import SolutionPoint, facing, found_at, solved, tangent_of, turned
from .special_points import between, root

EASY = 3  # rounds of Newton's method behind which steps grow
FIRST, LONGEST, SHORTEST = 0.01, 0.05, 1e-6  # steps along the curve: states in their sizes, the number as a part of its span
LEAP = 2.0  # times a step that finds no solution, where another curve may leave: the next one
STRAIGHT = 0.95  # the cosine of the angle by which the curve may turn in a step
END, ROUND = "at the end of the span", "where it began"


def first(followed: Followed, place: ContinuationPoint, toward: float, held: bool) -> SolutionPoint:
    """The solution near a place, the number held or not; the tangent leads to larger numbers where `toward` is 1, to smaller where it is -1."""
    begin = followed.look(place, None)
    look, _ = solved(followed, begin, begin, np.eye(len(begin.off) + 1)[-1] if held else tangent_of(begin), 0.0)
    if look is None:
        raise MbfmuError(f"{followed.flow.problem.name} has no solution near its start: give values nearer to one")
    tangent = tangent_of(look)
    return SolutionPoint(look, tangent if tangent[-1] * toward > 0.0 else -tangent)


def follow(followed: Followed, start: SolutionPoint, low: float, high: float, most: int) -> tuple[list[SolutionPoint], str]:
    """The solutions behind the start, at most so many, with those where something happens; and in words where they end."""
    points, here, step = list[SolutionPoint](), start, FIRST
    for _ in range(most):
        bound = high if here.tangent[-1] > 0.0 else low
        remaining = abs(bound - here.look.place.number) / followed.span
        if remaining <= SHORTEST:
            return points, END
        if remaining <= step * abs(here.tangent[-1]) and (last := _at_bound(followed, here, bound)):
            length = float(here.tangent @ followed.between(here.look, last.look.place))
            return [*points, *between(followed, here, last, length), last], END
        found, rounds, step = _next(followed, here, step)
        if found is None:
            return points, f"at {here.look.place.number:.6g}, after which no solution is found"
        if not low <= found.look.place.number <= high:
            beyond = high if found.look.place.number > high else low
            return [*points, root(followed, here, found, step, partial(_over, bound=beyond), "")], END
        points += [*between(followed, here, found, step), found]
        if _came_round(followed, start, here, found):
            return points, ROUND
        here, step = found, min(1.5 * step, LONGEST * _size(followed, found.look)) if rounds <= EASY else step
    return points, f"at {here.look.place.number:.6g} after {most} points"


def _next(followed: Followed, here: SolutionPoint, step: float) -> tuple[SolutionPoint | None, int, float]:
    """The solution a step along the curve, behind where equations are singular, or a shorter step; the rounds of Newton's method, and the step."""
    for size in (step, LEAP * step, *(step * 0.5 ** np.arange(1, np.log2(max(step / SHORTEST, 1.0)) + 1))):
        found, rounds = found_at(followed, here, size)
        if found is not None and turned(followed, here, found) >= STRAIGHT:
            return found, rounds, size
    return None, 0, step


def _at_bound(followed: Followed, here: SolutionPoint, bound: float) -> SolutionPoint | None:
    """The solution near here whose number is a bound, if it is the next along the curve."""
    part = (bound - here.look.place.number) / followed.span / here.tangent[-1]
    try:
        near = followed.look(replace(followed.moved(here.look, part * here.tangent), number=bound), here.look)
        look, _ = solved(followed, near, near, np.eye(len(near.off) + 1)[-1], 0.0)
    except (StepFailed, InvalidValue):
        return None
    if look is None:
        return None
    found = facing(followed, here, look)
    return found if turned(followed, here, found) >= STRAIGHT else None


def _over(found: SolutionPoint, bound: float) -> float:
    return found.look.place.number - bound


def _size(followed: Followed, look: Look) -> float:
    """How large the independent states are, but for full turns, in their nominal values; at least 1."""
    return 1.0 + float(np.abs(look.frame.rows @ _unwound(followed, look.place.x, np.zeros_like(look.place.x)) / look.scale).max())


def _unwound(followed: Followed, x: np.ndarray, near: np.ndarray) -> np.ndarray:
    """States with the full turns taken off that they are away from others."""
    return x - 2.0 * np.pi * followed.flow.turns(x - near)


def _came_round(followed: Followed, start: SolutionPoint, here: SolutionPoint, found: SolutionPoint) -> bool:
    """Whether the curve has passed its start again, but for full turns."""
    places = (replace(of.look.place, x=_unwound(followed, of.look.place.x, start.look.place.x)) for of in (here, found))
    before, behind = (followed.between(start.look, place) for place in places)
    passed = start.tangent @ before < 0.0 <= start.tangent @ behind
    return bool(passed and max(np.linalg.norm(before), np.linalg.norm(behind)) <= 2.0 * np.linalg.norm(behind - before))
