"""A linear part in the place of a running FMU, for masters to step."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from functools import cached_property
from typing import Any

import numpy as np

from ..system.history import Polynomial
from ..system.input_follower import InputFollower, Inputs
from ..system.ports_ahead import TOLD
from ..system.timeline import CommunicationStep
from ..system.values import Values
from .linear_part import LinearPart


class StandIn(InputFollower):
    """A LinearPart as an Instance, which follows inputs as the FMU does for which it stands: `followed`, `held_at` and whether it `knows_slopes`.

    It takes one step for many runs at once, side by side: its states are columns then, and where an FMU has a number, it has a row of them.
    """

    def __init__(self, name: str, part: LinearPart, followed: Collection[str], held_at: Mapping[str, float], knows_slopes: bool):
        self.name, self.part, self.followed, self.held_at, self.knows_slopes = name, part, followed, held_at, knows_slopes
        self.x, self.u, self.outputs = np.zeros(part.order), np.zeros(len(part.inputs)), Values(part.outputs)
        self.listen(part.inputs, ())

    def listen(self, reals: Sequence[str], others: Sequence[str]) -> None:
        super().listen(reals, others)
        self._order = np.array([reals.index(name) for name in self.part.inputs], dtype=int)

    def read(self) -> None:
        self.outputs.reals = self.part.C @ self.x + self.part.D @ self.u

    def follow(self, given: Inputs, step: CommunicationStep) -> Polynomial:
        taken = self.as_taken(given.reals, step)
        self._taken = taken.of(self._order) if len(self._order) else Polynomial(step.start, np.zeros((1, 0, *self.x.shape[1:])))
        self.u = self._taken(step.start)
        return taken

    @cached_property
    def meant(self) -> np.ndarray:
        """Which outputs are meant for the step to come, rather than what they are at communication points."""
        return np.array([name.endswith(TOLD) for name in self.part.outputs], dtype=bool)

    def expect(self, size: float) -> None:
        """Give what is meant for a first step of `size` [s]; all else is given already."""
        self.outputs.reals = self.outputs.reals.copy()
        self.outputs.reals[self.meant] = self._for_first_step(size)[self.meant]

    def _for_first_step(self, size: float) -> np.ndarray:
        return self.part.C @ self.x + self.part.D @ self.u

    def step(self, start: float, size: float) -> None:
        self._move(size, self._taken.coefficients)
        self.u = self._taken(start + size)
        self.read()

    def _move(self, size: float, coefficients: np.ndarray) -> None:
        """To the end of a step over which inputs are polynomials with these coefficients."""
        P, Q = self.part.over(size, len(coefficients) - 1)
        self.x = P @ self.x + sum(Q_k @ c_k for Q_k, c_k in zip(Q, coefficients))

    def has_slope(self, name: str) -> bool:
        """Whether the derivative of an output by time is known: inputs do not reach it at once."""
        return self.knows_slopes and not self.part.D[self.part.outputs.index(name)].any()

    def output_slopes(self, names: Sequence[str]) -> np.ndarray:
        """The derivatives of outputs by time."""
        return self.part.C[[self.part.outputs.index(name) for name in names]] @ (self.part.A @ self.x + self.part.B @ self.u)

    def save(self) -> Any:
        return self.x, self.u, self.outputs.reals

    def restore(self, saved: Any) -> None:
        self.x, self.u, self.outputs.reals = saved

    def release(self, saved: Any) -> None:
        """There is nothing to free."""
