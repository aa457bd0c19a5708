"""A linear part in the place of a running FMU, for masters to step."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from functools import cached_property

import numpy as np

from ..system.ports_ahead import TOLD
from .linear_part import LinearPart


def at(coefficients: np.ndarray, t: float) -> np.ndarray:
    """Polynomials, by rows of the coefficients of powers of t, at a time."""
    value = coefficients[-1]
    for coefficient in coefficients[-2::-1]:
        value = value * t + coefficient
    return value


class StandIn:
    """A LinearPart that steps, on the inputs `heard`, as the FMU does for which it stands: `followed`, `held_at` and whether it `knows_slopes`.

    It takes one step for many runs at once, side by side: its states x, inputs u and outputs y are columns then.
    """

    def __init__(self, name: str, part: LinearPart, followed: Collection[str], held_at: Mapping[str, float], knows_slopes: bool):
        self.name, self.part, self.followed, self.held_at, self.knows_slopes = name, part, followed, held_at, knows_slopes
        self._saved: dict[int, tuple[np.ndarray, np.ndarray, np.ndarray]] = {}

    def hear(self, names: Sequence[str]) -> None:
        """Be told with which inputs steps come, in their order."""
        self.heard = tuple(names)
        self._order = np.array([names.index(name) for name in self.part.inputs], dtype=int)

    def place(self, x: np.ndarray, y: np.ndarray) -> None:
        """Be at states x, with outputs that lie at y and inputs that are zero."""
        self.x, self.y, self.u = x, y, np.zeros((len(self.part.inputs), x.shape[1]))

    @cached_property
    def meant(self) -> np.ndarray:
        """Which outputs are meant for the step to come, rather than what they are at communication points."""
        return np.array([name.endswith(TOLD) for name in self.part.outputs], dtype=bool)

    def expect(self, size: float) -> None:
        """Give what is meant for a first step of `size` [s]; all else is given already."""
        self.y[self.meant] = self._for_first_step(size)[self.meant]

    def _for_first_step(self, size: float) -> np.ndarray:
        return self.part.C @ self.x + self.part.D @ self.u

    def step(self, size: float, coefficients: np.ndarray) -> None:
        """Step by `size` [s] on inputs as polynomials of the time since it began: coefficients (powers x heard x runs)."""
        taken = coefficients[:, self._order]
        self.u = taken[0]
        self._advance(size, taken)
        self.u = at(taken, size)

    def _advance(self, size: float, taken: np.ndarray) -> None:
        """To the end of a step; u are inputs of its beginning."""
        self._move(size, taken)
        self.y[:] = self.part.C @ self.x + self.part.D @ at(taken, size)

    def _move(self, size: float, coefficients: np.ndarray) -> None:
        P, Q = self.part.over(size, len(coefficients) - 1)
        self.x = P @ self.x + sum(Q_k @ c_k for Q_k, c_k in zip(Q, coefficients))

    def has_slope(self, name: str) -> bool:
        """Whether the derivative of an output by time is known: inputs do not reach it at once."""
        return self.knows_slopes and not self.part.D[self.part.outputs.index(name)].any()

    def output_slopes(self, names: Sequence[str]) -> np.ndarray:
        """The derivatives of outputs by time."""
        return self.part.C[[self.part.outputs.index(name) for name in names]] @ (self.part.A @ self.x + self.part.B @ self.u)

    def save(self, level: int) -> None:
        """Keep what it is, to be given back by `restore`."""
        self._saved[level] = self.x, self.u, self.y.copy()

    def restore(self, level: int) -> None:
        """Be what it was."""
        self.x, self.u, self.y[:] = self._saved[level]
