"""Ctrl-C, noticed even where its KeyboardInterrupt gets lost on the way: CasADi's bare excepts and callbacks from C swallow it."""

from __future__ import annotations

import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType


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
