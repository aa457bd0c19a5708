"""What parameters are fitted to: measured numbers, and what a model says of them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

import numpy as np

from .unknowns import Unknown


class Evidence(Protocol):
    """1. `channels`  the names of what was measured: outputs, or pairs of an output and an input; `units` theirs
    2. `measured`     the numbers (n), and for each of them in `channel` (n) the number of its channel
    3. `said`         what the model says of them (n) with values of the unknowns; StepFailed or InvalidValue where it cannot run with them
    4. `slopes`       the derivatives of that by the unknowns (n, k), of runs to a relative tolerance
    5. `table`        numbers (n) as a structured array over time [s] or frequency [Hz], a column a channel
    6. `series`       the places among the numbers of each sequence in time
    7. `doubts`       a sentence for each thing that may have been forgotten
    """

    @property
    def channels(self) -> Sequence[str]: ...
    @property
    def units(self) -> Sequence[str]: ...
    @property
    def measured(self) -> np.ndarray: ...
    @property
    def channel(self) -> np.ndarray: ...
    @property
    def series(self) -> Sequence[np.ndarray]: ...
    @property
    def doubts(self) -> Sequence[str]: ...
    def said(self, unknowns: Sequence[Unknown], numbers: np.ndarray) -> np.ndarray: ...
    def slopes(self, unknowns: Sequence[Unknown], numbers: np.ndarray, rtol: float) -> np.ndarray: ...
    def table(self, numbers: np.ndarray) -> np.ndarray: ...
