"""Ctrl-C, noticed even where its KeyboardInterrupt gets lost on the way: CasADi's bare excepts and callbacks from C swallow it."""

from __future__ import annotations

import _signal  # signal's functions make enums of handlers, which takes several times as long as a step of a small model
import signal
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from types import FrameType
from typing import Any


class Interrupt:
    """Whether Ctrl-C was pressed."""

    def __init__(self, at_once: bool) -> None:
        self.at_once = at_once
        self.pressed = False

    def press(self, _number: int, _frame: FrameType | None) -> None:
        """Handle the signal: remember it, and raise KeyboardInterrupt as Python does, at once or when it is pressed again."""
        again, self.pressed = self.pressed, True
        if self.at_once or again:
            raise KeyboardInterrupt

    def heed(self) -> None:
        """Raise the KeyboardInterrupt again if there was one."""
        if self.pressed:
            raise KeyboardInterrupt


@contextmanager
def noticed(at_once: bool = True) -> Iterator[Interrupt]:
    """Notice Ctrl-C while the block runs; only the main thread may, elsewhere nothing changes.

    A block that heeds it again and again has it raised there, not `at_once`: that may be anywhere, as in a finalizer, which would only print it.
    """
    interrupt = Interrupt(at_once)
    if threading.current_thread() is not threading.main_thread():
        yield interrupt
        return
    before = signal.signal(signal.SIGINT, interrupt.press)
    try:
        yield interrupt
    finally:
        signal.signal(signal.SIGINT, before)


class Postponed:
    """Ctrl-C held back while C runs: what is raised at the very beginning of a callback from C is lost."""

    def __init__(self) -> None:
        self._handler: Callable[[int, FrameType | None], Any] = signal.default_int_handler
        self._frame: FrameType | None = None
        self._pressed = self._heeding = False

    def _press(self, number: int, frame: FrameType | None) -> None:
        """Handle the signal: call the handler of before, at once where `call` runs, else when it does next."""
        self._pressed, self._frame = True, frame
        if self._heeding:
            self._heed()

    def _heed(self) -> None:
        """Call the handler of before, which may raise anything, if Ctrl-C was pressed."""
        if self._pressed:
            frame, self._pressed, self._frame = self._frame, False, None
            self._handler(signal.SIGINT, frame)

    def call(self, callback: Callable[..., Any], *told: Any) -> Any:
        """Return `callback(*told)`; Ctrl-C that was pressed before or is pressed meanwhile raises here."""
        self._heeding = True
        try:
            self._heed()
            return callback(*told)
        finally:
            self._heeding = False

    @contextmanager
    def during(self) -> Iterator[None]:
        """Hold Ctrl-C back until the block ends; only the main thread may, and only a handler in Python is held back, once."""
        handler = _signal.getsignal(_signal.SIGINT)
        if not callable(handler) or handler == self._press or threading.current_thread() is not threading.main_thread():
            yield
            return
        self._handler = handler
        _signal.signal(_signal.SIGINT, self._press)
        try:
            yield
        finally:
            _signal.signal(_signal.SIGINT, handler)
            self._heed()
