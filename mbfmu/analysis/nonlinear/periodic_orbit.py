"""periodic_orbit(model, period): a motion that repeats itself, by shooting, and whether it is stable."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from ...base.errors import MbfmuError
from ...base.one_line import one_line
from ...problem.compile import Declared
from ..instant.drive import Inputs, Values
from ..instant.times import is_positive, is_time
from ..simulate.simulate import table
from .flow import Flow
from .shooting import Orbit, Shooting
from .transition import by_size
from .variation import TOLERANCE

NEUTRAL = 1e-5  # of a multiplier's size: so near 1 it is neither
ROWS = 400  # of the outputs over a period


@one_line
@dataclass(frozen=True)
class PeriodicOrbit:
    """A periodic motion: `period` [s], the `states` from which it starts at `time` [s], by name, and its Floquet `multipliers`, the largest first.

    `driven` says that its period is that of the drive. `outputs` is a structured array over one period, as `simulate` gives. `residual` is how
    far the states are off after a period, in their nominal values; `turns` are full turns that coordinates have made in it.
    """

    period: float
    time: float
    states: dict[str, float]
    multipliers: np.ndarray
    driven: bool
    outputs: np.ndarray
    residual: float
    turns: dict[str, int]

    @property
    def exponents(self) -> np.ndarray:
        """The Floquet exponents [1/s]: logarithms of the multipliers over the period."""
        with np.errstate(divide="ignore"):
            return np.log(self.multipliers) / self.period

    @property
    def stability(self) -> str:
        """A verdict in words: stable, neutral, or unstable and how it is left."""
        return verdict(self.multipliers, self.driven)


def verdict(multipliers: np.ndarray, driven: bool) -> str:
    """Whether an orbit is stable; of the multipliers of one that nothing drives, the one nearest 1 is that along the orbit and does not count."""
    rest = multipliers if driven else np.delete(multipliers, np.argmin(np.abs(multipliers - 1.0)))
    largest = rest[np.argmax(np.abs(rest))] if len(rest) else 0.0
    if abs(largest) < 1.0 - NEUTRAL:
        return "stable"
    if abs(largest) <= 1.0 + NEUTRAL:
        return "neutral"
    if abs(largest.imag) > NEUTRAL * abs(largest):
        return "unstable: neighbours leave it in spirals"
    return "unstable: neighbours leave it, " + ("on one side" if largest.real > 0 else "to one side and the other in turn, with twice the period")


def periodic_orbit(
    declared: Declared,
    period: float,
    values: Values = None,
    inputs: Inputs = None,
    transient: float = 0.0,
    rtol: float = TOLERANCE,
    progress: Callable[[float], None] = lambda t: None,
) -> PeriodicOrbit:
    """A periodic motion near the run of a model, behind a `transient` [s], by Newton's method on the states after a period.

    `values` and `inputs` are those of `simulate`. If time or inputs drive the model, `period` [s] is that of the motion: the period of the drive, or
    a multiple. Else it is a guess, and the period is found, with a start that has moved across the orbit only. Where orbits come in families, as
    without damping, one near the run is found. Angles may be full turns further on after a period, if that makes no difference. Derivatives are exact
    (variational equations). `progress` is called now and then with the time [s]. Raises ProblemsFound and InvalidValue as `simulate` does,
    StepFailed if the run cannot continue, MbfmuError if no orbit is found.
    Source: R. Seydel, Practical Bifurcation and Stability Analysis, section 7.3.
    """
    if not (is_positive(period) and is_time(transient)):
        raise MbfmuError(f"an orbit takes a period > 0 s and a transient >= 0 s, both finite, not {period!r} s and {transient!r} s")
    flow = Flow(declared, values, inputs, "periodic_orbit", rtol)
    flow.report(progress)
    if transient:
        flow.go(np.ceil(transient / period) * period if flow.driven else transient)
    shooting = Shooting(flow)
    return described(flow, shooting.find(period))


def described(flow: Flow, orbit: Orbit) -> PeriodicOrbit:
    """An orbit with its outputs over one period."""
    names = flow.problem.state_names
    flow.back(orbit.start)
    times = np.linspace(flow.t, flow.t + orbit.period, ROWS + 1)
    rows = [flow.instance.outputs(), *flow.sample(times[1:])]
    return PeriodicOrbit(
        period=orbit.period,
        time=float(times[0]),
        states=dict(zip(names, orbit.start.tolist())),
        multipliers=by_size(np.linalg.eigvals(orbit.monodromy)),
        driven=flow.driven,
        outputs=table(flow.problem, times, np.array(rows)),
        residual=orbit.residual,
        turns={names[i]: int(turns) for i, turns in enumerate(orbit.turns) if turns},
    )
