"""A linear part in the place of a running FMU, for masters to step."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from typing import Any

import numpy as np

from ..cosim.following import Follower
from ..cosim.history import Polynomial
from ..cosim.system import Value
from ..cosim.timeline import Step
from .linear_part import LinearPart


class StandIn(Follower):
    """A LinearPart as an Instance, which follows inputs as the FMU does for which it stands: `followed`, `held_at` and whether it `knows_slopes`."""

    differentiates = False  # masters that want derivatives of a step try it, which is exact here

    def __init__(self, name: str, part: LinearPart, followed: Collection[str], held_at: Mapping[str, Callable[[Step], float]], knows_slopes: bool):
        self.name, self.part, self.followed, self.held_at, self.knows_slopes = name, part, followed, held_at, knows_slopes
        self.x = np.zeros(part.order)
        self.inputs: dict[str, Value] = dict.fromkeys(part.inputs, 0.0)
        self.outputs: dict[str, Value] = dict.fromkeys(part.outputs, 0.0)
        self._followed: dict[str, Polynomial] = {}

    @property
    def u(self) -> np.ndarray:
        """The inputs as a vector."""
        return np.array([self.inputs[name] for name in self.part.inputs], dtype=float)

    def set(self, values: Mapping[str, Value]) -> None:
        self.inputs.update(values)

    def read(self) -> None:
        self.outputs.update(zip(self.part.outputs, (self.part.C @ self.x + self.part.D @ self.u).tolist()))

    def follow(self, inputs: Mapping[str, Polynomial | Value], step: Step) -> dict[str, Polynomial]:
        taken = {name: self.as_taken(name, given, step) for name, given in inputs.items() if isinstance(given, Polynomial)}
        self.set({name: taken[name](step.start) if name in taken else given for name, given in inputs.items()})  # type: ignore[misc]
        self._followed = {name: given for name, given in taken.items() if given.is_changing}
        return taken

    def step(self, start: float, size: float) -> None:
        degree = max((len(polynomial.coefficients) - 1 for polynomial in self._followed.values()), default=0)
        coefficients = np.zeros((degree + 1, len(self.part.inputs)))
        coefficients[0] = self.u
        for name, polynomial in self._followed.items():
            coefficients[: len(polynomial.coefficients), self.part.inputs.index(name)] = polynomial.coefficients
        P, Q = self.part.over(size, degree)
        self.x = P @ self.x + sum(Q_k @ c_k for Q_k, c_k in zip(Q, coefficients))
        self.inputs.update({name: given(start + size) for name, given in self._followed.items()})
        self.read()

    def slope(self, name: str) -> float | None:
        """The derivative of an output by time, where it is known: inputs do not reach it at once."""
        row = self.part.outputs.index(name)
        if not self.knows_slopes or self.part.D[row].any():
            return None
        return float(self.part.C[row] @ (self.part.A @ self.x + self.part.B @ self.u))

    def save(self) -> Any:
        return self.x, dict(self.inputs), dict(self.outputs)

    def restore(self, saved: Any) -> None:
        self.x, inputs, outputs = saved
        self.inputs, self.outputs = dict(inputs), dict(outputs)

    def release(self, saved: Any) -> None:
        """There is nothing to free."""
