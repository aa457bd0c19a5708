"""What the one-step integrators share: the choice of the step size, and what to say when it becomes too small."""

from abc import ABC, abstractmethod
from dataclasses import dataclass
from typing import Callable

import numpy as np

from .errors import StepFailed

SAFETY, SLOWEST, FASTEST = 0.9, 0.2, 10.0
DAMPING = 0.04  # of the PI controller, as in Hairer's DOPRI5
EPS = np.finfo(float).eps


@dataclass(frozen=True)
class Ode:
    """x_dot = f(t, x) on buffers: `evaluate` reads `t` and `x` and fills `x_dot`."""

    t: np.ndarray
    x: np.ndarray
    x_dot: np.ndarray
    evaluate: Callable[[], None]
    names: tuple[str, ...]
    nominal: np.ndarray


class Integrator(ABC):
    """Steps an Ode through time, one accepted step at a call.

    The contract of an integrator:

    1. `error_order` is the order of its error estimate in the step size, plus one;
    2. `begin()` evaluates what every attempt at a step from `start`, where t and x are, has in common;
    3. `attempt(h)` sets t (to `end_t`) and x to the end of a step of size h from there, evaluates the derivative at that end
       and returns the estimated error in units of the tolerance, infinite if it found none;
    4. `at(theta)` sets t and x to the point theta (0 to 1) of the last accepted step, by its dense output;
    5. `restart()` forgets whatever was learned on the way to the present point, because something jumped;
    6. `resume()` says that nothing did: kept may be only what would be found again to the last bit;
    7. `moved()` says that the present point was corrected by no more than the tolerance: its rate is to be found anew.

    `memory` (step size, last error) is all that survives between communication points; it belongs to the saved state.
    """

    error_order: int

    def __init__(self, ode: Ode, memory: np.ndarray):
        self.ode, self.memory, self.tolerance = ode, memory, 1e-6
        self.start = np.empty_like(ode.x)
        self.start_t = self.end_t = self.size = 0.0

    @abstractmethod
    def begin(self) -> None:
        """See point 2 of the contract."""

    @abstractmethod
    def attempt(self, h: float) -> float:
        """See point 3 of the contract."""

    @abstractmethod
    def at(self, theta: float) -> None:
        """See point 4 of the contract."""

    @abstractmethod
    def restart(self) -> None:
        """See point 5 of the contract."""

    def resume(self) -> None:
        """See point 6 of the contract."""
        self.restart()

    def moved(self) -> None:
        """See point 7 of the contract."""

    def step(self, t_end: float) -> None:
        """One accepted step, at most to t_end; StepFailed, with its cause, if no step is small enough."""
        ode = self.ode
        self.start[:], self.start_t = ode.x, float(ode.t[0])
        remaining = t_end - self.start_t
        h, retried = self.memory[0] or self._first_size(remaining), False
        self.begin()
        while True:
            taken = min(h, remaining) if h < 0.999 * remaining else remaining
            self.end_t = t_end if taken == remaining else self.start_t + taken
            error, cause = self._tried(taken)
            if error <= 1.0:
                break
            ode.x[:], ode.t[0] = self.start, self.start_t
            h = taken * (max(SLOWEST, SAFETY * error ** (-1 / self.error_order)) if np.isfinite(error) else SLOWEST)
            retried = True
            if h <= 16 * EPS * max(abs(self.start_t), remaining):
                raise StepFailed(f"the integration cannot go on from t = {self.start_t:.9g} s: {cause or self.steepest()}")
        self.size = taken
        proposed = taken * min(self._growth(error), 1.0 if retried else FASTEST)
        self.memory[:] = max(proposed, h) if taken < h and not retried else proposed, max(error, 1e-4)

    def _tried(self, h: float) -> tuple[float, str]:
        try:
            error = self.attempt(h)
        except StepFailed as cause:
            return np.inf, str(cause)
        return error, "" if error < np.inf else self._not_finite()

    def _growth(self, error: float) -> float:
        if error == 0.0:
            return FASTEST
        exponent = 1 / self.error_order - 0.75 * DAMPING
        factor = SAFETY * error**-exponent * (self.memory[1] or 1e-4) ** DAMPING
        return min(max(factor, SLOWEST), FASTEST)

    def _first_size(self, remaining: float) -> float:
        """Hairer, Norsett, Wanner, Solving Ordinary Differential Equations I, section II.4."""
        ode = self.ode
        if not ode.x.size:
            return remaining
        ode.evaluate()
        scale = self.scale(ode.x, ode.x)
        rate = ode.x_dot.copy()
        d0, d1 = self._norm(ode.x / scale), self._norm(rate / scale)
        guess = min(0.01 * d0 / d1 if d0 > 1e-5 and d1 > 1e-5 else 1e-6, remaining)
        if not 0 < guess < np.inf:
            return min(1e-6, remaining)
        ode.x[:], ode.t[0] = self.start + guess * rate, self.start_t + guess
        ode.evaluate()
        d2 = self._norm((ode.x_dot - rate) / scale) / guess
        ode.x[:], ode.t[0] = self.start, self.start_t
        steepest = max(d1, d2)
        size = (0.01 / steepest) ** (1 / self.error_order) if steepest > 1e-15 else max(1e-6, guess * 1e-3)
        return float(min(100 * guess, size, remaining)) if np.isfinite(size) else guess

    def scale(self, x: np.ndarray, y: np.ndarray) -> np.ndarray:
        """The error allowed on each state: the tolerance times its size or its nominal."""
        return self.tolerance * (self.ode.nominal + np.maximum(np.abs(x), np.abs(y)))

    def _norm(self, scaled: np.ndarray) -> float:
        """Root mean square; infinite if it is not a number."""
        with np.errstate(over="ignore", invalid="ignore"):
            norm = float(np.sqrt(scaled.dot(scaled) / max(scaled.size, 1)))
        return norm if norm < np.inf else np.inf

    def _not_finite(self) -> str:
        bad = np.flatnonzero(~np.isfinite(self.ode.x_dot))
        if not bad.size:
            return "the equations of a step have no solution"
        return f"the rate of {', '.join(self._name(i) for i in bad[:5])} is not a number"

    def steepest(self) -> str:
        """Which state changes fastest at the present point, in words."""
        self.ode.evaluate()
        i = int(np.argmax(np.abs(self.ode.x_dot) / self.ode.nominal))
        return f"{self._name(i)} = {self.ode.x[i]:.6g} changes too fast ({self.ode.x_dot[i]:.3g} per second) to meet the tolerance"

    def _name(self, i: int) -> str:
        return self.ode.names[i] if i < len(self.ode.names) else f"state {i + 1}"
