"""Room for numbers in the work array of a C function."""

from __future__ import annotations

from dataclasses import dataclass, field


@dataclass
class WorkSpace:
    """Room in w: places that are free again are used again."""

    size: int = 0
    free: dict[int, list[int]] = field(default_factory=dict)

    def take(self, size: int) -> int:
        """Where `size` numbers may lie."""
        if self.free.get(size):
            return self.free[size].pop()
        self.size += size
        return self.size - size

    def give(self, start: int, size: int) -> None:
        """Free them."""
        self.free.setdefault(size, []).append(start)
