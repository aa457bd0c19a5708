"""A solution on a curve: found near another one by Newton's method across the curve."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from ...base.errors import InvalidValue, StepFailed
from .continuation_problems import Followed, Look

ROUNDS = 8  # of Newton's method
DEPENDENT = 1e-12  # relative: unknowns that the equations tell less of are neutral


@dataclass(frozen=True)
class SolutionPoint:
    """A solution: where it is, the `tangent` (m + 1) of the curve there, and what happens there, if anything.

    `approximate` says that it lies between solutions, where the equations are too singular for one. `leaving` is one on another curve through it.
    """

    look: Look
    tangent: np.ndarray
    kind: str = ""
    approximate: bool = False
    leaving: SolutionPoint | None = None


def turned(followed: Followed, here: SolutionPoint, found: SolutionPoint) -> float:
    """The cosine of the angle between the tangents at two points."""
    seen = followed.seen(here.look, found.look) @ found.tangent
    return float(here.tangent @ seen / np.linalg.norm(seen))


def found_at(followed: Followed, here: SolutionPoint, step: float) -> tuple[SolutionPoint | None, int]:
    """The solution a step along the curve, and how many rounds of Newton's method it took; None where there is none."""
    try:
        near = followed.look(followed.moved(here.look, step * here.tangent), here.look)
        look, rounds = solved(followed, near, here.look, here.tangent, step)
    except (StepFailed, InvalidValue):
        return None, 0
    return (None if look is None else facing(followed, here, look)), rounds


def facing(followed: Followed, here: SolutionPoint, look: Look) -> SolutionPoint:
    """A solution with the tangent that leads on from here."""
    found = SolutionPoint(look, tangent_of(look))
    return found if turned(followed, here, found) > 0.0 else SolutionPoint(look, -found.tangent)


def solved(followed: Followed, look: Look, before: Look, normal: np.ndarray, step: float) -> tuple[Look | None, int]:
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


def tangent_of(look: Look) -> np.ndarray:
    """The direction of the curve, to either side: what the equations do not see."""
    return np.linalg.svd(look.by)[2][-1]
