"""What a fit has found: values with their uncertainty, what is left between model and measurements, and what deserves attention."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from ...base.html_table import html_table
from ...base.one_line import one_line


@one_line
@dataclass(frozen=True)
class Estimate:
    """A parameter that was fitted: its `value`, its standard `error` and its 95 % confidence interval from `low` to `high`, in `unit`.

    `at_bound` says that it ended at one of its bounds: then it has no error. The error is infinite if the measurements do not determine the value.
    """

    value: float
    unit: str
    error: float
    low: float
    high: float
    at_bound: bool = False


@one_line
@dataclass(frozen=True)
class Fit:
    """Parameters fitted to measurements.

    `parameters` is a dict by name. `correlation` (k, k) is the correlation of their errors, in the same order. `noise` is the standard deviation of
    each channel, an output or a pair of a frequency response, as given or as estimated from the residuals. `left` is the root mean square of the
    residuals, `signal` that of the measurements about their mean. `measured`, `fitted` and `residuals` (fitted less measured) are structured arrays,
    one for each experiment. `findings` are warnings, for example that parameters cannot be told apart. `runs` counts the runs of all experiments.
    `converged` is False if the fit needs more runs. `print` shows the values.
    """

    parameters: dict[str, Estimate]
    correlation: np.ndarray
    noise: dict[str, float]
    left: dict[str, float]
    signal: dict[str, float]
    units: dict[str, str] = field(repr=False)
    measured: Sequence[np.ndarray] = field(repr=False)
    fitted: Sequence[np.ndarray] = field(repr=False)
    residuals: Sequence[np.ndarray] = field(repr=False)
    findings: Sequence[str]
    runs: int
    converged: bool

    @property
    def values(self) -> dict[str, float]:
        """The fitted values by name, for `simulate`, `fit` and others as `values`. An FMU takes those that are tunable or start values."""
        return {name: one.value for name, one in self.parameters.items()}

    def __str__(self) -> str:
        width = max(map(len, self.parameters))
        lines = [f"{name:{width}}  {shown(one)}" for name, one in self.parameters.items()]
        return "\n".join([*lines, *map(self.misfit, self.signal), *self.findings])

    def _repr_html_(self) -> str:
        """Its parameters, for notebooks."""
        rows = [
            (name, f"{one.value:.6g}", one.unit, f"{one.error:.2g}", f"{one.low:.6g}", f"{one.high:.6g}", "at its bound" if one.at_bound else "")
            for name, one in self.parameters.items()
        ]
        caption = f"{self.runs} runs, {'converged' if self.converged else 'not converged'}" + "".join(f"; {each}" for each in self.findings)
        return html_table(caption, ("parameter", "value", "unit", "standard error", "95 % from", "to", ""), rows)

    def misfit(self, channel: str) -> str:
        """What is left of a channel beside what was measured of it, in words."""
        left, signal = (f"{size:.3g} {self.units[channel]}".removesuffix(" 1") for size in (self.left[channel], self.signal[channel]))
        share = f" ({self.left[channel] / self.signal[channel]:.2g} of it)" if self.signal[channel] else ""
        return f"{channel}: residual RMS {left}, signal RMS {signal}{share}"

    def numbers(self) -> dict[str, Any]:
        """All that a script wants to know, in types of JSON."""
        parameters = {
            name: {"value": one.value, "unit": one.unit, "error": one.error, "interval": [one.low, one.high], "at_bound": one.at_bound}
            for name, one in self.parameters.items()
        }
        noise = {name: {"value": value, "unit": self.units[name]} for name, value in self.noise.items()}
        misfit = {name: {"residuals": self.left[name], "signal": self.signal[name], "unit": self.units[name]} for name in self.signal}
        others = {"findings": [*self.findings], "runs": self.runs, "converged": self.converged}
        return {"parameters": parameters, "correlation": self.correlation.tolist(), "noise": noise, "misfit": misfit, **others}


def shown(one: Estimate) -> str:
    """An estimate in words."""
    unit = "" if one.unit == "1" else f" {one.unit}"
    if one.at_bound:
        return f"{one.value:.6g}{unit}, at its bound"
    if not np.isfinite(one.error):
        return f"{one.value:.6g}{unit}, which the measurements do not determine"
    return f"{one.value:.6g} ± {one.error:.2g}{unit} (95 %: {one.low:.6g} to {one.high:.6g})"
