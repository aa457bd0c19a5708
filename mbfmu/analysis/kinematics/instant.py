"""One instant of a mechanism, in numbers: all that follows from its coordinates, independent speeds and parameters."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property

import numpy as np

from ...base.errors import MbfmuError
from ...problem.mechanism.posture import PostureEquations
from .independent_speeds import followers
from .loop_closure import moved
from .mass_properties import MassProperties
from .numpy_function import Evaluated


@dataclass(frozen=True, eq=False)
class Mechanism:
    """A mechanism's equations ready to be evaluated; `others` are its states beside coordinates and speeds, which no posture changes."""

    equations: PostureEquations
    others: np.ndarray

    @property
    def nv(self) -> int:
        """The number of speeds of the tree."""
        return self.equations.tree.nv

    @cached_property
    def closed(self) -> Evaluated:
        """See PostureEquations, as for those below."""
        return Evaluated(self.equations.closed)

    @cached_property
    def related(self) -> Evaluated:
        return Evaluated(self.equations.related)

    @cached_property
    def masses(self) -> Evaluated:
        return Evaluated(self.equations.masses)

    @cached_property
    def inertia(self) -> Evaluated:
        return Evaluated(self.equations.inertia)

    @cached_property
    def forces(self) -> Evaluated:
        return Evaluated(self.equations.forces)

    @cached_property
    def statics(self) -> Evaluated:
        return Evaluated(self.equations.statics)

    @cached_property
    def starts(self) -> Evaluated:
        return Evaluated(self.equations.starts)

    @cached_property
    def limits(self) -> Evaluated:
        return Evaluated(self.equations.limits)

    @cached_property
    def normal(self) -> Evaluated:
        return Evaluated(self.equations.normal)


@dataclass(frozen=True, eq=False)
class Instant:
    """The coordinates `q` (nq) of the tree's joints, those `measured` of joints that close loops, the speeds `v` of all joints whose numbers are
    `independent`, and parameters `p`; nothing of it is changed in place."""

    mechanism: Mechanism
    q: np.ndarray
    measured: np.ndarray
    p: np.ndarray
    independent: Sequence[int]
    v: np.ndarray

    def state(self, speeds: np.ndarray) -> np.ndarray:
        """The states x with these speeds (nv) of the tree's joints."""
        return np.concatenate((self.q, self.measured, self.mechanism.others, speeds))

    @cached_property
    def still(self) -> np.ndarray:
        """The states x at rest."""
        return self.state(np.zeros(self.mechanism.nv))

    @cached_property
    def moving(self) -> np.ndarray:
        """The states x."""
        return self.state(self.speeds)

    @cached_property
    def speeds(self) -> np.ndarray:
        """The speeds (nv) of the tree's joints."""
        return self.followers @ self.v

    @cached_property
    def followers(self) -> np.ndarray:
        """N (nv, independent): the tree's speeds are N v."""
        if self._free:
            return np.eye(self.mechanism.nv)[:, self.independent]
        A, _, B, _ = self.mechanism.related(self.still, self.p)
        return self._followed(A, B, np.vstack((np.zeros((len(A), len(self.independent))), np.eye(len(self.independent)))))

    def of_all(self, speeds: np.ndarray) -> np.ndarray:
        """The independent ones where those (nv) of the tree's joints are given."""
        _, _, B, _ = self.mechanism.related(self.still, self.p)
        return np.concatenate((speeds, B @ speeds))[self.independent]

    def closed(self, q: np.ndarray, measured: np.ndarray) -> list[np.ndarray]:
        """See PostureEquations, with these parameters."""
        return self.mechanism.closed(np.concatenate((q, measured, self.mechanism.others, np.zeros(self.mechanism.nv))), self.p)

    def at(self, q: np.ndarray, measured: np.ndarray) -> Instant:
        """Another instant, with Euler parameters of length one."""
        placed = replace(self, q=q, measured=measured)
        (normal,) = self.mechanism.normal(placed.still, self.p)
        return replace(placed, q=normal)

    def placed(self, given: Mapping[int, float]) -> tuple[Instant, float]:
        """Where some coordinates, by their numbers, are as given, elastic ones that are not stay, and the others follow; and what part of the way
        there is done."""
        if self._free:
            q = self.q.copy()
            q[[*given]] = [*given.values()]
            return self.at(q, self.measured), 1.0
        kept = {i: float(self.q[i]) for i in self.mechanism.equations.elastic}
        q, measured, done = moved(self.closed, self.q, self.measured, {**kept, **given})
        return self.at(q, measured), done

    def mass_matrix(self) -> np.ndarray:
        """M of the independent speeds."""
        (M,) = self.mechanism.masses(self.still, self.p)
        return self.followers.T @ M @ self.followers

    def mass_properties(self) -> MassProperties:
        """Those of all bodies."""
        (b,) = self.mechanism.inertia(self.still, self.p)
        return MassProperties.of(b)

    def forces(self, x: np.ndarray, accelerations: np.ndarray) -> np.ndarray:
        """What is missing along the independent speeds for these accelerations of theirs, in states x, which are those at rest or moving."""
        v_dot = self.followers @ accelerations if self._free else self._rates(x, accelerations)
        (missing,) = self.mechanism.forces(x, self.p, v_dot)
        return self.followers.T @ missing

    def _rates(self, x: np.ndarray, accelerations: np.ndarray) -> np.ndarray:
        """v_dot (nv) of the tree's speeds."""
        A, b, B, c = self.mechanism.related(x, self.p)
        bias = np.concatenate((np.zeros(self.mechanism.nv), c))[self.independent]
        return self._followed(A, B, np.concatenate((-b, accelerations - bias)))

    @property
    def _free(self) -> bool:
        """Whether all speeds are independent: there are neither loops nor constraints."""
        return not self.mechanism.equations.constrained

    def _followed(self, A: np.ndarray, B: np.ndarray, right: np.ndarray) -> np.ndarray:
        rows = np.vstack((np.eye(self.mechanism.nv), B))[self.independent]
        found = followers(A, rows, right)
        if found is None:
            names = ", ".join(self.mechanism.equations.speeds[i] for i in self.independent)
            raise MbfmuError(f"in this posture {names} do not determine how all joints move: it is singular, or asks for other independent speeds")
        return found
