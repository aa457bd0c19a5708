"""What is kept of each run of a subject, found where the run is if it can be."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

import numpy as np

from .kept_values import Kept, keep_of, kept_by
from .subject import Subject


class KeptOfRuns:
    """Columns `asked` for by name, of results with these outputs; ProblemsFound for what cannot be kept."""

    def __init__(self, asked: Mapping[str, str | Kept], outputs: Sequence[str]):
        self._functions = kept_by(asked, outputs)
        self._texts = {name: what for name, what in asked.items() if isinstance(what, str)}

    def of(self, result: np.ndarray) -> dict[str, Any]:
        """What is kept of a result."""
        return keep_of(result, self._functions)

    def of_run(self, subject: Subject, values: Mapping[str, Any], heed: Callable[[float], None]) -> dict[str, Any]:
        """What is kept of a run with start values; functions of a user stay in this process."""
        if subject.here or len(self._texts) < len(self._functions):
            return self.of(subject.run(values, heed))
        return subject.kept(values, heed, self._texts)
