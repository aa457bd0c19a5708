"""MultiplierSolve: multipliers of groups of rows, each from its own Schur complement."""

from dataclasses import dataclass
from math import isfinite
from typing import Callable, Mapping

import numpy as np
from casadi import Function

from .errors import StepFailed
from .ref import Buffers, Ref
from .schur_complement import schur_multipliers


@dataclass(frozen=True)
class MultiplierSolve:
    """Find `multipliers` (m) with S l = r on the rows kept, l = 0 on the others, group by group.

    `schur` holds the symmetric matrix of one group after the other (k * k for k rows, row-major), `right_side` (m) r, `kept` (m) as slot
    k; `lost` (1) is set to the number of kept rows that depend on the others for the moment (a singular position), whose l is zero.
    `groups` are the numbers of the rows of each group, which has no part in any other; `what` names the mechanism in errors.
    """

    schur: Ref
    right_side: Ref
    kept: Ref
    lost: Ref
    multipliers: Ref
    groups: tuple[tuple[int, ...], ...]
    what: str

    def bind(self, functions: Mapping[str, Function], buffers: Buffers) -> Callable[[], None]:
        """The solve tied to views of `buffers`."""
        schur, right_side, kept, lost, multipliers = (
            ref.view(buffers) for ref in (self.schur, self.right_side, self.kept, self.lost, self.multipliers)
        )
        blocks = [schur[start : start + len(group) ** 2].reshape(len(group), -1) for start, group in zip(self.starts(), self.groups)]
        choice, parts = None, []

        @np.errstate(over="ignore", invalid="ignore")  # what these make of numbers is refused below
        def run() -> None:
            nonlocal choice, parts
            if choice != (present := kept.tobytes()):
                parts, choice = self._parts(blocks, kept), present
            if not isfinite(schur.dot(schur) + right_side.dot(right_side)):
                raise StepFailed(f"{self.what}: masses, forces or constraints are not numbers or too large; look for a division by zero")
            multipliers[:] = 0.0
            count = 0
            for block, chosen, rows in parts:
                multipliers[rows], dependent = schur_multipliers(block[chosen], right_side[rows], kept[rows])
                count += dependent
            if not isfinite(multipliers.dot(multipliers)):
                raise StepFailed(f"{self.what}: the multipliers are too large to be numbers")
            lost[0] = count

        return run

    def starts(self) -> tuple[int, ...]:
        """Where the matrix of each group starts within `schur`."""
        return tuple(sum(len(before) ** 2 for before in self.groups[:i]) for i in range(len(self.groups)))

    def _parts(self, blocks: list[np.ndarray], kept: np.ndarray) -> list[tuple]:
        """For each group with rows kept: its matrix, which part of it, and the numbers of these rows."""
        found = []
        for block, group in zip(blocks, self.groups):
            rows = np.array(group)
            chosen = np.flatnonzero(kept[rows])
            if chosen.size:
                found.append((block, np.ix_(chosen, chosen), rows[chosen]))
        return found
