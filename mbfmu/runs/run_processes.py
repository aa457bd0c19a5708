"""Runs in processes, each of which does many: of short runs, threads would wait for Python's lock most of the time."""

from __future__ import annotations

import logging
import os
import pickle
import signal
from collections.abc import Callable, Iterator
from multiprocessing import Pipe
from multiprocessing.connection import Connection, wait
from time import monotonic
from typing import Any

from ..base.child_process import started
from .waiting_rows import Numbered, Row, WaitingRows

GLANCE = 0.2  # s between looks at Ctrl-C
CHUNK = 0.05  # s that a process works on its own before it is heard of again
LOGGER = logging.getLogger("mbfmu")
PRELOAD = "mbfmu.runs.problem_subject"


class RunProcesses:
    """Processes that run waiting rows by a function of a row, which is given as its pickle.

    A row whose run ends its process, and those sent with it that were to come, have the result that `lost` makes of a sentence.
    """

    def __init__(self, function: bytes, rows: WaitingRows, count: int, lost: Callable[[str], Any]):
        self._function, self._rows, self._lost = function, rows, lost
        self._processes: dict[Connection, Any] = {}
        self._sent: dict[Connection, list[Numbered]] = {}
        self._size, self._count = 1, count
        for _ in range(count):
            self._start()

    def __enter__(self) -> RunProcesses:
        return self

    def __exit__(self, *_: object) -> None:
        for here, process in self._processes.items():
            process.kill()
            process.join()
            here.close()

    def results(self, heed: Callable[[], None]) -> Iterator[tuple[int, Any]]:
        """The number of each row with what came of it, until none waits; `heed` is called in between."""
        for here in self._processes:
            self._send(here)
        while self._sent:
            heed()
            ready = wait([*self._sent], GLANCE)
            for here in [each for each in self._sent if each in ready]:
                yield from self._received(here)

    def _received(self, here: Connection) -> Iterator[tuple[int, Any]]:
        rows = self._sent.pop(here)
        try:
            found, took, messages = here.recv()
        except (EOFError, ConnectionError):
            yield from self._replaced(here, rows)
            return
        for message in messages:
            LOGGER.warning(message)
        self._size = max(1, round(len(rows) * min(CHUNK / max(took, 1e-6), 10.0)))
        self._send(here)
        yield from ((number, result) for (number, _), result in zip(rows, found))

    def _replaced(self, here: Connection, rows: list[Numbered]) -> Iterator[tuple[int, Any]]:
        """What is lost with a process; another takes its place."""
        process = self._processes.pop(here)
        process.join()
        here.close()
        self._send(self._start())
        for number, _ in rows:
            yield number, self._lost(f"its process {_ending(process.exitcode)}")

    def _send(self, here: Connection) -> None:
        """Send rows, the fewer the fewer wait, so that all processes end together."""
        rows = self._rows.take(max(1, min(self._size, len(self._rows) // (2 * self._count))))
        if rows:
            here.send([row for _, row in rows])
            self._sent[here] = rows

    def _start(self) -> Connection:
        here, there = Pipe()
        self._processes[here] = started(_work, there, self._function, preload=PRELOAD)
        there.close()
        return here


def _ending(code: int) -> str:
    return f"was ended by {signal.Signals(-code).name}" if code < 0 else f"ended with exit code {code}"


def _work(there: Connection, content: bytes) -> None:
    """What a process does until nothing more comes."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is the parent's to handle
    messages: list[str] = []
    handler = logging.Handler(logging.WARNING)
    handler.emit = lambda record: messages.append(record.getMessage())  # type: ignore[method-assign]
    LOGGER.addHandler(handler)
    function: Callable[[Row], Any] = pickle.loads(content)
    while True:
        try:
            rows = there.recv()
        except EOFError:  # whoever asked has ended
            os._exit(0)
        begun = monotonic()
        found = [function(row) for row in rows]
        there.send((found, monotonic() - begun, messages))
        messages.clear()
