"""MultiplierSolve: multipliers of rows from their Schur complement."""

from dataclasses import dataclass
from math import isfinite
from typing import Callable, Mapping

import numpy as np
from casadi import Function

from .errors import StepFailed
from .kept_rows import KeptRows
from .ref import Buffers, Ref


@dataclass(frozen=True)
class MultiplierSolve:
    """Find the `multipliers` l with S l = r on the rows kept, l = 0 on the others.

    `rows` are the numbers of the k rows concerned among all m; `schur` holds the numbers of the symmetric matrix S at the places `pattern` (row
    and column, counted among the k) of its lower triangle, `right_side` (k) r, `kept` (m) is as slot k; `multipliers` (k) are found. `lost` (1) is set to the number of kept rows that depend on the others for the moment (a singular position),
    whose l is zero. `what` names the mechanism in errors.
    """

    schur: Ref
    right_side: Ref
    kept: Ref
    lost: Ref
    multipliers: Ref
    rows: tuple[int, ...]
    pattern: tuple[tuple[int, int], ...]
    what: str

    def bind(self, functions: Mapping[str, Function], buffers: Buffers) -> Callable[[], None]:
        """The solve tied to views of `buffers`."""
        schur, right_side, kept, lost, multipliers = (
            ref.view(buffers) for ref in (self.schur, self.right_side, self.kept, self.lost, self.multipliers)
        )
        rows, pattern = np.array(self.rows, dtype=int), np.array(self.pattern, dtype=int).reshape(-1, 2)
        choice, system = None, None

        @np.errstate(over="ignore", invalid="ignore")  # what these make of numbers is refused below
        def run() -> None:
            nonlocal choice, system
            if choice != (present := kept.tobytes()):
                system, choice = KeptRows(pattern, kept[rows]), present
            refuse_not_finite(schur.dot(schur) + right_side.dot(right_side), self.what)
            x, lost[0] = system.solve(schur, right_side[system.rows, None])
            l = np.zeros(rows.size)
            l[system.rows] = x[:, 0]
            if not isfinite(l.dot(l)):
                raise StepFailed(f"{self.what}: the multipliers are too large to be numbers")
            multipliers[:] = l

        return run


def refuse_not_finite(number: float, what: str) -> None:
    """StepFailed where a number made of all that is given is not one."""
    if not isfinite(number):
        raise StepFailed(f"{what}: masses, forces or constraints are not numbers or too large; look for a division by zero")
