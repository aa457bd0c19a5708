"""Functions that run one after the other in a process of their own, which outlives each of them: where many runs of FMUs follow each other."""

from __future__ import annotations

import os
import threading
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from multiprocessing import Pipe
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Any

from .child_process import (
    FAILED,
    Crashed,
    Failed,
    Pulse,
    TimedOut,
    advised,
    answer_of,
    answered,
    crash_of,
    followed,
    pass_on_warnings,
    sent,
    settle_in,
    started,
)
from .files.temporary_folder import temporary_folder
from .notes import about_to, make_notes
from .safe_zip import unpacked_once

MOST = 100  # calls until a process is replaced, so that what FMUs forget to free does not add up

_local = threading.local()


@contextmanager
def one_process() -> Iterator[None]:
    """Have all calls of `followed_in_turn` in this thread share a process while the block runs."""
    _local.processes = processes = _Processes()
    try:
        yield
    finally:
        processes.drop()
        del _local.processes


def followed_in_turn(function: Callable[..., Any], *arguments: Any, progress: Callable[[Any], None]) -> Any:
    """The same as `followed`, in the process that calls of this thread share, if they do.

    A call that crashes a process in which others have run is made once more in a new one: it may be the others' fault.
    """
    processes = getattr(_local, "processes", None)
    if processes is None:
        return followed(function, *arguments, progress=progress)
    with advised():
        return processes.call(function, arguments, progress)


class _Processes:
    """The process of a thread, and those that take its place."""

    def __init__(self) -> None:
        self._present: _SharedProcess | None = None

    def call(self, function: Callable[..., Any], arguments: tuple, progress: Callable[[Any], None]) -> Any:
        if self._present and self._present.calls >= MOST:
            self.drop()
        present = self._present = self._present or _SharedProcess(function.__module__)
        try:
            answer = present.call(function, arguments, progress)
        except BaseException as error:
            self.drop()  # it is gone, or in the midst of a run
            if present.calls == 1 or not isinstance(error, (Crashed, TimedOut)):
                raise
            return self.call(function, arguments, progress)
        return answer()

    def drop(self) -> None:
        """End the present process."""
        if self._present:
            self._present.close()
            self._present = None


class _SharedProcess:
    """A process that waits for calls."""

    def __init__(self, preload: str):
        self.calls = 0
        with ExitStack() as opened:
            self._folder = opened.enter_context(temporary_folder())
            make_notes(self._folder)
            self._here, there = Pipe()
            opened.callback(self._here.close)
            self._process = started(_serve, there, self._folder, preload=preload)
            there.close()
            opened.callback(self._process.join)
            opened.callback(self._process.kill)
            self._opened = opened.pop_all()

    def call(self, function: Callable[..., Any], arguments: tuple, progress: Callable[[Any], None]) -> Callable[[], Any]:
        """A function that returns or raises what this one does there."""
        self.calls += 1
        try:
            with sent():
                self._here.send((function, arguments))
            return answered(self._here, self._folder, None, progress)
        except (EOFError, ConnectionError):
            raise crash_of(self._process, self._folder) from None

    def close(self) -> None:
        """End it."""
        self._opened.close()


def _serve(there: Connection, folder: Path) -> None:
    """What the process does."""
    settle_in(folder)
    pass_on_warnings(there)
    with unpacked_once():
        while True:
            try:
                function, arguments = there.recv()
            except EOFError:  # who has asked is gone
                os._exit(0)
            except Exception as error:  # of what cannot be made again here
                there.send((FAILED, Failed(f"{type(error).__name__}: {error}")))
                continue
            about_to("")
            there.send(answer_of(function, arguments, {"progress": Pulse(there)}, True))
