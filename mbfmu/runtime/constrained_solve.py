"""ConstrainedSolve: accelerations and multipliers of a mechanism with constraints; what its methods share."""

from abc import ABC, abstractmethod
from dataclasses import dataclass
from math import isfinite
from typing import Callable, ClassVar, Mapping

import numpy as np
from casadi import Function

from .errors import StepFailed
from .free_motion import free_motion
from .ref import Buffers, Ref

LIGHT = 1e-8  # of the largest inertia: nearly none
ALONE = 1e-14  # of the mobility of a row: less is the roundoff of a row of one speed
# Of a squared pivot of rows of length one: below it a row depends on the others for the moment. Not less, since on the way to
# accelerations the roundoff in positions is divided by a pivot's cube.
LOST = 1e-10


@dataclass(frozen=True)
class ConstrainedSolve(ABC):
    """Find `acceleration` (n) and `multipliers` (m) with M a = f + A^T l on all rows, A a = b on the rows kept, l = 0 on the others.

    `mass` (n * n, symmetric), `force` (n), `jacobian` (m * n, row-major), `target` (m), `kept` (m, see slot k), `lost` (1): the method
    sets it to the number of kept rows that depend on the others for the moment (a singular position), whose equations it leaves out;
    `superelements` are the groups of rows that share coordinates; `what` names the mechanism in errors.

    A new method is a file with one class that supplies `solve(M, f, A, b, groups)`: A and b of the kept rows only (one at least),
    `groups` their superelements as arrays of row numbers. It returns (a, l, lost) and raises StepFailed, starting with `what`, where
    there is no unique a. It sees scaled numbers, free of units: diag M = 1, rows of A of length one
    (diag M is below one for speeds of nearly no inertia).
    """

    kind: ClassVar[str]  # its name in the engine (engine/c/core/problem.h)

    mass: Ref
    force: Ref
    jacobian: Ref
    target: Ref
    kept: Ref
    lost: Ref
    acceleration: Ref
    multipliers: Ref
    superelements: tuple[tuple[int, ...], ...]
    what: str

    @abstractmethod
    def solve(self, M: np.ndarray, f: np.ndarray, A: np.ndarray, b: np.ndarray, groups: list[np.ndarray]):
        """See above."""

    def bind(self, functions: Mapping[str, Function], buffers: Buffers) -> Callable[[], None]:
        """The method tied to views of `buffers`; when it fails they are as they were."""
        given = tuple(ref.view(buffers) for ref in (self.mass, self.force, self.jacobian, self.target))
        kept, lost, acceleration, multipliers = (
            ref.view(buffers) for ref in (self.kept, self.lost, self.acceleration, self.multipliers)
        )
        mass, force, jacobian, target = given
        mass, jacobian = mass.reshape(force.size, force.size), jacobian.reshape(multipliers.size, force.size)
        choice, rows, groups = None, kept, []

        @np.errstate(over="ignore", invalid="ignore")  # what these make of numbers is refused below
        def run() -> None:
            nonlocal choice, rows, groups
            if choice != (present := kept.tobytes()):
                rows, groups = kept_rows(kept, self.superelements)
                choice = present
            if not all(isfinite(numbers.dot(numbers)) for numbers in given):
                raise StepFailed(f"{self.what}: masses, forces or constraints are not numbers or too large; look for a division by zero")
            a, l, count = self._scaled_solve(mass, force, jacobian[rows], target[rows], kept[rows], groups)
            if not isfinite(a.dot(a) + l.dot(l)):
                raise StepFailed(f"{self.what}: the accelerations are too large to be numbers")
            acceleration[:], lost[0] = a, count
            multipliers[:] = 0.0
            multipliers[rows] = l

        return run

    def _scaled_solve(self, M: np.ndarray, f: np.ndarray, A: np.ndarray, b: np.ndarray, usual: np.ndarray, groups: list[np.ndarray]):
        """`solve` in units of speeds and rows of their own; rows that are `usual`ly (k) longer by far have vanished."""
        speeds = 1 / np.sqrt(_inertias(M, A))
        M, f = M * speeds * speeds[:, None], f * speeds
        if not b.size:
            return free_motion(M, f, np.eye(f.size), np.zeros(f.size), self.what) * speeds, b, 0
        A = A * speeds
        lengths = np.sqrt(np.einsum("ij,ij->i", A, A))
        rows = 1 / np.where(lengths * usual > LOST**0.5, lengths, np.inf)
        a, l, lost = self.solve(M, f, A * rows[:, None], b * rows, groups)
        return a * speeds, l * rows, lost


def _inertias(M: np.ndarray, A: np.ndarray) -> np.ndarray:
    """The inertia of each speed (n, all positive); of speeds with nearly none that of the others as they feel it through the rows, else
    all rows that share such a speed would seem parallel."""
    own = np.abs(M.diagonal())
    least = LIGHT * own.max() or 1.0
    light = own < least
    if not light.any():
        return own
    own = np.maximum(own, least)
    squares = A * A
    mobility = squares / own
    whole = mobility.sum(axis=1, keepdims=True)
    others = whole - mobility
    felt = np.divide(squares, others, out=np.zeros_like(squares), where=others > ALONE * whole)
    return np.where(light, np.maximum(own, felt.max(axis=0, initial=0.0)), own)


def kept_rows(kept: np.ndarray, groups: tuple[tuple[int, ...], ...]) -> tuple[np.ndarray, list[np.ndarray]]:
    """The numbers of the rows kept, and for each group that has any their places among them."""
    rows = np.flatnonzero(kept)
    places = [np.flatnonzero(np.isin(rows, group)) for group in groups]
    return rows, [place for place in places if place.size]
