"""NewtonSolve: algebraic unknowns whose residual must vanish."""

from dataclasses import dataclass
from typing import Any, Callable, Mapping

import numpy as np
from casadi import Function
from scipy.linalg.lapack import dgetrf, dgetrs

from .errors import StepFailed
from .ref import Buffers, Ref

ITERATIONS = 50
SMALLEST_DAMPING = 1e-8
ROUNDOFF = 8 * np.finfo(float).eps  # of the nominal size: a correction that is no longer worth making
NEARLY = 1e-7  # of the nominal size: corrections this small that stop shrinking have met roundoff


@dataclass(frozen=True)
class NewtonSolve:
    """Find `unknown` (n) with residual = 0 by Newton's method, starting from the buffer's present values.

    `evaluate` fills `residual` (n) and `jacobian` (n x n, column-major) from the present unknowns; `nominal` (n numbers)
    scales the test for convergence; `what` names the unknowns in errors.
    """

    evaluate: tuple[Any, ...]  # of steps.Step, which is defined from this
    residual: Ref
    jacobian: Ref
    unknown: Ref
    nominal: tuple[float, ...]
    what: str

    def bind(self, functions: Mapping[str, Function], buffers: Buffers) -> Callable[[], None]:
        """The solver tied to views of `buffers`; when it fails the unknowns are as they were."""
        steps = tuple(step.bind(functions, buffers) for step in self.evaluate)
        unknown = self.unknown.view(buffers)
        newton = _Newton(steps, self.residual.view(buffers), self.jacobian.view(buffers), unknown, np.array(self.nominal), self.what)

        def solve() -> None:
            start = unknown.copy()
            try:
                newton.solve()
            except StepFailed:
                unknown[:] = start
                raise

        return solve


class _Newton:
    """Newton's method with Deuflhard's affine-invariant damping, on views of an instance's buffers.

    A step is accepted when the correction that the old Jacobian predicts behind it has shrunk, so only the unknowns
    need a scale, not the residuals. Source: P. Deuflhard, Newton Methods for Nonlinear Problems, 2011, section 3.3.
    """

    def __init__(self, steps, residual, jacobian, unknown, nominal, what: str):
        self.steps, self.residual, self.unknown, self.nominal, self.what = steps, residual, unknown, nominal, what
        self.jacobian = jacobian.reshape((unknown.size, unknown.size), order="F")

    def solve(self) -> None:
        self._evaluate()
        before = np.inf
        for _ in range(ITERATIONS):
            factors = self._factorized()
            correction = dgetrs(*factors, -self.residual)[0]
            size = self._size(correction)
            if size <= ROUNDOFF or (size <= NEARLY and size >= 0.5 * before):
                return
            self._move(correction, size, factors)
            before = size
        raise StepFailed(f"{self.what}: no solution after {ITERATIONS} Newton iterations (last correction {size:.2g} of nominal)")

    def _move(self, correction: np.ndarray, size: float, factors: tuple[np.ndarray, np.ndarray]) -> None:
        """Go along the correction, as far as it makes the next one smaller."""
        origin, damping = self.unknown.copy(), 1.0
        while damping >= SMALLEST_DAMPING:
            self.unknown[:] = origin + damping * correction
            self._evaluate()
            following = self._size(dgetrs(*factors, -self.residual)[0])
            if following <= (1 - damping / 4) * size or max(size, following) <= NEARLY:
                return
            damping /= 2
        raise StepFailed(f"{self.what}: no solution near the last one; Newton's method stalls at {self._shown(origin)}")

    def _evaluate(self) -> None:
        for step in self.steps:
            step()

    def _factorized(self) -> tuple[np.ndarray, np.ndarray]:
        if not (np.isfinite(self.residual).all() and np.isfinite(self.jacobian).all()):
            raise StepFailed(f"{self.what}: the residual is not a number at {self._shown(self.unknown)}")
        factors, pivots, info = dgetrf(self.jacobian)
        if info:
            raise StepFailed(f"{self.what}: the Jacobian is singular at {self._shown(self.unknown)} (column {info})")
        return factors, pivots

    def _size(self, correction: np.ndarray) -> float:
        """The largest correction, relative to the unknown or its nominal; infinite if it is not a number."""
        size = np.max(np.abs(correction) / np.maximum(self.nominal, np.abs(self.unknown)), initial=0.0)
        return float(size) if np.isfinite(size) else np.inf

    def _shown(self, values: np.ndarray) -> str:
        return ", ".join(f"{v:.6g}" for v in values[:8]) + (", ..." if values.size > 8 else "")
