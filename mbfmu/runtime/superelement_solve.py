"""SuperelementSolve: the multipliers of superelements as a function of the acceleration of the bodies that carry them."""

from dataclasses import dataclass
from math import isfinite
from typing import Callable, Mapping

import numpy as np
from casadi import Function

from .errors import StepFailed
from .kept_rows import KeptRows
from .multiplier_solve import refuse_not_finite
from .ref import Buffers, Ref

HANDED = 42  # numbers that a carrier is handed: an inertia (6, 6) and a bias force (6)


@dataclass(frozen=True)
class SuperelementSolve:
    """Find l = multipliers - following a with S l = r - C a on the rows kept, l = 0 on the others, for any accelerations a (6) of carriers.

    A carrier is a body that moves and carries superelements. `schur`, `right_side`, `kept`, `lost` and `pattern` are as in MultiplierSolve, of
    the k rows numbered `rows`; `influence` (k * 6, row-major) is C, of each row by the acceleration of its carrier; `carriers` has for each
    carrier its rows (counted among the k). `multipliers` (k) and `following` (k * 6) are found, and `handed` (42 each carrier): the
    inertia (6, 6) and bias force (6) that `open` has for the superelements with their loops open, with C^T S^-1 C and
    -C^T S^-1 r added for the loops being closed. `what` names the mechanism in errors.
    """

    schur: Ref
    right_side: Ref
    influence: Ref
    open: Ref
    kept: Ref
    lost: Ref
    multipliers: Ref
    following: Ref
    handed: tuple[Ref, ...]
    rows: tuple[int, ...]
    pattern: tuple[tuple[int, int], ...]
    carriers: tuple[tuple[int, ...], ...]
    what: str

    def bind(self, functions: Mapping[str, Function], buffers: Buffers) -> Callable[[], None]:
        """The solve tied to views of `buffers`."""
        given = tuple(ref.view(buffers) for ref in (self.schur, self.right_side, self.influence, self.open))
        schur, right_side, influence, opened = given
        kept, lost, multipliers, following = (ref.view(buffers) for ref in (self.kept, self.lost, self.multipliers, self.following))
        influence, following, with_open_loops = influence.reshape(-1, 6), following.reshape(-1, 6), opened.reshape(-1, HANDED)
        handed = [ref.view(buffers) for ref in self.handed]
        rows, pattern = np.array(self.rows, dtype=int), np.array(self.pattern, dtype=int)
        carriers = [np.array(of, dtype=int) for of in self.carriers]
        choice, system = None, None

        @np.errstate(over="ignore", invalid="ignore")  # what these make of numbers is refused below
        def run() -> None:
            nonlocal choice, system
            if choice != (present := kept.tobytes()):
                system, choice = KeptRows(pattern, kept[rows]), present
            refuse_not_finite(sum(numbers.dot(numbers) for numbers in given), self.what)
            both = np.zeros((rows.size, 7))
            both[system.rows], lost[0] = system.solve(schur, np.column_stack((influence, right_side))[system.rows])
            if not isfinite(np.vdot(both, both)):
                raise StepFailed(f"{self.what}: the multipliers are too large to be numbers")
            following[:], multipliers[:] = both[:, :6], both[:, 6]
            for sums, alone, of in zip(handed, with_open_loops, carriers):
                added = influence[of].T @ both[of]
                sums[:36], sums[36:] = alone[:36] + added[:, :6].ravel(), alone[36:] - added[:, 6]

        return run
