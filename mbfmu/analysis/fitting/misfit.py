"""What is left between measurements and a fitted model, and what is to be said of it."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import numpy as np

from .autocorrelation import Autocorrelation, autocorrelation
from .least_squares import Weighed
from .uncertainty import Explained

NUMERICAL = 1e-6  # of the signal: residuals that are smaller are errors of runs, no noise
FOLLOWED = 0.3  # of the signal: noise may be that large, but a model that leaves as much, and smooth, does not follow
SMOOTH = 0.5  # of the correlation from one row to the next
WORSE = 1.1  # times the signal: what a constant would leave, and a little more


@dataclass(frozen=True)
class Misfit:
    """What a fit leaves of `data`: `differences` (n), fitted less measured, and `residuals`, the same in units of the noise.

    `told` is what parameters explain of them, and `known` whether the size of the noise was given.
    """

    data: Weighed
    differences: np.ndarray
    residuals: np.ndarray
    told: Explained
    known: bool

    @cached_property
    def left(self) -> np.ndarray:
        """The root mean square of the differences of each channel."""
        return self.data.spread(self.differences)

    @cached_property
    def signal(self) -> np.ndarray:
        """The same of the measurements about their mean."""
        return self.data.signal

    @cached_property
    def correlation(self) -> Autocorrelation:
        """The correlation of the noise in time."""
        noisy = self.left > NUMERICAL * self.signal
        series = [places for places in self.data.series if noisy[self.data.channel[places[0]]]]
        return autocorrelation(self.residuals, series, self.told.columns)

    def findings(self) -> list[str]:
        """Sentences about models that do not follow, and about noise that is not independent."""
        unfollowed = [self._unfollowed(i) for i in range(len(self.data.names)) if self.left[i] > self._share(i) * self.signal[i]]
        return unfollowed + ([self._correlated()] if self.correlation.correlated else [])

    @cached_property
    def _steps(self) -> dict[str, float]:
        """The correlation from one row to the next, of channels where there is any: the largest of all experiments."""
        found: dict[str, float] = {}
        for i in self.correlation.correlated:
            name = self.data.names[self.data.channel[self.correlation.series[i][0]]]
            found[name] = max(found.get(name, -1.0), float(self.correlation.lags[i][1]))
        return found

    def _share(self, channel: int) -> float:
        """The part of a signal above which its model does not follow it."""
        return FOLLOWED if self._steps.get(self.data.names[channel], 0.0) > SMOOTH else WORSE

    def _unfollowed(self, channel: int) -> str:
        name, unit = self.data.names[channel], f" {self.data.units[channel]}".removesuffix(" 1")
        share = f"the residual RMS is {self.left[channel]:.3g}{unit}, the signal RMS {self.signal[channel]:.3g}{unit}"
        return f"the model does not follow {name}: {share}; plot the measurements and the fitted run, and look for effects that the model lacks"

    def _correlated(self) -> str:
        count = sum(len(self.correlation.lags[i]) for i in self.correlation.correlated)
        effective = self.correlation.effective - self.correlation.count + count
        channels = ", ".join(f"{name} (lag 1: {step:.2f})" for name, step in self._steps.items())
        return (
            f"residuals are correlated in time: {channels}; the effective sample size is {effective:.0f} of {count}, and {self._grown()}; "
            f"possible causes are filtered noise and effects that the model lacks: plot the residuals"
        )

    def _grown(self) -> str:
        """What correlation does to standard errors."""
        growth = self.told.growth(self.correlation, self.known)
        span = " to ".join(dict.fromkeys(f"{x:.2g}" for x in (np.min(growth, initial=np.inf), np.max(growth, initial=0.0)) if x > 1.0))
        return f"standard errors are {span} times those of independent noise" if span else "standard errors stay those of independent noise"
