"""A progress bar for runs that last, on a terminal."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager

from rich.console import Console
from rich.progress import Progress

PATIENCE = 2.0  # a run shorter than this [s of wall time] shows no bar


@contextmanager
def bar(start: float, stop: float, wanted: bool = True) -> Iterator[Callable[[float], None]]:
    """Show how far simulated time has come from `start` to `stop` [s] once PATIENCE is over, if `wanted` and on a terminal.

    Yields what is to be called with the time now and then; Ctrl-C names the last such time.
    """
    console = Console(stderr=True)
    begun, reached = time.monotonic(), start
    with ExitStack() as shown:
        display = Progress(console=console, transient=True)
        task = display.add_task("", total=stop - start)

        def progress(t: float) -> None:
            nonlocal reached
            reached = t
            if wanted and console.is_terminal and time.monotonic() - begun > PATIENCE:
                if not display.live.is_started:
                    shown.enter_context(display)
                display.update(task, completed=t - start, description=f"t = {t:.3g} s")

        try:
            yield progress
        except KeyboardInterrupt:
            raise KeyboardInterrupt(f"t = {reached:.9g} s") from None
