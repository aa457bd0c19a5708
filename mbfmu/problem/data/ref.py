"""Where numbers live: a contiguous piece of a named buffer."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np

Buffers = Mapping[str, np.ndarray]


@dataclass(frozen=True)
class Ref:
    """A contiguous piece of a slot: `size` numbers from `start`."""

    slot: str
    start: int
    size: int

    def overlaps(self, other: Ref) -> bool:
        """Whether both have numbers in common."""
        return self.slot == other.slot and max(self.start, other.start) < min(self.start + self.size, other.start + other.size)

    def view(self, buffers: Buffers) -> np.ndarray:
        """This piece of `buffers`, not a copy."""
        return buffers[self.slot][self.start : self.start + self.size]
