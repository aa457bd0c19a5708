"""Dormand-Prince 5(4): explicit, for problems that are not stiff.

Source: Hairer, Norsett, Wanner, Solving Ordinary Differential Equations I, table II.5.2 and section II.6 (dense output).
"""

import numpy as np

from .integrator import Integrator, Ode

NODES = (1 / 5, 3 / 10, 4 / 5, 8 / 9, 1.0, 1.0)
WEIGHTS = (  # of the stages before, for stages 2 to 6 and for the solution
    (1 / 5,),
    (3 / 40, 9 / 40),
    (44 / 45, -56 / 15, 32 / 9),
    (19372 / 6561, -25360 / 2187, 64448 / 6561, -212 / 729),
    (9017 / 3168, -355 / 33, 46732 / 5247, 49 / 176, -5103 / 18656),
    (35 / 384, 0.0, 500 / 1113, 125 / 192, -2187 / 6784, 11 / 84),
)
ERROR = (-71 / 57600, 0.0, 71 / 16695, -71 / 1920, 17253 / 339200, -22 / 525, 1 / 40)
DENSE = np.array(  # weight of each stage, as polynomials in theta without a constant term
    [
        [1, -8048581381 / 2820520608, 8663915743 / 2820520608, -12715105075 / 11282082432],
        [0, 0, 0, 0],
        [0, 131558114200 / 32700410799, -68118460800 / 10900136933, 87487479700 / 32700410799],
        [0, -1754552775 / 470086768, 14199869525 / 1410260304, -10690763975 / 1880347072],
        [0, 127303824393 / 49829197408, -318862633887 / 49829197408, 701980252875 / 199316789632],
        [0, -282668133 / 205662961, 2019193451 / 616988883, -1453857185 / 822651844],
        [0, 40617522 / 29380423, -110615467 / 29380423, 69997945 / 29380423],
    ]
)


class DormandPrince(Integrator):
    """Order 5 with an error estimate of order 4; the last stage of a step is the first of the next.

    A stage is one product of a row of weights (1, h a) with the matrix of rows (x0, k1, k2, ...): no temporary arrays.
    """

    error_order = 5

    def __init__(self, ode: Ode, memory: np.ndarray):
        super().__init__(ode, memory)
        self.table = np.zeros((7, 8))
        for row, weights in zip(self.table, (*WEIGHTS, ERROR)):
            row[1 : 1 + len(weights)] = weights
        self.weights = np.zeros_like(self.table)
        self.rows = np.zeros((8, ode.x.size))  # the start, and the rates of the stages
        self.rates = self.rows[1:]
        self.stages = [
            (self.weights[s, : s + 2].dot, self.rows[: s + 2], node, self.rates[s + 1]) for s, node in enumerate(NODES)
        ]
        self.combine_error = self.weights[6].dot
        self.error, self.size_before, self.size_after = np.zeros((3, ode.x.size))
        self.known = False  # whether the last stage is the rate at the present point

    def restart(self) -> None:
        """Forget the rate at the present point."""
        self.known = False

    def resume(self) -> None:
        """The rate at the present point is what an evaluation would give again."""

    def moved(self) -> None:
        """The last stage is not the rate at the present point."""
        self.known = False

    def begin(self) -> None:
        """The first stage: the last one of the step before, unless something jumped."""
        if not self.known:
            self.ode.evaluate()
            self.rates[6] = self.ode.x_dot
        self.rates[0] = self.rates[6]
        self.rows[0] = self.start
        self.known = False

    def attempt(self, h: float) -> float:
        """One step of size h."""
        ode = self.ode
        t, x, x_dot, evaluate = ode.t, ode.x, ode.x_dot, ode.evaluate
        np.multiply(self.table, h, out=self.weights)
        self.weights[:6, 0] = 1.0
        for combine, rows, node, rate in self.stages:
            combine(rows, x)
            t[0] = self.end_t if node == 1.0 else self.start_t + node * h
            evaluate()
            rate[:] = x_dot
        self.combine_error(self.rows, self.error)
        error = self._relative_error()
        self.known = error <= 1.0
        return error

    def _relative_error(self) -> float:
        """The norm of error / scale(start, x), without temporary arrays."""
        np.abs(self.start, out=self.size_before)
        np.abs(self.ode.x, out=self.size_after)
        allowed = np.maximum(self.size_before, self.size_after, out=self.size_after)
        allowed += self.ode.nominal
        relative = np.divide(self.error, allowed, out=self.error)
        square = float(relative.dot(relative)) / max(relative.size, 1)
        return square**0.5 / self.tolerance if square < np.inf else np.inf

    def at(self, theta: float) -> None:
        """The dense output of order 4."""
        powers = np.array([theta, theta**2, theta**3, theta**4])
        self.ode.x[:] = self.start + self.size * (DENSE @ powers).dot(self.rates)
        self.ode.t[0] = self.start_t + theta * self.size
