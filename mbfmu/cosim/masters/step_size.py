"""How well a part of a communication step was coupled, and which size the next one should have: by prediction, or by energy."""

from __future__ import annotations

from typing import NamedTuple, Protocol

import numpy as np

from ..system.system import connector_name
from ..system.timeline import CommunicationStep
from ..system.vectors import vectors
from .coupling import CoupledRun

SAFE = 0.9  # of the size that would just meet the tolerance
LARGER, SMALLER = 2.0, 0.2  # a size changes by no more from one to the next
INTEGRAL, PROPORTIONAL = 0.3, 0.4  # gains of a PI controller on logarithms: K. Gustafsson, ACM Trans. Math. Softw. 17 (1991), 533-554
NONE = 1e-12  # tolerances: less than this is off by nothing


class Off(NamedTuple):
    """What is off by how many tolerances."""

    tolerances: float
    what: str


class StepSize(Protocol):
    """1. `takes_back`  whether a part that is off by more than the tolerance is taken back
    2. `begin`       a part is about to be taken
    3. `off`         what is off when it has been taken
    4. `next_size`   the size [s] that suits after one of `size` that was off by so many tolerances
    """

    takes_back: bool

    def begin(self, part: CommunicationStep) -> None: ...
    def off(self, part: CommunicationStep) -> Off: ...
    def next_size(self, size: float, tolerances: float) -> float: ...


class ByPrediction:
    """Signals must be at the end of a part what their past predicts, by polynomials of the degree of inputs; else it is taken back.

    With explicit masters, this is what inputs are off at the end of the part; those that know the end are better than that. A vector of a hub port
    is one signal.
    """

    takes_back = True

    def __init__(self, coupling: CoupledRun, tolerance: float):
        self._coupling, self._tolerance = coupling, tolerance
        vector_of = {name: vectors(description) for name, description in coupling.descriptions.items()}
        called = [connector_name((name, vector_of[name].get(variable, variable))) for name, variable in coupling.signals]
        self._order = np.argsort(called, kind="stable")  # by vectors
        self._names, self._starts = np.unique(np.sort(called), return_index=True)
        self._predicted = np.zeros(0)

    def begin(self, part: CommunicationStep) -> None:
        self._predicted = self._coupling.predicted(self._coupling.degree, part)

    def off(self, part: CommunicationStep) -> Off:
        held, what = self._coupling.signals_off(part)
        return max(self._connected_off(), Off(held / self._tolerance, what))

    def _connected_off(self) -> Off:
        if not len(self._names):
            return Off(0.0, "")
        changes, sizes = self._coupling.newest - self._predicted, self._coupling.sizes
        distances, lengths = (np.hypot.reduceat(of[self._order], self._starts) for of in (changes, sizes))
        off = np.abs(distances) / (self._tolerance * lengths)
        return Off(float(off.max()), str(self._names[off.argmax()]))

    def next_size(self, size: float, tolerances: float) -> float:
        return size * float(np.clip(SAFE * max(tolerances, NONE) ** (-1 / (self._coupling.degree + 1)), SMALLER, LARGER))


class ByEnergy:
    """The power that coupling creates or destroys at a port must be small beside the largest that has passed through it; no part is taken back.

    See Sadjina et al. (mbfmu.cosim.power.power), who do so with this controller.
    """

    takes_back = False

    def __init__(self, coupling: CoupledRun, tolerance: float):
        self._coupling, self._tolerance, self._last = coupling, tolerance, 1.0
        self._before = self._largest = np.zeros((0, 2))

    def begin(self, part: CommunicationStep) -> None:
        self._before = self._coupling.power.energies

    def off(self, part: CommunicationStep) -> Off:
        powers = (self._coupling.power.energies - self._before) / part.size
        self._largest = np.maximum(self._largest, np.abs(powers)) if len(self._largest) else np.abs(powers)
        allowed = self._tolerance * self._largest.max(axis=1)
        residual = np.abs(powers[:, 0] - powers[:, 1])
        return max(Off(float(r / a) if a else 0.0, port.name) for r, a, port in zip(residual, allowed, self._coupling.power.ports))

    def next_size(self, size: float, tolerances: float) -> float:
        off, order = max(tolerances, NONE), self._coupling.degree + 1
        change = SAFE * off ** (-INTEGRAL / order) * (self._last / off) ** (PROPORTIONAL / order)
        self._last = off
        return size * float(np.clip(change, SMALLER, LARGER))
