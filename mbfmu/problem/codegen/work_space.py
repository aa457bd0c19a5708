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
        enough = min((length for length, places in self.free.items() if length >= size and places), default=0)
        if not enough:
            self.size += size
            return self.size - size
        start = self.free[enough].pop()
        if enough > size:
            self.give(start + size, enough - size)
        return start

    def give(self, start: int, size: int) -> None:
        """Free them."""
        self.free.setdefault(size, []).append(start)
