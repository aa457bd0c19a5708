"""Rows of values that wait for their runs."""

from __future__ import annotations

import threading
from collections import deque
from collections.abc import Mapping, Sequence
from typing import Any

Row = Mapping[str, Any]
Numbered = tuple[int, Row]


class WaitingRows:
    """Rows, each with its number among all, which threads take from the front."""

    def __init__(self, rows: Sequence[Row]):
        self._rows, self._lock = deque(enumerate(rows)), threading.Lock()

    def __len__(self) -> int:
        return len(self._rows)

    def take(self, count: int = 1) -> list[Numbered]:
        """The next rows, as many as there are."""
        with self._lock:
            return [self._rows.popleft() for _ in range(min(count, len(self._rows)))]
