"""A linear part in the place of a running FMU, for masters to step."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from typing import Any

import numpy as np

from ..cosim.following import OverStep, over_step
from ..cosim.history import Polynomial
from ..cosim.system import Value
from ..cosim.timeline import Step
from .linear_part import LinearPart


class StandIn:
    """A LinearPart as an Instance, which follows inputs as the FMU does for which it stands: `followed`, `held_at` and whether it `knows_slopes`."""

    differentiates = False  # masters that want derivatives of a step try it, which is exact here

    def __init__(self, name: str, part: LinearPart, followed: Collection[str], held_at: Mapping[str, Callable[[Step], float]], knows_slopes: bool):
        self.name, self.part, self.followed, self.held_at, self.knows_slopes = name, part, followed, held_at, knows_slopes
        self.x = np.zeros(part.order)
        self.inputs: dict[str, Value] = dict.fromkeys(part.inputs, 0.0)
        self.outputs: dict[str, Value] = dict.fromkeys(part.outputs, 0.0)
        self._over = OverStep({}, {}, {})

    @property
    def u(self) -> np.ndarray:
        """The inputs as a vector."""
        return np.array([self.inputs[name] for name in self.part.inputs], dtype=float)

    @property
    def sloped(self) -> list[str]:
        """The outputs whose slopes it knows: those that inputs do not reach at once."""
        return [name for name, row in zip(self.part.outputs, self.part.D) if self.knows_slopes and not row.any()]

    def set(self, values: Mapping[str, Value]) -> None:
        self.inputs.update(values)

    def read(self) -> None:
        self.outputs.update(zip(self.part.outputs, (self.part.C @ self.x + self.part.D @ self.u).tolist()))

    def follow(self, inputs: Mapping[str, Polynomial | Value], step: Step) -> None:
        self._over = over_step(inputs, step, self.followed, self.held_at)
        self.set(self._over.held)

    def step(self, start: float, size: float) -> None:
        followed = self._over.followed
        degree = max((len(polynomial.coefficients) - 1 for polynomial in followed.values()), default=0)
        coefficients = np.zeros((degree + 1, len(self.part.inputs)))
        coefficients[0] = self.u
        for name, polynomial in followed.items():
            coefficients[: len(polynomial.coefficients), self.part.inputs.index(name)] = polynomial.coefficients
        P, Q = self.part.over(size, degree)
        self.x = P @ self.x + sum(Q_k @ c_k for Q_k, c_k in zip(Q, coefficients))
        self.inputs.update(self._over.at_end)
        self.read()

    def output_slopes(self, names: Sequence[str]) -> list[float]:
        rates = self.part.C @ (self.part.A @ self.x + self.part.B @ self.u)
        return [float(rates[self.part.outputs.index(name)]) for name in names]

    def save(self) -> Any:
        return self.x, dict(self.inputs), dict(self.outputs)

    def restore(self, saved: Any) -> None:
        self.x, inputs, outputs = saved
        self.inputs, self.outputs = dict(inputs), dict(outputs)

    def release(self, saved: Any) -> None:
        """There is nothing to free."""
