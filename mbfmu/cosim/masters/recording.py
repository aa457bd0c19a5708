"""What of a run is recorded."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from numbers import Integral
from pathlib import Path

import numpy as np

from ...base.errors import MbfmuError
from ...model.signals.chosen_names import chosen
from ...model.signals.result_file import kind_of_result

OVERVIEW = 10_000  # rows of a result that went to a file


@dataclass(frozen=True)
class Recording:
    """Every n-th communication point is recorded, and the last; `signals` are names or patterns of columns, by default all.

    Outputs that only show where parts are come with them if `pictures` are wanted. Rows go to a `file` that ends in .csv or .parquet.
    """

    signals: Sequence[str] | None = None
    every: int = 1
    file: Path | None = None
    pictures: bool = False

    def __post_init__(self) -> None:
        if isinstance(self.signals, str):
            raise MbfmuError(f"signals = {self.signals!r} must be a list of names or patterns: [{self.signals!r}]")
        if isinstance(self.every, bool) or not isinstance(self.every, Integral) or self.every < 1:
            raise MbfmuError(f"every = {self.every!r} must be a whole number >= 1: of so many communication points, one is recorded")
        if self.file is not None:
            kind_of_result(self.file)

    @property
    def tells_steps(self) -> bool:
        """Whether all communication points are recorded, in memory."""
        return self.every == 1 and self.file is None

    def is_whole(self, result: np.ndarray) -> bool:
        """Whether a result has all rows that were recorded."""
        return self.file is None or len(result) < OVERVIEW

    def also(self, names: Sequence[str]) -> Recording:
        """The same with these columns beside those that were chosen."""
        return self if self.signals is None else replace(self, signals=[*self.signals, *names])

    def columns(self, names: Sequence[str]) -> list[str]:
        """The columns that are kept, of those with `names` behind the time; ProblemsFound for patterns that match none."""
        return ["time", *(names[1:] if self.signals is None else chosen(names[1:], self.signals))]
