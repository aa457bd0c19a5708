"""A mode of a linear system, and what moves in it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from ...base.one_line import one_line

SHARED = 0.2  # of the largest part: states with so large a part in a mode are named
NOTHING = 1e-9  # of the largest part: a mode whose coordinates move less is one of speeds alone


@one_line
@dataclass(frozen=True)
class Mode:
    """One mode of a linear system: its `eigenvalue` [rad/s], and in `shape` the states that move in it with their complex parts, the largest first.

    For mechanisms, `shape` has coordinates; their speeds are these times the eigenvalue.
    """

    eigenvalue: complex
    shape: dict[str, complex]

    @property
    def frequency(self) -> float:
        """The damped frequency [Hz]; zero for a mode that does not oscillate."""
        return abs(self.eigenvalue.imag) / (2.0 * np.pi)

    @property
    def undamped(self) -> float:
        """The undamped natural frequency [Hz]; zero for a mode that does not oscillate."""
        return abs(self.eigenvalue) / (2.0 * np.pi) if self.eigenvalue.imag else 0.0

    @property
    def damping(self) -> float:
        """The damping ratio: 0 undamped, 1 and more without oscillation, negative if the motion grows; nan for an eigenvalue of zero."""
        return (0.0 - self.eigenvalue.real) / abs(self.eigenvalue) if self.eigenvalue else float("nan")

    def numbers(self) -> dict[str, Any]:
        """What a script wants to know, in types of JSON; the damping ratio is None at zero."""
        damping = self.damping if self.eigenvalue else None
        return {
            "frequency": self.frequency,
            "undamped": self.undamped,
            "damping": damping,
            "eigenvalue": [self.eigenvalue.real, self.eigenvalue.imag],
            "moves": list(self.shape),
        }


def in_words(value: complex) -> str:
    """An eigenvalue, with its conjugate where it is complex."""
    return f"{value.real:.5g}" + (f" ± {value.imag:.5g} i" if value.imag else "")


def shape_of(vector: np.ndarray, states: Sequence[str], speeds: Sequence[str]) -> dict[str, complex]:
    """What moves in an eigenvector (n,) of `states`, of which some are `speeds`; see Mode."""
    size = np.abs(vector)
    still = np.array([name not in speeds for name in states])
    if (size * still).max(initial=0.0) > NOTHING * size.max(initial=0.0):
        size = size * still
    order = [i for i in np.argsort(-size) if size[i] >= SHARED * size.max()]
    return {states[i]: complex(vector[i] / vector[order[0]]) for i in order}
