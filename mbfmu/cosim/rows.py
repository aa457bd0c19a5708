"""The rows of a run: in memory, or in a file while the run goes on."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager

import numpy as np
from numpy.lib.recfunctions import repack_fields

from ..model.signals.result import Result, with_units
from ..model.signals.result_file import ResultWriter, read_result, result_writer
from .masters.beat import MOST, beats
from .masters.master import Master
from .masters.recording import OVERVIEW, Recording

WINDOW = 20_000  # rows that stay in memory of a run whose rows go to a file, at least twice as many as steps at once


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
