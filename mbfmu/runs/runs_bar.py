"""How many of many runs are done, on a terminal."""

from __future__ import annotations

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn


class RunsBar:
    """How many runs are done and how many of these failed; those that `done` counts were before."""

    def __init__(self, runs: int, done: int = 0):
        console = Console(stderr=True)
        columns = TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn()
        self.display, self.failed = Progress(*columns, console=console, transient=True, disable=not console.is_terminal), 0
        self.task = self.display.add_task("runs", total=runs, completed=done)

    def __enter__(self) -> RunsBar:
        self.display.start()
        return self

    def __exit__(self, *_: object) -> None:
        self.display.stop()

    def advance(self, done: int, failed: int) -> None:
        """So many more runs are done, of which some failed."""
        self.failed += failed
        if self.display.disable:
            return
        self.display.update(self.task, advance=done, description=f"runs, {self.failed} failed" if self.failed else "runs")
