"""The step that an FMU which looks ahead expects before its first one: a parameter."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

import numpy as np

from ...model.declare.declarations import Parameter

DECLARED = Parameter(
    "s", "communication step that is expected before the first one; later ones are expected to be as long as the last", 1e-2, min=0.0
)


@dataclass(frozen=True)
class ExpectedStep:
    """What a table knows of this parameter; `size` [s] is its start value."""

    size: float
    name: str = "expected_step"
    unit: str = "s"
    declaration: Any = field(default_factory=lambda: DECLARED)

    @property
    def numbers(self) -> np.ndarray:
        """What stands for its value."""
        return np.array(self.size)
