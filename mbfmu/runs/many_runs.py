"""Many runs on all cores: in threads, or in processes where runs are short."""

from __future__ import annotations

import pickle
from collections.abc import Callable, Iterator
from time import process_time
from typing import Any, Protocol

from .run_processes import RunProcesses
from .run_threads import RunThreads
from .waiting_rows import Row, WaitingRows

LOOK = 0.2  # s of processor time until it is clear how long runs are
SHORT = 5e-3  # s of a run, of which Python's part, a fifth of a millisecond, begins to count
WORTH = 2.0  # s that all other runs take on all workers, at least, for processes to be started


class Run(Protocol):
    """What is done with each row.

    1. `run`   what comes of it; `heed` is called with the time [s] now and then, and may raise
    2. `lost`  the same where its process was lost, with a sentence that says how
    3. `here`  whether it runs in this process, and can be sent to others
    """

    @property
    def here(self) -> bool: ...
    def run(self, row: Row, heed: Callable[[float], None]) -> Any: ...
    def lost(self, sentence: str) -> Any: ...
    def __call__(self, row: Row, /) -> Any: ...


def many_runs(run: Run, rows: WaitingRows, workers: int, heed: Callable[[], None]) -> Iterator[tuple[int, Any]]:
    """The number of each row and what comes of it, in any order. `heed` is called in between, and may raise."""
    begun, done = process_time(), 0
    content = _pickled(run) if run.here and workers > 1 else None
    with RunThreads(run.run, rows, workers) as threads:
        for result in threads.results(heed):
            yield result
            done += 1
            if content and (took := process_time() - begun) > LOOK:
                if took / done < SHORT and took / done * len(rows) / workers > WORTH:
                    break
                content = None
        else:
            return
        with RunProcesses(content, rows, workers, run.lost) as processes:
            threads.stop()
            yield from threads.results(heed)
            yield from processes.results(heed)


def _pickled(run: Run) -> bytes | None:
    """None for what cannot be sent, such as functions that were made in a script, which other processes do not run."""
    try:
        content = pickle.dumps(run)
    except (pickle.PicklingError, AttributeError, TypeError):
        return None
    return None if b"__main__" in content else content
