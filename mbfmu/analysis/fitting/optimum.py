"""What an optimization has found."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from ...base.one_line import one_line


@one_line
@dataclass(frozen=True)
class Optimum:
    """The `values` of parameters, in `units`, that minimize the sum of a criterion over all load cases.

    `criterion` is this sum, and `before` the sum at the start. `constraints` has the smallest value of each constraint over all load cases: a
    constraint is met if it is not negative. `equations` has the largest value of each equation, by its size. `results` are those of `simulate`, or
    linear systems, one for each load case. `findings` are warnings. `runs` counts the runs of all load cases. `print` shows the values.
    """

    values: dict[str, float]
    units: dict[str, str]
    criterion: float
    before: float
    constraints: dict[str, float]
    equations: dict[str, float]
    results: Sequence[Any] = field(repr=False)
    findings: Sequence[str]
    runs: int

    def __str__(self) -> str:
        width = max(map(len, self.values))
        lines = [f"{name:{width}}  {value:.6g} {self.units[name]}".removesuffix(" 1") for name, value in self.values.items()]
        change = f"criterion {self.criterion:.6g}, at the start {self.before:.6g}"
        held = [f"{name}: {least:.6g} >= 0" for name, least in self.constraints.items()]
        held += [f"{name}: {off:.3g} = 0" for name, off in self.equations.items()]
        return "\n".join([*lines, change, *held, *self.findings])

    def numbers(self) -> dict[str, Any]:
        """All that a script wants to know, in types of JSON."""
        parameters = {name: {"value": value, "unit": self.units[name]} for name, value in self.values.items()}
        names = ("criterion", "before", "constraints", "equations", "findings", "runs")
        return {"parameters": parameters, **{name: getattr(self, name) for name in names}}
