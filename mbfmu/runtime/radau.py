"""Radau IIA with three stages, order 5: implicit, for stiff problems.

Source: Hairer, Wanner, Solving Ordinary Differential Equations II, section IV.8 (simplified Newton iterations, error
estimate 8.20, which is of order 3).
"""

import numpy as np
from scipy.linalg.lapack import dgetrf, dgetrs

from .differences import jacobian
from .integrator import EPS, Integrator, Ode

S6 = 6**0.5
NODES = np.array([(4 - S6) / 10, (4 + S6) / 10, 1.0])
WEIGHTS = np.array(
    [
        [(88 - 7 * S6) / 360, (296 - 169 * S6) / 1800, (-2 + 3 * S6) / 225],
        [(296 + 169 * S6) / 1800, (88 + 7 * S6) / 360, (-2 - 3 * S6) / 225],
        [(16 - S6) / 36, (16 + S6) / 36, 1 / 9],
    ]
)
GAMMA = 3 + 3 ** (2 / 3) - 3 ** (1 / 3)  # the real eigenvalue of the inverse of WEIGHTS
ERROR = np.array([-13 - 7 * S6, -13 + 7 * S6, -1.0]) / 3
# values at the nodes -> coefficients of theta, theta^2, theta^3 of the polynomial through them that starts at 0
DENSE = np.linalg.inv(np.vander(NODES, 4, increasing=True)[:, 1:])
ITERATIONS = 6


class Radau(Integrator):
    """Order 5 with an error estimate of order 3; the Jacobian, by differences, is kept while Newton's method converges well."""

    error_order = 4

    def __init__(self, ode: Ode, memory: np.ndarray):
        super().__init__(ode, memory)
        self.jacobian: np.ndarray | None = None
        self.current = self.slow = False  # the Jacobian is of this very point; it made Newton's method converge slowly
        self.polynomial: np.ndarray | None = None
        self.last = 0.0
        self.rate = np.empty_like(ode.x)

    def restart(self) -> None:
        """Forget the Jacobian and the polynomial of the last step."""
        self.jacobian = self.polynomial = None

    def begin(self) -> None:
        """The rate at the start, and the Jacobian if there is none worth keeping."""
        self.ode.evaluate()
        self.rate[:] = self.ode.x_dot
        self.current = False
        if self.jacobian is None or self.slow:
            self._differentiate()

    def attempt(self, h: float) -> float:
        """One step of size h; a Jacobian from an earlier step is renewed before the step is given up."""
        stages = self._stages(h)
        if stages is None and not self.current:
            self._differentiate()
            stages = self._stages(h)
        if stages is None:
            return np.inf
        error = self._error(h, stages)
        self.ode.x[:], self.ode.t[0] = self.start + stages[2], self.end_t
        self.ode.evaluate()
        if not np.isfinite(self.ode.x_dot).all():
            return np.inf
        if error <= 1.0:
            self.polynomial, self.last = DENSE @ stages, h
        return error

    def at(self, theta: float) -> None:
        """The collocation polynomial, of order 3."""
        self.ode.x[:] = self.start + np.array([theta, theta**2, theta**3]) @ self.polynomial
        self.ode.t[0] = self.start_t + theta * self.size

    def _stages(self, h: float) -> np.ndarray | None:
        """The increments of the three stages (3 x n), or None if Newton's method does not converge."""
        n = self.start.size
        factors, pivots, singular = dgetrf(np.eye(3 * n) - h * np.kron(WEIGHTS, self.jacobian))
        if singular:
            return None
        stages, before, rate = self._predicted(h), None, None
        enough = max(10 * EPS / self.tolerance, min(0.03, self.tolerance**0.5))
        scale = self.scale(self.start, self.start)
        for iteration in range(ITERATIONS):
            residual = h * WEIGHTS @ self._rates(h, stages) - stages
            if not np.isfinite(residual).all():
                return None
            correction = dgetrs(factors, pivots, residual.ravel())[0].reshape(3, n)
            size = self._norm((correction / scale).ravel())
            rate = size / before if before else None
            if rate is not None and (rate >= 1 or rate ** (ITERATIONS - iteration) / (1 - rate) * size > enough):
                return None
            stages = stages + correction
            if size == 0 or (rate is not None and rate / (1 - rate) * size < enough):
                self.slow = iteration > 1 and rate > 1e-3
                return stages
            before = size
        return None

    def _predicted(self, h: float) -> np.ndarray:
        """The polynomial of the last step, prolonged."""
        if self.polynomial is None:
            return np.zeros((3, self.start.size))
        theta = 1 + NODES * h / self.last
        return np.vander(theta, 4, increasing=True)[:, 1:] @ self.polynomial - self.polynomial.sum(axis=0)

    def _rates(self, h: float, stages: np.ndarray) -> np.ndarray:
        rates = np.empty_like(stages)
        for i, node in enumerate(NODES):
            self.ode.x[:], self.ode.t[0] = self.start + stages[i], self.start_t + node * h
            self.ode.evaluate()
            rates[i] = self.ode.x_dot
        return rates

    def _error(self, h: float, stages: np.ndarray) -> float:
        factors, pivots, singular = dgetrf(GAMMA / h * np.eye(self.start.size) - self.jacobian)
        if singular:
            return np.inf
        slope = ERROR @ stages / h
        scale = self.scale(self.start, self.start + stages[2])
        error = dgetrs(factors, pivots, self.rate + slope)[0]
        if self._norm(error / scale) > 1:  # filtered once more, for very stiff components
            self.ode.x[:], self.ode.t[0] = self.start + error, self.start_t
            self.ode.evaluate()
            error = dgetrs(factors, pivots, self.ode.x_dot + slope)[0]
        return self._norm(error / scale)

    def _differentiate(self) -> None:
        """The Jacobian at the start, by forward differences."""
        ode = self.ode
        ode.t[0] = self.start_t

        def slope(x: np.ndarray) -> np.ndarray:
            ode.x[:] = x
            ode.evaluate()
            return ode.x_dot.copy()

        self.jacobian, self.current, self.slow = jacobian(slope, self.start, ode.nominal), True, False
        ode.x[:] = self.start
