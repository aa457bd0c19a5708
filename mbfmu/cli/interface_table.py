"""An interface for a person to read."""

from __future__ import annotations

from rich.console import RenderableType
from rich.markup import escape
from rich.table import Table
from rich.text import Text

from ..fmu.package.kind import ABOUT, PYTHON_BLOCK
from ..runs.loaded.interface import Interface, SourceVariable
from .terminal import seen

REALS = ("Real", "Float32", "Float64")  # of which the unit says more; of others the type stands in its place
HEADINGS = ("variable", "kind", "unit", "start", "meaning")
MOST, WIDEST = 1000, 60  # rows of a table, and characters to which a line is aligned


def interface_table(interface: Interface) -> RenderableType:
    """What it is and where it runs, over a row a variable; of many variables lines, which no table fits to the terminal for half a minute."""
    times = [("from", interface.start_time), ("to", interface.stop_time), ("in steps of", interface.step_size)]
    stated = " ".join(f"{word} {time:g} s" for word, time in times if time is not None) or "not stated"
    what = f"FMI {interface.fmi_version} {' and '.join(interface.kinds)} for {', '.join(interface.platforms) or 'no platform'}"
    what = f"{interface.made} {what}".strip()
    head = [f"{interface.name}: {interface.description}", *([what] if interface.kinds else []), *([ABOUT[interface.made]] if interface.made else [])]
    if interface.made == PYTHON_BLOCK:
        head.append(f"packages: {', '.join(interface.requirements) or 'none'}")
    if interface.pictures:
        head.append(interface.pictures)
    by = f", integrated by {interface.integrator}" if interface.integrator else ""
    head += [f"port {port}" for port in interface.ports]
    massless = [f"bodies without mass and inertia: {', '.join(interface.massless)}"] if interface.massless else []
    title = "\n".join([*head, f"default experiment: {stated}{by}", *map(str, interface.mobility), *massless])
    rows = [_row(v) for v in interface.variables]
    if len(rows) > MOST:
        return Text(seen(f"{title}\n" + "\n".join(_aligned([HEADINGS, *rows]))))
    table = Table(title=escape(title), title_justify="left")
    table.add_column(HEADINGS[0], no_wrap=True)
    for heading in HEADINGS[1:]:
        table.add_column(heading, overflow="fold")
    for row in rows:
        table.add_row(*map(escape, row))
    return table


def _row(v: SourceVariable) -> tuple[str, ...]:
    kind = v.causality + (f" ({v.variability})" if v.causality == "parameter" else "")
    return v.name, kind, v.unit if v.type in REALS else v.type, "" if v.start is None else str(v.start), v.description


def _aligned(rows: list[tuple[str, ...]]) -> list[str]:
    """Rows of cells as lines."""
    widths = [min(max(map(len, column)), WIDEST) for column in zip(*rows)]
    return ["  ".join(cell.ljust(width) for cell, width in zip(row, widths)).rstrip() for row in rows]
