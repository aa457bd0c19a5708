"""StepJacobian: how outputs at the end of a step change with what drives inputs there, for an implicit master."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from ..system.timeline import CommunicationStep

ALIKE = 1.5  # steps longer or shorter by less have nearly the same Jacobian


@dataclass(frozen=True)
class StepJacobian:
    """`matrix`: how much each output (rows) changes with each output where it drives inputs (columns), over a step of `size` [s]."""

    size: float
    matrix: np.ndarray

    def suits(self, step: CommunicationStep) -> bool:
        """Say whether it serves for a step."""
        return self.size / ALIKE < step.size < self.size * ALIKE

    def correction(self, off: np.ndarray, sizes: np.ndarray) -> np.ndarray:
        """Newton's correction of guesses that are `off`, both relative to the `sizes` of outputs; else what is small would count as dependent."""
        matrix = (np.eye(len(off)) - self.matrix) * sizes / sizes[:, None]
        return np.linalg.lstsq(matrix, off, rcond=None)[0]
