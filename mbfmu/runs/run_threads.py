"""Runs in threads of this process, which share its cores while the engine runs or other processes do."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from queue import Empty, SimpleQueue
from typing import Any

from ..base.shared_process import one_process
from .waiting_rows import Row, WaitingRows

GLANCE = 0.2  # s between looks at Ctrl-C


class RunThreads:
    """Threads that run waiting rows by `run`, each with a function that raises where it is `ended` in the midst of a run."""

    def __init__(self, run: Callable[[Row, Callable[[float], None]], Any], rows: WaitingRows, count: int):
        self._run, self._rows = run, rows
        self._found: SimpleQueue = SimpleQueue()
        self._stopping, self._ended = threading.Event(), threading.Event()
        self._threads = [threading.Thread(target=self._work) for _ in range(count)]

    def __enter__(self) -> RunThreads:
        for thread in self._threads:
            thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._ended.set()
        self.stop()
        for thread in self._threads:
            thread.join()

    def stop(self) -> None:
        """Take no more rows; what runs is finished."""
        self._stopping.set()

    def results(self, heed: Callable[[], None]) -> Iterator[tuple[int, Any]]:
        """The number of each row with what came of it, until the threads have ended; `heed` is called in between."""
        while any(thread.is_alive() for thread in self._threads) or not self._found.empty():
            heed()
            try:
                number, result, raised = self._found.get(timeout=GLANCE)
            except Empty:
                continue
            if raised is not None:
                raise raised
            yield number, result

    def _work(self) -> None:
        with one_process():
            self._run_all()

    def _run_all(self) -> None:
        while not self._stopping.is_set() and (taken := self._rows.take()):
            ((number, row),) = taken
            try:
                self._found.put((number, self._run(row, self._heed), None))
            except Ended:
                return
            except BaseException as raised:
                self._found.put((number, None, raised))
                return

    def _heed(self, t: float) -> None:
        if self._ended.is_set():
            raise Ended


class Ended(Exception):
    """The threads were ended in the midst of a run."""
