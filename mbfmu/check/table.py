"""Findings for a person to read: a table, and what is being checked meanwhile."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager

from rich import box
from rich.console import Console, Group
from rich.markup import escape
from rich.table import Table

from .base import BY_STANDARD, CLAIM, FALSE, NOT_CLAIMED, NOT_TESTED, NOTED, TRUE
from .fmu import Finding

STYLES = {TRUE: "", FALSE: "bold red", NOTED: "cyan", NOT_TESTED: "yellow", NOT_CLAIMED: "dim"}


def findings_table(title: str, findings: list[Finding]) -> Group:
    """What was measured, a row a finding under the name of its interface; behind it, over the full width, why not all is true."""
    table = Table(box=box.SIMPLE_HEAD, title=escape(title), title_justify="left", expand=True, padding=(0, 1, 0, 0))
    table.add_column("found", no_wrap=True)
    table.add_column("capability", no_wrap=True)
    table.add_column("measured", overflow="fold", ratio=1)
    for interface in dict.fromkeys(finding.interface for finding in findings):
        own = [f for f in findings if f.interface == interface]
        table.add_row("", interface, style="bold")
        for f in own:
            if f.outcome != NOT_CLAIMED:
                table.add_row(*map(escape, (f.outcome, f.capability, f.measured)), style=STYLES[f.outcome])
        unclaimed = [f.capability for f in own if f.outcome == NOT_CLAIMED]
        if unclaimed:
            table.add_row(NOT_CLAIMED, "", escape(", ".join(unclaimed)), style=STYLES[NOT_CLAIMED])
        table.add_section()
    return Group(table, _reasons(findings))


def _reasons(findings: list[Finding]) -> Table:
    """Why findings are false or could not be tested."""
    table = Table.grid(padding=(0, 1, 0, 1), expand=True)
    table.add_column(no_wrap=True)
    table.add_column(overflow="fold", ratio=1)
    for f in findings:
        if f.why:
            claim = f" ({f.kind}, no promise of FMI)" if f.kind != CLAIM else "" if f.claimed == BY_STANDARD else f" ({f.claimed})"
            table.add_row(f.outcome, escape(f"{f.interface}, {f.capability}{claim}: {f.why}"), style=STYLES[f.outcome])
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
