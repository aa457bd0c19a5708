"""`mbfmu modes`: the modes of a linear system as a table, its matrices and poles on disk."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from rich.markup import escape
from rich.table import Table

from ...analysis.linear.mode import Mode, in_words
from ...view import plot_poles
from .linear import Linearized, verdict

SHOWN = 4  # of the states that move in a mode


@dataclass(frozen=True)
class Modes:
    """The `modes` of what was linearized, and the files `written`."""

    of: Linearized
    modes: Sequence[Mode]
    written: Mapping[str, str]

    def numbers(self) -> dict[str, Any]:
        """What a script wants to know, in types of JSON."""
        found = {"verdict": verdict(self.of.system), "mechanism": self.of.mechanism(), "modes": [mode.numbers() for mode in self.modes]}
        return {**found, **self.written}


def modes_of(of: Linearized, folder: Path, plot: bool) -> Modes:
    """The modes of a linear system, with the files written to a folder."""
    file, modes = folder / f"{of.plain_name}_modes", of.system.modes()
    written = {"matrices": f"{file}.npz"}
    of.system.save(written["matrices"])
    if plot and modes:
        written["plot"] = f"{file}.png"
        plot_poles(modes, Path(written["plot"]), of.name)
    return Modes(of, modes, written)


def modes_table(found: Modes) -> Table:
    """A row a mode."""
    table = Table(title=escape("\n".join(found.of.head())), title_justify="left")
    for heading in ("mode", "frequency in Hz", "undamped in Hz", "damping ratio", "eigenvalue in rad/s"):
        table.add_column(heading, justify="right", no_wrap=True)
    table.add_column("moves", overflow="fold")
    for i, mode in enumerate(found.modes, 1):
        damping = "" if np.isnan(mode.damping) else f"{mode.damping:.4g}"
        undamped = f"{mode.undamped:.5g}" if mode.undamped else ""
        table.add_row(str(i), f"{mode.frequency:.5g}", undamped, damping, in_words(mode.eigenvalue), escape(first(mode.shape)))
    return table


def first(names: Mapping[str, Any]) -> str:
    """The names of what moves most."""
    shown = list(names)[:SHOWN]
    return ", ".join(shown) + (" ..." if len(names) > len(shown) else "")
