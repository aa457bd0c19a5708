"""A progress bar for runs that last, on a terminal."""

import time
from collections.abc import Iterable, Iterator

from rich.console import Console
from rich.progress import Progress

from .timeline import Step

PATIENCE = 2.0  # a run shorter than this [s of wall time] shows no bar


def with_progress(steps: list[Step], wanted: bool) -> Iterator[Step]:
    """Yield the steps, showing how far simulated time has come once PATIENCE is over, if `wanted` and on a terminal.

    Close it when leaving the loop early: the bar has hidden the cursor.
    """
    console = Console(stderr=True)
    remaining = iter(steps)
    if wanted and console.is_terminal:
        begun = time.monotonic()
        for step in remaining:
            yield step
            if time.monotonic() - begun > PATIENCE:
                yield from _behind_bar(remaining, steps, step, console)
    yield from remaining


def _behind_bar(remaining: Iterable[Step], steps: list[Step], done: Step, console: Console) -> Iterator[Step]:
    start, stop = steps[0].start, steps[-1].end
    with Progress(console=console, transient=True) as bar:
        task = bar.add_task("t = ", total=stop - start, completed=done.end - start)
        for step in remaining:
            yield step
            bar.update(task, completed=step.end - start, description=f"t = {step.end:.3g} s")
