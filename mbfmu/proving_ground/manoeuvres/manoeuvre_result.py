"""ManoeuvreResult: what a manoeuvre found, with characteristic values, diagrams and the table they come from."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from ...base.errors import MbfmuError
from ...base.html_table import html_table
from ...base.nearest import nearest
from ...base.one_line import one_line
from ...model.signals.result import Result


@dataclass(frozen=True)
class Characteristic:
    """A number that says something about a car, in the unit that its standard uses."""

    name: str
    value: float
    unit: str
    meaning: str


@dataclass(frozen=True)
class Curve:
    """Numbers `y` over `x`, under a `label`; `dots` where they were measured one by one, a `bound` as a dashed line."""

    label: str
    x: np.ndarray
    y: np.ndarray
    dots: bool = False
    bound: bool = False


@dataclass(frozen=True)
class Diagram:
    """Curves with one pair of axes, `logarithmic` along x or not."""

    x: str
    y: str
    curves: tuple[Curve, ...]
    logarithmic: bool = False


@one_line
@dataclass(frozen=True)
class ManoeuvreResult:
    """What a manoeuvre found. `result["yaw rate gain"]` is a characteristic value.

    `standard` is where the manoeuvre is from, `conditions` say how it was driven, `missing` which values there are not, and why. `table` has a row
    for each time or each run, with units.
    """

    manoeuvre: str
    standard: str
    vehicle: str
    conditions: tuple[Characteristic, ...]
    characteristics: tuple[Characteristic, ...]
    table: Result
    diagrams: tuple[Diagram, ...]
    missing: tuple[str, ...] = ()

    def __getitem__(self, name: str) -> float:
        """A characteristic value by name, in its unit. Raises MbfmuError for a name that there is not."""
        for one in self.characteristics:
            if one.name == name:
                return one.value
        known = [one.name for one in self.characteristics]
        raise MbfmuError(f"{self.manoeuvre} has no value {name!r}{nearest(name, known)}: there is {', '.join((*known, *self.missing))}")

    def rows(self) -> list[tuple[str, str, str, str]]:
        """Name, value, unit and meaning of each characteristic, as texts."""
        return [(one.name, f"{one.value:.5g}", one.unit, one.meaning) for one in self.characteristics]

    def _repr_html_(self) -> str:
        """A row a characteristic, for notebooks."""
        return html_table(f"{self.manoeuvre} of {self.vehicle} ({self.standard})", ("characteristic", "value", "unit", "meaning"), self.rows())


def characteristics(*rows: tuple[str, float, str, str]) -> tuple[Characteristic, ...]:
    """Characteristics from rows of name, value, unit and meaning, without those that are not numbers."""
    return tuple(Characteristic(name, float(value), unit, meaning) for name, value, unit, meaning in rows if np.isfinite(value))
