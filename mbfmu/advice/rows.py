"""The recent past of a signal in many runs at once."""

from __future__ import annotations

import numpy as np

from ..cosim.history import History, Sample


class Rows(History):
    """A History whose samples are rows of numbers, one for each run; its `scale` is the largest of all."""

    def add(self, sample: Sample) -> None:
        self.samples = [*self.samples[-self._kept :], sample]
        self.scale = max(self.scale, float(np.abs(sample.value).max()))
