"""What a case is: a model, a run, and what is published about it."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path

import numpy as np

from mbfmu import Model, simulate
from mbfmu.problem.mechanism.mechanics import FORMULATIONS, compile_model

Signals = Mapping[str, np.ndarray]


@dataclass(frozen=True)
class Published:
    """A quantity at times t (n,) [s]: its values (n, ...) in `unit`, and by how much others may differ, absolutely and relatively."""

    t: np.ndarray
    values: np.ndarray
    unit: str
    atol: float
    rtol: float

    @property
    def allowed(self) -> str:
        """The tolerance in words."""
        parts = (self.atol, f"{self.atol:.1g} {self.unit}"), (self.rtol, f"{self.rtol:.1g} relative")
        return " + ".join(words for tolerance, words in parts if tolerance > 0)

    def error(self, t: np.ndarray, signal: np.ndarray) -> float:
        """The largest difference of `signal`, given at the times t, in units of what is allowed."""
        rows = np.searchsorted(t, self.t * (1 - 1e-9))
        assert np.allclose(t[rows], self.t, rtol=1e-9, atol=0), "the run has no rows at the published times"
        return float(np.max(abs(signal[rows] - self.values) / (self.atol + self.rtol * abs(self.values))))

    def until(self, stop: float) -> Published:
        """What is published up to the time `stop` [s]."""
        kept = self.t <= stop
        return replace(self, t=self.t[kept], values=self.values[kept])


def published(name: str) -> dict[str, Published]:
    """The numbers of `<name>.json` beside this file: quantities, each with times, values and tolerances."""
    data = json.loads((Path(__file__).parent / f"{name}.json").read_text())
    return {
        quantity: Published(np.array(d["t"], float), np.array(d["values"], float), d["unit"], d["atol"], d.get("rtol", 0.0))
        for quantity, d in data["quantities"].items()
    }


def as_exposed(signals: Signals) -> Signals:
    """The outputs themselves are what is published."""
    return signals


@dataclass(frozen=True)
class Case:
    """A published or closed-form case.

    `model(formulation)` exposes what `measure` turns into the quantities of `reference`, from outputs in their shapes, one row a
    time. `unable` says of each formulation that cannot express the case why, `slow` which ones take longer than a few
    seconds, `endless` why some take hours and are not run. The short form ends at `short` [s]. Every time of the
    reference is a multiple of `interval` [s].
    """

    name: str
    model: Callable[[str], Model]
    reference: Mapping[str, Published]
    stop_time: float
    interval: float
    rtol: float
    values: Mapping[str, float] = field(default_factory=dict)
    measure: Callable[[Signals], Signals] = as_exposed
    unable: Mapping[str, str] = field(default_factory=dict)
    endless: Mapping[str, str] = field(default_factory=dict)
    slow: frozenset[str] = frozenset()
    short: float | None = None

    @property
    def formulations(self) -> list[str]:
        """Those that can express it, and run it in bearable time."""
        return [f for f in FORMULATIONS if f not in self.unable and f not in self.endless]

    def shortened(self) -> Case:
        """The same up to the time `short`."""
        reference = {name: quantity.until(self.short) for name, quantity in self.reference.items()}
        kept = {name: quantity for name, quantity in reference.items() if quantity.t.size}
        return replace(self, reference=kept, stop_time=self.short, short=None)

    def error(self, formulation: str) -> float:
        """The largest error of a run through `formulation`, in units of what is allowed."""
        problem = compile_model(self.model(formulation), formulation)
        result = simulate(problem, self.stop_time, self.interval, self.values, rtol=self.rtol)
        measured = self.measure(signals_of(result))
        return float(np.max([quantity.error(result["time"], measured[name]) for name, quantity in self.reference.items()]))


def signals_of(result: np.ndarray) -> dict[str, np.ndarray]:
    """The columns of a result, those of an array (`r[1]`, `r[2]`, ...) as one signal (n, size)."""
    columns: dict[str, list[np.ndarray]] = {}
    for name in result.dtype.names:
        columns.setdefault(name.split("[")[0], []).append(result[name])
    return {name: parts[0] if len(parts) == 1 else np.column_stack(parts) for name, parts in columns.items()}
