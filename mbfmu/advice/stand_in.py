"""A linear part in the place of a running FMU, for masters to step."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from functools import cached_property
from typing import Any

import numpy as np

from ..cosim.following import Follower
from ..cosim.history import Polynomial
from ..cosim.ports_ahead import TOLD
from ..cosim.timeline import Step
from .linear_part import LinearPart


class StandIn(Follower):
    """A LinearPart as an Instance, which follows inputs as the FMU does for which it stands: `followed`, `held_at` and whether it `knows_slopes`.

    It takes one step for many runs at once, side by side: its states are columns then, and where an FMU has a number, it has a row of them.
    """

    def __init__(self, name: str, part: LinearPart, followed: Collection[str], held_at: Mapping[str, Callable[[Step], float]], knows_slopes: bool):
        self.name, self.part, self.followed, self.held_at, self.knows_slopes = name, part, followed, held_at, knows_slopes
        self.x = np.zeros(part.order)
        self.inputs: dict[str, Any] = dict.fromkeys(part.inputs, 0.0)
        self.outputs: dict[str, Any] = dict.fromkeys(part.outputs, 0.0)
        self._followed: dict[str, Polynomial] = {}

    @property
    def u(self) -> np.ndarray:
        """The inputs as a vector, or as columns."""
        return self._stacked(self.part.inputs, self.inputs)

    @property
    def y(self) -> np.ndarray:
        """The outputs as a vector, or as columns."""
        return self._stacked(self.part.outputs, self.outputs)

    def set(self, values: Mapping[str, Any]) -> None:
        self.inputs.update(values)

    def read(self) -> None:
        self._give(self.part.C @ self.x + self.part.D @ self.u)

    def _give(self, y: np.ndarray) -> None:
        self.outputs.update(zip(self.part.outputs, y))

    def follow(self, inputs: Mapping[str, Any], step: Step) -> dict[str, Polynomial]:
        taken = {name: self.as_taken(name, given, step) for name, given in inputs.items() if isinstance(given, Polynomial)}
        self.set({name: taken[name](step.start) if name in taken else given for name, given in inputs.items()})
        self._followed = {name: given for name, given in taken.items() if given.is_changing}
        return taken

    @cached_property
    def of_the_instant(self) -> frozenset[str]:
        """The outputs that are what they are at communication points, rather than meant for the step to come."""
        return frozenset(name for name in self.part.outputs if not name.endswith(TOLD))

    def expect(self, size: float) -> None:
        """Give what is meant for a first step of `size` [s]; all else is given already."""
        meant = dict(zip(self.part.outputs, self._meant(size)))
        self.outputs.update({name: value for name, value in meant.items() if name not in self.of_the_instant})

    def _meant(self, size: float) -> np.ndarray:
        """The outputs for a first step."""
        return self.part.C @ self.x + self.part.D @ self.u

    def step(self, start: float, size: float) -> None:
        self._move(start, size, self._coefficients(0))
        self.read()

    def _coefficients(self, least: int) -> np.ndarray:
        """The polynomials of the inputs over a step, of this degree at least: by power of time, then by input."""
        degree = max([least, *(len(polynomial.coefficients) - 1 for polynomial in self._followed.values())])
        coefficients = self._zeros(degree + 1, len(self.part.inputs))
        coefficients[0] = self.u
        for name, polynomial in self._followed.items():
            i = self.part.inputs.index(name)
            for k, coefficient in enumerate(polynomial.coefficients):
                coefficients[k, i] = coefficient
        return coefficients

    def _move(self, start: float, size: float, coefficients: np.ndarray) -> None:
        """To the end of a step over which inputs are these polynomials."""
        P, Q = self.part.over(size, len(coefficients) - 1)
        self.x = P @ self.x + sum(Q_k @ c_k for Q_k, c_k in zip(Q, coefficients))
        self.inputs.update({name: given(start + size) for name, given in self._followed.items()})

    def has_slope(self, name: str) -> bool:
        """Whether the derivative of an output by time is known: inputs do not reach it at once."""
        return self.knows_slopes and not self.part.D[self.part.outputs.index(name)].any()

    def output_slopes(self, names: Sequence[str]) -> np.ndarray:
        """The derivatives of outputs by time."""
        return self.part.C[[self.part.outputs.index(name) for name in names]] @ (self.part.A @ self.x + self.part.B @ self.u)

    def save(self) -> Any:
        return self.x, dict(self.inputs), dict(self.outputs)

    def restore(self, saved: Any) -> None:
        self.x, inputs, outputs = saved
        self.inputs, self.outputs = dict(inputs), dict(outputs)

    def release(self, saved: Any) -> None:
        """There is nothing to free."""

    def _stacked(self, names: Sequence[str], values: Mapping[str, Any]) -> np.ndarray:
        stacked = self._zeros(len(names))
        for i, name in enumerate(names):
            stacked[i] = values[name]
        return stacked

    def _zeros(self, *shape: int) -> np.ndarray:
        return np.zeros((*shape, *self.x.shape[1:]))
