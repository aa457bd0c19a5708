"""Sine with dwell after ISO 19365 and FMVSS 126: whether a car stays stable behind a swerve."""

from __future__ import annotations

from dataclasses import dataclass
from math import degrees, nan, pi, sin

import numpy as np

from ...base.errors import MbfmuError, StepFailed
from ..table import table_of
from .drive import Demand, Recording, Seen, drive
from .drivers import SpeedKeeper
from .manoeuvre_result import Characteristic, Curve, Diagram, ManoeuvreResult, characteristics
from .steady_turn import steer_for
from .vehicle import Vehicle

FREQUENCY, DWELL = 0.7, 0.5  # Hz, s
ENDED = 1.0 / FREQUENCY + DWELL  # s: from the beginning of steering to its end
START = 1.0  # s of straight driving
REFERENCE = 0.3 * 9.81  # m/s2: the lateral acceleration of the reference angle
FACTORS = np.arange(1.5, 6.6, 0.5)  # of the reference angle
AFTER = {1.0: 35.0, 1.75: 20.0}  # s behind the end of steering: the yaw rate there, in % of its peak, is no more than that
MOVED, ASIDE, FROM = 1.07, 1.83, 5.0  # s, m: a car has moved aside so far by then, if it is steered by so many reference angles


@dataclass(frozen=True)
class Swerve:
    """A run with an amplitude of `factor` reference angles."""

    factor: float
    run: Recording

    @property
    def peak(self) -> float:
        """The second peak of the yaw rate [rad/s], on the other side."""
        return float(-self.run["yaw_rate"].min())

    def left_over(self, time: float) -> float:
        """The yaw rate so long [s] behind the end of steering, in % of its peak on that side."""
        return -100.0 * self.run.at("yaw_rate", START + ENDED + time) / self.peak

    @property
    def aside(self) -> float:
        """Way to the side 1.07 s behind the beginning of steering [m]."""
        return self.run.at("y", START + MOVED) - self.run.at("y", START)

    @property
    def stable(self) -> bool:
        """Whether it fulfils the limits of the yaw rate."""
        return all(self.left_over(time) <= limit for time, limit in AFTER.items())


def sine_with_dwell(vehicle: Vehicle, speed: float = 22.2) -> ManoeuvreResult:
    """Sine with dwell: a sine of the steering of 0.7 Hz that waits for 0.5 s at its second peak, with growing amplitude, from a `speed` [m/s].

    Amplitudes are 1.5 to 6.5 times the angle that gives 0.3 g in a steady turn; the car coasts meanwhile. It is stable if its yaw rate is at most
    35 % of the second peak 1 s behind the end of steering, and 20 % after 1.75 s. It is responsive if it has moved aside by 1.83 m within 1.07 s.

    Raises MbfmuError for a car that does not reach 0.3 g. Source: FMVSS 126 (49 CFR 571.126); ISO 19365:2016, Passenger cars: Validation of vehicle
    dynamic simulation, sine with dwell stability control testing.
    """
    if not speed > 0:
        raise MbfmuError(f"speed = {speed} m/s must be > 0")
    reference = steer_for(vehicle, speed, REFERENCE)
    swerves = []
    for factor in FACTORS:
        try:
            swerves.append(Swerve(float(factor), drive(vehicle, speed, _Swerving(vehicle, speed, factor * reference), START + ENDED + 2.5)))
        except StepFailed:  # of a car that tumbles
            break
    if not swerves:
        raise MbfmuError(f"{vehicle.name} cannot be computed through a swerve at {speed} m/s: try a lower speed")
    return _result(vehicle, swerves, reference, speed)


class _Swerving:
    """Who steers by a sine with dwell, and lets the car coast."""

    def __init__(self, vehicle: Vehicle, speed: float, amplitude: float):
        self._keeper, self._amplitude = SpeedKeeper(vehicle, speed), amplitude

    def __call__(self, time: float, seen: Seen) -> Demand:
        t = time - START
        if t < 0.0:
            return Demand(0.0, *self._keeper(seen))
        three_quarters = 0.75 / FREQUENCY
        phase = t if t < three_quarters else max(three_quarters, t - DWELL)
        return Demand(self._amplitude * sin(2.0 * pi * FREQUENCY * phase) if t < ENDED else 0.0)


def _result(vehicle: Vehicle, swerves: list[Swerve], reference: float, speed: float) -> ManoeuvreResult:
    factors, peaks = np.array([one.factor for one in swerves]), np.array([one.peak for one in swerves])
    ratios = {time: np.array([one.left_over(time) for one in swerves]) for time in AFTER}
    aside, stable = np.array([one.aside for one in swerves]), [one.stable for one in swerves]
    steered = factors >= FROM
    first = stable.index(False) if False in stable else len(stable)
    rows = (
        ("largest stable factor", factors[first - 1] if first else 0.0, "1", "amplitude by reference angle, up to which the car is stable"),
        ("largest yaw rate after 1 s", ratios[1.0].max(), "%", "of the second peak; at most 35 if stable"),
        ("largest yaw rate after 1.75 s", ratios[1.75].max(), "%", "of the second peak; at most 20 if stable"),
        ("smallest way aside", aside[steered].min() if steered.any() else nan, "m", "after 1.07 s, from factor 5 on; at least 1.83 m if responsive"),
        ("reference angle", degrees(reference), "deg", "of the front wheels, at 0.3 g"),
    )
    after = [(f"yaw_rate_after_{str(time).replace('.', '_')}_s", "%", numbers) for time, numbers in ratios.items()]
    curves = lambda name: tuple(Curve(f"{one.factor:.1f} reference angles", one.run.time - START, np.degrees(one.run[name])) for one in swerves)
    limits = tuple(Curve(f"limit after {time:g} s", factors[[0, -1]], np.full(2, limit), bound=True) for time, limit in AFTER.items())
    return ManoeuvreResult(
        manoeuvre="sine with dwell",
        standard="ISO 19365, FMVSS 126",
        vehicle=vehicle.name,
        conditions=(Characteristic("speed", speed, "m/s", "at the beginning"),),
        characteristics=characteristics(*rows),
        table=table_of([("factor", "1", factors), ("second_peak", "rad/s", peaks), *after, ("aside", "m", aside)]),
        diagrams=(
            Diagram("time in s", "front wheels in deg", curves("steer")),
            Diagram("time in s", "yaw rate in deg/s", curves("yaw_rate")),
            Diagram(
                "amplitude by reference angle",
                "yaw rate in % of its peak",
                (*(Curve(f"after {time:g} s", factors, numbers, dots=True) for time, numbers in ratios.items()), *limits),
            ),
        ),
    )
