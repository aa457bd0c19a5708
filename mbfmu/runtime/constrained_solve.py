"""ConstrainedSolve: accelerations and multipliers of a mechanism with constraints; what its methods share."""

from abc import ABC, abstractmethod
from dataclasses import dataclass
from typing import Callable, Mapping

import numpy as np
from casadi import Function

from .ref import Buffers, Ref


@dataclass(frozen=True)
class ConstrainedSolve(ABC):
    """Find `acceleration` (n) and `multipliers` (m) with M a = f + A^T l on all rows, A a = b on the rows kept, l = 0 on the others.

    `mass` (n * n, symmetric), `force` (n), `jacobian` (m * n, row-major), `target` (m), `kept` (m, 1.0 or 0.0), `lost` (1): the method
    sets it to the number of kept rows that depend on the others for the moment (a singular position), whose equations it regularizes;
    `superelements` are the groups of rows that share coordinates; `what` names the mechanism in errors.

    A new method is a file with one class that supplies `solve(M, f, A, b, groups)`: A and b of the kept rows only, `groups` their superelements
    as arrays of row numbers; it returns (a, l, lost) and raises StepFailed, starting with `what`, where there is no unique a.
    """

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
