"""RestingPosture: a mechanism in equilibrium, moved by its constraints, and how it gives way."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

import numpy as np

from ...base.errors import MbfmuError
from ...model.declare.model import Model
from ...model.elements.constraints.base import Constraint
from ...model.elements.joints import Joint
from ..simulate.problem_run import ProblemRun
from .frames import Seen
from .instant import Instant
from .posture import Posture

LONGEST = 0.5  # rad or m of the first Newton step in a stride: longer ones may lead to another branch
CONTRACTION = 0.5  # of one Newton step by the one before
NEAR = 0.02  # rad or m: steps that are no longer stay on the branch
SETTLED = 1e-9  # rad or m of a Newton step: the next is roundoff
CLOSED = 1e-9  # rad or m: what residuals of constraints may be
MOST = 30  # Newton steps in a stride
SHORTEST = 1e-4  # of the way: where so short a stride finds no equilibrium, none is looked for beyond
SINGULAR = 1e-13  # of the largest number: smaller ones are roundoff


@dataclass(frozen=True, eq=False)
class Response:
    """Small motions (nv, k) of the tree's joints by k causes, and the changes (n, k) of the forces that the moved constraints exert."""

    motions: np.ndarray
    forces: np.ndarray


@dataclass(frozen=True, eq=False)
class Rest:
    """An instant, the multipliers (m) of its constraints, how far they are `shifted` (m), and forces (nv) that are `missing` in it."""

    instant: Instant
    multipliers: np.ndarray
    shifted: np.ndarray
    missing: np.ndarray


class NoRest(MbfmuError):
    """There is no equilibrium; the part of the way to it that is `done`."""

    def __init__(self, message: str, done: float):
        super().__init__(message)
        self.done = done


class HeldRun(ProblemRun):
    """A run of a mechanism that constraints may hold on purpose."""

    def _report(self) -> None:
        self._instance.report_moved_starts()


class RestingPosture(Posture):
    """A Posture in which gravity, springs and constraints are in equilibrium. What has inputs exerts nothing.

    `shift` moves the constraints in `moved`, which have one row each. Joints in `locked` keep their coordinates. Newton's method solves
    [[K, -A^T], [A, 0]] for motions and multipliers, with the tangent stiffness K and the Jacobian A of all constraints; `response` takes the same
    matrix. Raises MbfmuError where the model has no equilibrium.
    """

    _kind_of_run = HeldRun

    def __init__(self, model: Model, moved: Sequence[Constraint], locked: Sequence[Joint]):
        super().__init__(model)
        rows = [row.element for row in self._equations.rows]
        self._moved = {constraint.path: rows.index(constraint.path) for constraint in moved}
        held = {f"{joint.path}.{name}" for joint in locked for name in joint.speed_names}
        self._names = self._equations.speeds[: self._equations.tree.nv]
        self._free = [i for i, name in enumerate(self._names) if name not in held]
        none = np.zeros(len(rows))
        left, _, A, _ = self._now.mechanism.statics(self._now.still, self._now.p, none)
        multipliers = np.linalg.lstsq(A[:, self._free].T, left[self._free], rcond=None)[0]
        self._design = Rest(self._now, multipliers, none, left - A.T @ multipliers)
        self.shift({})
        self._design = self._rest

    def shift(self, places: Mapping[str, float]) -> None:
        """Bring moved constraints, by name, to `places` [m or rad] from where the model declares them, those without a place there.

        The way begins at the model's start, in strides that are as long as Newton's method contracts. Raises NoRest where there is no equilibrium,
        MbfmuError for one that forces do not determine; the posture then stays as it was.
        """
        start, goal, done, stride = self._design, self._design.shifted.copy(), 0.0, 1.0
        goal[[self._moved[name] for name in places]] = [*places.values()]
        found = start
        while done < 1.0:
            ahead = min(1.0, done + stride)
            shifted = start.shifted + ahead * (goal - start.shifted)
            nearer = self._at_rest(replace(found, shifted=shifted, missing=(1.0 - ahead) * start.missing))
            if nearer is not None:
                found, done, stride = nearer, ahead, 2.0 * stride
            elif stride > SHORTEST:
                stride *= 0.5
            else:
                self._refuse_loose(found)
                raise NoRest(f"{self.model.name} comes to no rest there; {done:.1%} of the way can be gone", done)
        self._refuse_loose(found)
        self._rest, self._now = found, found.instant

    def _at_rest(self, start: Rest) -> Rest | None:
        """The equilibrium near a start; None where Newton's method does not contract."""
        now, multipliers, before = start.instant, start.multipliers, LONGEST / CONTRACTION
        for _ in range(MOST):
            phi, *_ = now.closed(now.q, now.measured)
            left, K, A, N = now.mechanism.statics(now.still, now.p, multipliers)
            if not np.isfinite([*left, *phi]).all():
                return None
            moved, added = self._solved(K, A, (start.missing - left)[:, np.newaxis], (start.shifted - phi)[:, np.newaxis])
            length = float(np.linalg.norm(moved))
            if not length <= max(CONTRACTION * before, NEAR):
                return None
            part = 1.0 if length <= max(CONTRACTION * before, SETTLED) else 0.5  # at a bend of a curve, whole steps go to and fro
            now, before = now.at(now.q + part * N @ moved[:, 0], now.measured), length
            multipliers = multipliers + part * added[:, 0]
            if length <= SETTLED:
                phi, _, measured, _, branch = now.closed(now.q, now.measured)
                closed = np.abs(phi - start.shifted).max(initial=0.0) <= CLOSED and (branch > 0.0).all()
                return replace(start, instant=now.at(now.q, measured), multipliers=multipliers) if closed else None
        return None

    def _solved(self, K: np.ndarray, A: np.ndarray, forces: np.ndarray, shifts: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """Motions (nv, k) and multipliers (m, k) with K motions - A^T multipliers = forces (nv, k) and A motions = shifts (m, k)."""
        matrix, size = self._matrix(K, A)
        right = np.vstack([forces[self._free] / size, shifts])
        try:
            solved = np.linalg.solve(matrix, right)
        except np.linalg.LinAlgError:  # on the way only: see _refuse_loose
            solved = np.linalg.lstsq(matrix, right, rcond=None)[0]
        motions = np.zeros((len(self._names), right.shape[1]))
        motions[self._free] = solved[: len(self._free)]
        return motions, size * solved[len(self._free) :]

    def _matrix(self, K: np.ndarray, A: np.ndarray) -> tuple[np.ndarray, float]:
        """[[K, -A^T], [A, 0]] of what is free, with forces divided by a `size`, the largest stiffness."""
        free, (m, _) = self._free, A.shape
        own = K[np.ix_(free, free)]
        size = float(np.abs(own).max(initial=0.0)) or 1.0
        return np.block([[own / size, -A[:, free].T], [A[:, free], np.zeros((m, m))]]), size

    def _refuse_loose(self, rest: Rest) -> None:
        """MbfmuError for an equilibrium that is not stable, or in which constraints say the same."""
        _, K, A, _ = rest.instant.mechanism.statics(rest.instant.still, rest.instant.p, rest.multipliers)
        K, A = K[np.ix_(self._free, self._free)], A[:, self._free]
        left, sizes, right = np.linalg.svd(A)
        if len(A) > len(self._free) or sizes.size and sizes[-1] <= SINGULAR * sizes[0]:
            name = self._equations.rows[int(np.abs(left[:, -1]).argmax())].element
            raise MbfmuError(f"{name} of {self.model.name} says in this posture what other constraints say: it is singular, or one is too many")
        ways = right[len(A) :].T
        if not ways.size:
            return
        stiffness, motions = np.linalg.eigh(ways.T @ (K + K.T) @ ways / 2.0)
        if stiffness[0] <= SINGULAR * np.abs(K).max():
            name = self._names[self._free[int(np.abs(ways @ motions[:, 0]).argmax())]]
            why = f"the stiffness of {self.model.name} along {name} is {stiffness[0]:.3g} N/m or N.m/rad in equilibrium, and must be > 0"
            raise MbfmuError(f"{why}: give stiffer bushes, or a spring with less force")

    def response(self, loads: np.ndarray) -> Response:
        """How the mechanism gives way: first to a unit shift of each moved constraint, then to `loads` (nv, k) along the tree's joints."""
        rest, rows = self._rest, [*self._moved.values()]
        _, K, A, _ = rest.instant.mechanism.statics(rest.instant.still, rest.instant.p, rest.multipliers)
        forces = np.hstack([np.zeros((len(loads), len(rows))), loads])
        shifts = np.zeros((len(A), forces.shape[1]))
        shifts[rows, range(len(rows))] = 1.0
        motions, multipliers = self._solved(K, A, forces, shifts)
        return Response(motions, multipliers[rows])

    def force(self, name: str) -> float:
        """The force [N or N.m] that a moved constraint exerts."""
        return float(self._rest.multipliers[self._moved[name]])

    def tree_jacobian(self, frame: Seen) -> np.ndarray:
        """J (6, nv) of a frame by the speeds of the tree's joints, as `response` gives them: see `jacobian`."""
        return self._frames.of(frame).jacobian(self._now.still, self._now.p)
