"""The real outputs of an FMU that drive inputs, and their recent past."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from ..system.history import History, Sample
from .instance import RunningFmu


class Outputs(History):
    """The History of real outputs of one FMU by `names`, which takes communication steps in `parts`, `sloped` if the FMU says how all of them change.

    `quaternions` are rows of four of them: q and -q are one orientation, and FMUs give now the one, now the other, so they continue with the sign
    that makes no jump.
    """

    def __init__(
        self, instance: RunningFmu, names: Sequence[str], degree: int, nominal: np.ndarray, sloped: bool, quaternions: np.ndarray, parts: int = 1
    ):
        super().__init__(degree, nominal, parts)
        self.component, self.names, self.sloped = instance.name, tuple(names), sloped
        self._instance, self._quaternions, self._places = instance, quaternions, instance.outputs.places(names)

    def remember(self, time: float) -> None:
        """Take in what they are at a time [s]."""
        values = self._instance.outputs.reals[self._places].copy()
        slopes = self._instance.output_slopes(self.names) if self.sloped else None
        if self.samples and len(self._quaternions):
            turned = np.einsum("ij,ij->i", self.samples[-1].value[self._quaternions], values[self._quaternions]) < 0
            signs = np.ones(len(values))
            signs[self._quaternions[turned]] = -1.0
            values, slopes = signs * values, None if slopes is None else signs * slopes
        self.add(Sample(time, values, slopes))
