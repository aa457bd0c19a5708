"""A joint's methods on numbers, at configurations that it reaches from its start."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np

from ....base.scalars import Record, rate
from ....base.spatial.rotations import skew
from ...declare.dry_run import ask
from ...declare.element import Element

WAYS = 3  # random ways from the start
STEPS = 16  # of the classical Runge-Kutta method on each way
DURATIONS = (0.3, 0.03, 0.003)  # s at speeds of order one: the first after which all numbers are finite
PULLS = 6  # steps of Newton's method onto the relations of coordinates


@dataclass(frozen=True)
class SampledJoint:
    """What a joint's methods return for floats; MbfmuError with class, file and line where one raises."""

    element: Element
    kind: Any

    def value(self, method: str, *arguments: Any) -> np.ndarray:
        """What a method returns, as an array."""
        return np.array(ask(self.element, method, *arguments))

    def motion(self, q: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """R_ab (3, 3) and r_ab_a (3,)."""
        R, r = ask(self.element, "motion", q)
        return np.array(R), np.array(r)

    def start(self) -> np.ndarray:
        """Its coordinates at the start."""
        parameters = Record(self.element.values | self.element.tables)
        return np.array(ask(self.element, "start", parameters)[0], dtype=float)

    def reached(self) -> Iterator[np.ndarray]:
        """Coordinates that it reaches by its own `rate` at random speeds; the start itself where it gets nowhere else."""
        rng, start = np.random.default_rng(0), self.start()
        for _ in range(WAYS):
            v = rng.uniform(-1.5, 1.5, self.kind.nv)
            yield next(filter(self.is_finite, (self._moved(start, v, duration) for duration in DURATIONS)), start)

    def is_finite(self, q: np.ndarray) -> bool:
        """Whether motion and subspace are."""
        R, r = self.motion(q)
        return bool(np.isfinite([*R.ravel(), *r, *self.value("subspace", q).ravel()]).all())

    def directions(self, q: np.ndarray) -> np.ndarray:
        """Independent speeds, one a row, that keep dependent coordinates consistent."""
        tied = self._related(q)
        return np.linalg.svd(tied)[2][len(tied) :] if len(tied) else np.eye(self.kind.nv)

    def moves(self, q: np.ndarray, v: np.ndarray) -> np.ndarray:
        """The motion (6,) of frame_b relative to frame_a, resolved in frame_b: the rate of `motion` at speeds v."""
        placed = lambda q: np.array([*(pose := self.motion(q))[0].ravel(), *pose[1]])
        R, change = self.motion(q)[0], rate(placed, (q,), (self.value("rate", q, v),))
        turning = R.T @ change[:9].reshape(3, 3)
        return np.array([turning[2, 1], turning[0, 2], turning[1, 0], *(R.T @ change[9:])])

    def subspace_rate(self, q: np.ndarray, v: np.ndarray) -> np.ndarray:
        """The rate (6, nv) of `subspace` at speeds v."""
        return rate(lambda q: self.value("subspace", q), (q,), (self.value("rate", q, v),))

    def closure_rates(self, q: np.ndarray) -> np.ndarray:
        """The rates (rows, 6) of `closure` at unit motions of frame_b, resolved in it."""
        R, r = self.motion(q)
        closure = lambda R, r: self.value("closure", R, r)
        return np.array([rate(closure, (R, r), (R @ skew(V[:3]), R @ V[3:])) for V in np.eye(6)]).T

    def _relations(self, q: np.ndarray) -> np.ndarray:
        return self.value("relations", q) if hasattr(self.kind, "relations") else np.zeros(0)

    def _related(self, q: np.ndarray) -> np.ndarray:
        """The rates (relations, nq) of the relations at unit rates of the coordinates."""
        return np.array([rate(self._relations, (q,), (one,)) for one in np.eye(len(q))]).reshape(len(q), len(self._relations(q))).T

    def _moved(self, q: np.ndarray, v: np.ndarray, duration: float) -> np.ndarray:
        h, along = duration / STEPS, lambda q: self.value("rate", q, v)
        for _ in range(STEPS):
            k_1 = along(q)
            k_2 = along(q + h / 2 * k_1)
            k_3 = along(q + h / 2 * k_2)
            q = q + h / 6 * (k_1 + 2 * k_2 + 2 * k_3 + along(q + h * k_3))
        for _ in range(PULLS if len(self._relations(q)) else 0):
            q = q - np.linalg.pinv(self._related(q)) @ self._relations(q)
        return q
