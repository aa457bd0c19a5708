"""What of a run is recorded, and where: in memory, or in a file while the run goes on."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from ..base.errors import MbfmuError
from ..model.signals.chosen_names import chosen
from ..model.signals.result import Result, with_units
from ..model.signals.result_file import ResultWriter, read_result, result_writer
from .masters.beat import MOST

WINDOW = 20_000  # rows that stay in memory of a run whose rows go to a file, many more than steps at once
OVERVIEW = 10_000  # rows of a result that went to a file


@dataclass(frozen=True)
class Recording:
    """Every n-th communication point is recorded, and the last; `signals` are names or patterns of columns, by default all.

    Outputs that only show where parts are are among the columns if `pictures` are wanted. Rows go to a `file` that ends in .csv or .parquet.
    """

    signals: Sequence[str] | None = None
    every: int = 1
    file: Path | None = None
    pictures: bool = False

    def __post_init__(self) -> None:
        if isinstance(self.every, bool) or not isinstance(self.every, int) or self.every < 1:
            raise MbfmuError(f"every = {self.every!r} must be a whole number >= 1: of so many communication points, one is recorded")

    @property
    def tells_steps(self) -> bool:
        """Whether the result shows each communication point."""
        return self.every == 1 and self.file is None

    def thinned(self, steps: np.ndarray) -> np.ndarray:
        """Steps of which each n-th is recorded, and the last."""
        steps = steps.copy()
        steps["recorded"] = False
        steps["recorded"][self.every - 1 :: self.every] = True
        steps["recorded"][-1:] = True
        return steps

    def columns(self, names: Sequence[str]) -> list[str]:
        """The columns that are kept, of those with `names` behind the time; ProblemsFound for patterns that match none."""
        return ["time", *(names[1:] if self.signals is None else chosen(names[1:], self.signals))]


class Rows:
    """The rows of a run: all that were recorded, or those of the newest WINDOW while others are in a file already."""

    def __init__(self, dtype: np.dtype, count: int, kept: Sequence[str], writer: ResultWriter | None):
        self.all = np.zeros(count if writer is None else min(count, WINDOW), dtype)
        self.complete = True  # whether none was left behind
        self._kept, self._writer, self._written, self._moves = [*kept], writer, 0, len(self.all) < count

    def pass_on(self, row: int) -> int:
        """Write the first `row` rows, as far as they are not written; how many stay, the oldest of which give way where there are too many."""
        if self._writer is None:
            return row
        self._writer.write(self.all[self._written : row][self._kept])
        self._written = row
        if not self._moves or row + MOST <= len(self.all):
            return row
        half = len(self.all) // 2
        self.all[:half] = self.all[row - half : row]
        self._written, self.complete = half, False
        return half

    def until(self, row: int) -> np.ndarray:
        """The first `row` rows."""
        return self.all[:row]


@contextmanager
def rows_of(recording: Recording, dtype: np.dtype, count: int, units: Mapping[str, str]) -> Iterator[Rows]:
    """Yield the Rows of a run; a file is open meanwhile."""
    kept = recording.columns(dtype.names or ())
    with ExitStack() as files:
        writer = None
        if recording.file is not None:
            writer = files.enter_context(result_writer(recording.file, np.zeros(0, dtype)[kept].dtype, {n: units[n] for n in kept if n in units}))
        yield Rows(dtype, count, kept, writer)


def result_of(recording: Recording, rows: np.ndarray, units: Mapping[str, str]) -> Result:
    """The result of a run that has ended: rows, or an overview of those in a file."""
    kept = recording.columns(rows.dtype.names or ())
    found = rows[kept] if recording.file is None else read_result(recording.file, most_rows=OVERVIEW)
    return with_units(found, {name: unit for name, unit in units.items() if name in kept})
