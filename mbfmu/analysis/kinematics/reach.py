"""Inverse kinematics: coordinates that bring a frame to a place."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from math import inf
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import ArrayLike

from ...base.errors import MbfmuError
from .loop_closure import Closed, newton

if TYPE_CHECKING:
    from scipy.optimize import OptimizeResult

PRECISE = 1e-15  # relative: iterations end where nothing changes any more
MOST = 100  # evaluations of one search
TIED = 100.0  # times more than what is missing to the goal counts what is missing to closed loops, which stay closed where the goal is out of reach
STARTS = 17  # searches
THERE = 1e-8  # m and rad: no other search is made
ORTHONORMAL = 1e-6  # what the products of columns of a rotation matrix may be off
AT_LIMIT = 1e-3  # rad or m: so near a coordinate is said to be at its limit
INSIDE = 1e-6  # of the way between limits: the iterations begin so far inside

Aim = Callable[[np.ndarray], tuple[np.ndarray, np.ndarray]]


@dataclass(frozen=True)
class Goal:
    """A place for a frame: position (3,) [m] and rotation matrix (3, 3) in the world, None where any orientation will do."""

    position: np.ndarray
    orientation: np.ndarray | None

    @classmethod
    def checked(cls, position: ArrayLike, orientation: ArrayLike | None) -> Goal:
        """The goal that a user gives; MbfmuError where it is none."""
        r, R = np.asarray(position, dtype=float), None if orientation is None else np.asarray(orientation, dtype=float)
        if r.shape != (3,) or not np.isfinite(r).all():
            raise MbfmuError(f"a position is three finite numbers [m], not {position!r}")
        if R is not None and (R.shape != (3, 3) or not np.allclose(R.T @ R, np.eye(3), atol=ORTHONORMAL) or np.linalg.det(R) < 0.0):
            raise MbfmuError("an orientation is a rotation matrix (3, 3), as pose(frame)[:3, :3] is one; this is none")
        return cls(r, R)

    @cached_property
    def numbers(self) -> np.ndarray:
        """The wanted position and rotation matrix (row by row) of the frame, as far as they matter."""
        return self.position if self.orientation is None else np.concatenate((self.position, self.orientation.ravel()))

    def distance(self, place: np.ndarray) -> tuple[float, float]:
        """How far [m] and by how much turned [rad] a frame is from here that is at `place` (12,)."""
        off = place[: self.numbers.size] - self.numbers
        return float(np.linalg.norm(off[:3])), float(2.0 * np.arcsin(min(1.0, np.linalg.norm(off[3:]) / np.sqrt(8.0))))


def nearest_coordinates(
    closed: Closed, aim: Aim, q: np.ndarray, measured: np.ndarray, goal: Goal, limits: np.ndarray, kept: Sequence[int]
) -> np.ndarray:
    """The coordinates q (nq) within `limits` (2, nq) where a frame is nearest to its goal with all loops closed; those with the numbers `kept` stay.

    `aim` gives the frame's place (12) and its derivatives (12, nq). A rotation by a small angle counts as much as a way of as many metres. Near q
    Newton's method finds it. Else a search begins at q. If it ends in a local minimum, it starts again, each time
    farther from q, at the same places in every run.
    """
    weights = np.array([1.0] * 3 + [np.sqrt(0.5)] * 9)[: goal.numbers.size]
    moving = np.setdiff1d(np.arange(q.size), np.array(kept, dtype=int))

    def whole(some: np.ndarray) -> np.ndarray:
        """All coordinates, of which those that are not kept are as given."""
        placed = q.copy()
        placed[moving] = some
        return placed

    def equations(some: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        phi, Phi, *_ = closed(whole(some), measured)
        place, P = aim(whole(some))
        off = weights * (place[: goal.numbers.size] - goal.numbers)
        return np.concatenate((TIED * phi, off)), np.vstack((TIED * Phi, weights[:, None] * P[: goal.numbers.size]))[:, moving]

    def together(some: np.ndarray) -> bool:
        """Whether no loop is closed half a turn off."""
        return bool((closed(whole(some), measured)[4] > 0.0).all())

    lower, upper = limits[:, moving]
    near = newton(equations, q[moving])
    if near is not None and (lower <= near).all() and (near <= upper).all() and together(near):
        return whole(near)
    best, least = q[moving], inf
    for start in _starts(q[moving], lower, upper):
        found = _least(equations, start, limits[:, moving])
        if found.cost < least and together(found.x):
            best, least = found.x, found.cost
        if least < THERE**2:
            break
    return whole(best)


def _starts(q: np.ndarray, lower: np.ndarray, upper: np.ndarray) -> Iterator[np.ndarray]:
    """Where searches begin: at q, then around it."""
    widths = np.minimum(upper - lower, 2.0 * np.pi) / 2.0
    random = np.random.default_rng(0)
    for k in range(STARTS):
        yield q + k / (STARTS - 1) * widths * random.uniform(-1.0, 1.0, q.size)


def _least(equations: Callable, start: np.ndarray, limits: np.ndarray) -> OptimizeResult:
    """The end of one search. Source: M. A. Branch, T. F. Coleman, Y. Li, A subspace, interior, and conjugate gradient method for large-scale
    bound-constrained minimization problems, SIAM J. Sci. Comput. 21, 1999, as scipy.optimize.least_squares has it."""
    from scipy.optimize import least_squares  # here, so that programs which search for no posture start sooner

    lower, upper = limits
    margin = INSIDE * np.where(np.isfinite(upper - lower), upper - lower, 1.0)
    precise = {"xtol": PRECISE, "ftol": PRECISE, "gtol": PRECISE}
    inside = np.clip(start, lower + margin, upper - margin)
    return least_squares(lambda q: equations(q)[0], inside, lambda q: equations(q)[1], limits, max_nfev=MOST, **precise)


def shortfall(goal: Goal, place: np.ndarray, tolerance: float, q: np.ndarray, limits: np.ndarray, names: Sequence[str]) -> str:
    """What is wrong, in words, with coordinates q at which a frame is at `place` (12,); "" where it is at its goal, within the limits."""
    away, turned = goal.distance(place)
    if away > tolerance or turned > tolerance:
        at = [name for name, own, pair in zip(names, q, limits.T) if np.abs(own - pair).min() < AT_LIMIT]
        how = f"{away:.3g} m" + ("" if goal.orientation is None else f" and {turned:.3g} rad")
        stopped = f", where {', '.join(at)} is at its limit" if at else ""
        return (
            f"cannot be brought there: of {STARTS} searches the best ends {how} away{stopped}. It is out of reach, or place() the joints nearer first"
        )
    beyond = [name for name, own, (lower, upper) in zip(names, q, limits.T) if not lower - tolerance <= own <= upper + tolerance]
    return f"can only be brought there with {', '.join(beyond)} beyond its limit" if beyond else ""
