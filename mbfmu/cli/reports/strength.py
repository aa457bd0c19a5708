"""`mbfmu strength`: damage by the stresses of a result on disk."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import isfinite
from pathlib import Path

import numpy as np
from rich.markup import escape
from rich.table import Table

from ...analysis.strength.damage import Damage, SNCurve, damage
from ...base.errors import MbfmuError
from ...model.signals.chosen_names import chosen
from ...model.signals.result_file import read_result

HOUR = 3600.0  # s


def damages_of(result: Path, patterns: Sequence[str], curve: SNCurve) -> tuple[dict[str, Damage], float]:
    """The damage by each chosen signal of a result, the largest first, and the result's duration [s]."""
    run = read_result(result)
    names = [name for name in run.dtype.names or () if name != "time"]
    found = {name: _damage(result, name, run[name], curve) for name in chosen(names, patterns)}
    if "time" not in (run.dtype.names or ()) or not run["time"][-1] > run["time"][0] or np.diff(run["time"]).min() < 0:
        raise MbfmuError(f"{result} has no column `time` that ascends, so there is no life to tell")
    return dict(sorted(found.items(), key=lambda item: -item[1].damage)), float(run["time"][-1] - run["time"][0])


def _damage(result: Path, name: str, history: np.ndarray, curve: SNCurve) -> Damage:
    try:
        return damage(history, curve)
    except MbfmuError as error:
        raise MbfmuError(f"{result}, {name}: {error}") from None


def numbers(found: Mapping[str, Damage], duration: float) -> list[dict]:
    """What --json says of each signal; a life that has no end is null."""
    return [
        {
            "signal": name,
            "damage": one.damage,
            "cycles": float(one.cycles.counts.sum()),
            "largest_range": float(one.cycles.ranges.max(initial=0.0)),
            "equivalent_amplitude": one.amplitude,
            "life": life if isfinite(life := one.life(duration)) else None,
        }
        for name, one in found.items()
    ]


def damage_table(found: Mapping[str, Damage], duration: float) -> Table:
    """A row a signal."""
    table = Table(title=f"damage in {duration:.6g} s", title_justify="left")
    table.add_column("signal", no_wrap=True)
    for heading in ("damage", "life in h", "cycles", "largest range in MPa", "equivalent amplitude in MPa"):
        table.add_column(heading, justify="right")
    for name, one in found.items():
        count, largest = float(np.sum(one.cycles.counts)), float(one.cycles.ranges.max(initial=0.0))
        life = one.life(duration) / HOUR
        table.add_row(escape(name), f"{one.damage:.3g}", f"{life:.3g}", f"{count:g}", f"{largest / 1e6:.4g}", f"{one.amplitude / 1e6:.4g}")
    return table
