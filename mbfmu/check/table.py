"""Findings for a person to read: a table, and what is being checked meanwhile."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager

from rich.console import Console
from rich.markup import escape
from rich.table import Table

from .base import FALSE, NOT_CLAIMED, NOT_TESTED, TRUE
from .fmu import Finding

STYLES = {TRUE: "", FALSE: "bold red", NOT_TESTED: "yellow", NOT_CLAIMED: "dim"}


def findings_table(title: str, findings: list[Finding]) -> Table:
    """A row a finding, under the name of its interface."""
    table = Table(title=escape(title), title_justify="left", expand=True)
    for heading, ratio in (("capability", 3), ("claimed", 3), ("found", None), ("measured, and why", 6)):
        table.add_column(heading, overflow="fold", ratio=ratio)
    for interface in dict.fromkeys(finding.interface for finding in findings):
        table.add_section()
        table.add_row(interface, style="bold")
        for f in findings:
            if f.interface == interface:
                words = ": ".join(filter(None, (f.measured, f.why)))
                table.add_row(*map(escape, (f.capability, f.claimed, f.outcome, words)), style=STYLES[f.outcome])
    return table


@contextmanager
def progress_shown(wanted: bool) -> Iterator[Callable[[str], None]]:
    """Yield what takes the name of each check; on a terminal, and if `wanted`, it is shown while the check runs."""
    console = Console(stderr=True)
    if not (wanted and console.is_terminal):
        yield lambda _: None
        return
    with console.status("unpacking") as status:
        yield status.update
