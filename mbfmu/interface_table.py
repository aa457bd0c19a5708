"""An interface for a person to read."""

from __future__ import annotations

from rich.markup import escape
from rich.table import Table

from .fmu.kind import ABOUT, PYTHON_BLOCK
from .sources.interface import Interface

REALS = ("Real", "Float32", "Float64")  # of which the unit says more; of others the type stands in its place


def interface_table(interface: Interface) -> Table:
    """What it is and where it runs, over a row a variable."""
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
    title = "\n".join([*head, f"default experiment: {stated}{by}", *map(str, interface.mobility)])
    table = Table(title=escape(title), title_justify="left")
    table.add_column("variable", no_wrap=True)
    for heading in ("kind", "unit", "start", "meaning"):
        table.add_column(heading, overflow="fold")
    for v in interface.variables:
        kind = v.causality + (f" ({v.variability})" if v.causality == "parameter" else "")
        what = v.unit if v.type in REALS else v.type
        table.add_row(*map(escape, (v.name, kind, what, "" if v.start is None else str(v.start), v.description)))
    return table
