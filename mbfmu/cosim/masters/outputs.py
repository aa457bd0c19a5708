"""Outputs whose recent past a master remembers."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np


@dataclass(frozen=True, eq=False)
class Outputs:
    """Real outputs of one component that drive inputs, by `names`: `sloped` if it says how all of them change.

    `sizes` are their nominal values. `quaternions` are rows of four of them: q and -q are one orientation, and FMUs give now the one, now the other,
    so they continue with the sign that makes no jump. The component takes `parts` steps in a communication step.
    """

    component: str
    names: tuple[str, ...]
    sloped: bool
    sizes: np.ndarray
    quaternions: np.ndarray
    parts: int


def signals_of(outputs: Sequence[Outputs]) -> list[tuple[str, str]]:
    """All signals, by component and name, one group of outputs after another."""
    return [(of.component, name) for of in outputs for name in of.names]
