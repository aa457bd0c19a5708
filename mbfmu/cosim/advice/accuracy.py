"""How far coupled parts are off from the equations that they couple, and the step for a wanted accuracy."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

import numpy as np
from scipy.linalg import expm

from ..masters.faults import NotClosed
from ..system.system import Connector
from .linear_coupling import LinearCoupling
from .linear_system import LinearCoupledSystem
from .linearized_system import LinearizedSystem

INSTANTS = 100  # of a run at which outputs are compared
TRIES = 8  # of steps on the way to the one that is wanted
NEAR = 0.1  # relative: how exactly the error of that is what is wanted
ORDERS, FACTOR = (0.5, 6.0), 16.0  # of errors in the step, and by which a step is changed at most
LEAST = 1e-14  # of an error: what is roundoff
SMALL = 0.01  # of the largest output of the same unit: what is smaller need not be known relative to itself


@dataclass(frozen=True)
class LetGo:
    """A linear system that moves freely for `duration` [s], let go from where a constant offset of one connected input has moved it.

    `units` are those of its outputs, where they have one.
    """

    linear: LinearCoupledSystem
    duration: float
    units: Mapping[Connector, str]

    def error(self, coupling: LinearCoupling, size: float) -> float:
        """The largest error of any output that is coupled, relative to the largest that this output ever is, with steps of `size` [s].

        What ports with interface mass exchange for the step to come is left out: means of forces, and accelerations under those of the step before.
        Of an output that hardly moves it is relative to a hundredth of the largest that any output of its unit ever is: one that a symmetry keeps
        at rest is nothing but roundoff. It is infinite where numbers overflow, or the master finds no values behind a step.
        """
        if not self.linear.displaced.size:
            return 0.0
        try:
            with np.errstate(all="ignore"):
                relative = self._errors(coupling, size)
        except NotClosed:
            return np.inf
        return float(relative.max(initial=0.0)) if np.isfinite(relative).all() else np.inf

    def _errors(self, coupling: LinearCoupling, size: float) -> np.ndarray:
        whole, x0 = self.linear.whole, self.linear.displaced
        w, taken = coupling.started(x0, whole.C @ x0, size)
        often = max(round(self.duration / size / INSTANTS), 1)
        found_later, exact_later = np.linalg.matrix_power(coupling.matrix(size), often), expm(whole.A * often * size)
        exact = expm(whole.A * taken * size) @ x0
        seen = [i for i, (c, v) in enumerate(coupling.signals) if not coupling.stand_ins[c].meant[coupling.stand_ins[c].part.outputs.index(v)]]
        rows = [list(whole.outputs).index(".".join(coupling.signals[i])) for i in seen]
        newest = np.arange(len(w))[coupling.newest_in_w][seen]
        off, largest = np.zeros(len(rows)), np.abs(whole.C[rows] @ x0).max(axis=1, initial=0.0)
        for _ in range(max(int(self.duration / size) - taken, 0) // often + 1):
            right = whole.C[rows] @ exact
            off, largest = np.maximum(off, np.abs(w[newest] - right).max(axis=1)), np.maximum(largest, np.abs(right).max(axis=1))
            w, exact = found_later @ w, exact_later @ exact
        sizes = np.maximum(largest, SMALL * self._largest_of_unit([coupling.signals[i] for i in seen], largest))
        return off[sizes > 0] / sizes[sizes > 0]

    def _largest_of_unit(self, sources: Iterable[Connector], largest: np.ndarray) -> np.ndarray:
        units = [self.units.get(source, source) for source in sources]
        return np.array([max(size for size, other in zip(largest, units) if other == unit) for unit in units])

    def step_for(self, coupling: LinearCoupling, wanted: float, stable: float) -> float:
        """The step [s] with which the error is as `wanted`, `stable` at most: by power laws through the last two steps that were tried."""
        tried = [(stable / 16, self.error(coupling, stable / 16)), (stable / 4, self.error(coupling, stable / 4))]
        for _ in range(TRIES):
            (h1, e1), (h2, e2) = tried[-2:]
            if abs(e2 / wanted - 1.0) <= NEAR or (h2 == stable and e2 < wanted):
                break
            order = np.clip(np.log(e2 / e1) / np.log(h2 / h1), *ORDERS) if 0 < e1 < np.inf and 0 < e2 < np.inf else ORDERS[0]
            factor = np.clip((wanted / max(e2, LEAST)) ** (1 / order), 1 / FACTOR, FACTOR)
            size = min(h2 * float(factor), stable)
            tried.append((size, self.error(coupling, size)))
            if size == h2:
                break
        return tried[-1][0]


def let_go(of: LinearizedSystem) -> LetGo:
    """What is to be compared of a System."""
    return LetGo(of.linear, of.duration, of.units)
