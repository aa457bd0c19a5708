"""`mbfmu compare`: two results on disk, compared."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from rich.markup import escape
from rich.table import Table

from ...analysis.simulate.differences import Difference, differences
from ...model.signals.result_file import read_result
from ...view import plot_differences


def compared(a: Path, b: Path, picture: Path | None, patterns: Sequence[str] | None) -> tuple[list[Difference], list[str]]:
    """How two results differ, and a sentence for each of them about signals that only it has; both are drawn into `picture`, if there is one."""
    results = read_result(a), read_result(b)
    found = differences(*results, patterns)
    names = [set(result.dtype.names or ()) for result in results]
    alone = [(path, own - other) for path, own, other in zip((a, b), names, names[::-1])]
    if picture:
        plot_differences(*results, (str(a), str(b)), found, picture)
    return found, [f"only {path} has {', '.join(sorted(missing))}" for path, missing in alone if missing]


def differences_table(found: Sequence[Difference], a: Path, b: Path) -> Table:
    """A row a signal."""
    table = Table(title=escape(f"{b} - {a}"), title_justify="left")
    table.add_column("signal", no_wrap=True)
    for heading in ("largest difference", "at time in s", "relative to its range"):
        table.add_column(heading, justify="right")
    for one in found:
        table.add_row(escape(one.signal), f"{one.difference:.6g}", f"{one.time:.6g}", f"{one.relative:.2g}")
    return table
