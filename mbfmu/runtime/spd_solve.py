"""SpdSolve: a linear system whose matrix is symmetric and positive definite."""

from dataclasses import dataclass
from typing import Callable, Mapping

from casadi import Function
from scipy.linalg.lapack import dposv

from .errors import StepFailed
from .ref import Buffers, Ref


@dataclass(frozen=True)
class SpdSolve:
    """Solve A x = b for the symmetric positive definite A (n x n, full storage) by Cholesky; `what` names it in errors."""

    matrix: Ref
    right_side: Ref
    unknown: Ref
    what: str

    def bind(self, functions: Mapping[str, Function], buffers: Buffers) -> Callable[[], None]:
        """The solve by LAPACK's dposv, tied to views of `buffers`."""
        n = self.unknown.size
        matrix = self.matrix.view(buffers).reshape(n, n)
        right_side, unknown = self.right_side.view(buffers), self.unknown.view(buffers)

        def solve() -> None:
            _, solution, info = dposv(matrix, right_side)
            if info:
                raise StepFailed(
                    f"{self.what}: the matrix is not positive definite at row {info} of {n}; look for a direction without inertia"
                )
            unknown[:] = solution

        return solve
