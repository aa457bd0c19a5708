"""What of a run is recorded, and where: in memory, or in a file while the run goes on."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, replace
from numbers import Integral
from pathlib import Path

import numpy as np
from numpy.lib.recfunctions import repack_fields

from ..base.errors import MbfmuError
from ..model.signals.chosen_names import chosen
from ..model.signals.result import Result, with_units
from ..model.signals.result_file import ResultWriter, kind_of_result, read_result, result_writer
from .masters.beat import MOST, beats
from .masters.master import Master

WINDOW = 20_000  # rows that stay in memory of a run whose rows go to a file, at least twice as many as steps at once
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


class Rows:
    """The rows of a run: all that were recorded, or those of the newest WINDOW while others are in a file already."""

    def __init__(self, dtype: np.dtype, count: int, kept: Sequence[str], writer: ResultWriter | None):
        self.all = np.empty(count if writer is None else min(count, WINDOW), dtype)
        self.complete = True  # whether none was left behind
        self._kept, self._writer, self._written = [*kept], writer, 0
        self._moves = len(self.all) < count

    def fill(self, master: Master, steps: Iterable[np.ndarray], progress: Callable[[float], None], each: bool = False) -> Iterator[np.ndarray]:
        """Start a Master and have it take blocks of steps, a beat of them at a time, or `each` by itself; yields the rows that are there then.

        `progress` is called with the time [s] after each beat. What was recorded is written, also where a step fails.
        """
        master.rows_into(self.all)
        master.start()
        progress(master.time)
        for now in beats(steps, each):
            try:
                master.run(now)
            finally:
                progress(master.time)
                self.write(self.all[: master.row])
            yield self.all[: master.row]
            if self.full(master.row):
                self._make_room(master)

    def full(self, row: int) -> bool:
        """Whether there is no room for another beat behind the first `row` rows, or for any more row."""
        return row + MOST > len(self.all) if self._moves else row == len(self.all)

    def write(self, rows: np.ndarray) -> None:
        """Write rows to the file, if there is one, but for those that are written already."""
        if self._writer is not None:
            self._writer.write(rows[self._written :][self._kept])
            self._written = len(rows)

    def _make_room(self, master: Master) -> None:
        """The older half of the rows, all of which are written, gives way."""
        if not self._moves:
            return
        half = len(self.all) // 2
        self.all[:half] = self.all[master.row - half : master.row]
        self._written, self.complete = half, False
        master.rows_into(self.all, half)


@contextmanager
def rows_of(recording: Recording, dtype: np.dtype, count: int, units: Mapping[str, str]) -> Iterator[Rows]:
    """Yield the Rows of a run, `count` at most; a file is open meanwhile."""
    kept = recording.columns(dtype.names or ())
    with ExitStack() as files:
        writer = None
        if recording.file is not None:
            packed = repack_fields(np.zeros(0, dtype)[kept]).dtype
            writer = files.enter_context(result_writer(recording.file, packed, {name: units[name] for name in kept if name in units}))
        yield Rows(dtype, count, kept, writer)


def written(recording: Recording, rows: np.ndarray, units: Mapping[str, str]) -> Result:
    """The result of a run that has left all its rows, which go to a file now."""
    with rows_of(recording, rows.dtype, 0, units) as into:
        into.write(rows)
    return result_of(recording, rows, units)


def result_of(recording: Recording, rows: np.ndarray, units: Mapping[str, str]) -> Result:
    """The result of a run that has ended: rows, or an overview of those in a file."""
    kept, found = recording.columns(rows.dtype.names or ()), rows
    if recording.file is not None:
        found = read_result(recording.file, most_rows=OVERVIEW)
    elif (*kept,) != rows.dtype.names:
        found = repack_fields(rows[kept])
    return with_units(found, {name: units[name] for name in kept if name in units})
