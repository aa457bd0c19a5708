"""Braking in a turn after ISO 7975: how far a car that is braked on a circle leaves it."""

from __future__ import annotations

from dataclasses import dataclass
from math import degrees, sqrt

import numpy as np

from ...base.errors import MbfmuError
from ..table import table_of
from .drive import Demand, Driver, Recording, Seen, drive
from .manoeuvre_result import Characteristic, Curve, Diagram, ManoeuvreResult, characteristics
from .steady_circle import circling
from .vehicle import Vehicle

STEADY = 9.0  # s on the circle, before the brakes
BEFORE = STEADY - 0.05  # s: where the circle is measured
LOOKED = 1.0  # s after the start of braking, where values are read
BRAKED = 3.0  # s
SLOWEST = 2.0  # m/s, at which the run ends
LEVELS = 6


@dataclass(frozen=True)
class Braked:
    """A run with brakes from STEADY on: by `demand` [m/s2], on a circle with this `radius` [m]."""

    demand: float
    radius: float
    run: Recording

    @property
    def time(self) -> np.ndarray:
        """From the start of braking [s]."""
        return self.run.time - STEADY

    @property
    def deceleration(self) -> float:
        """The mean over the time looked at [m/s2]."""
        return (self.run.at("v_x", BEFORE) - self.run.at("v_x", STEADY + LOOKED)) / LOOKED

    @property
    def yaw_ratio(self) -> np.ndarray:
        """Yaw rate by that of the circle at the present speed."""
        return self.run["yaw_rate"] * self.radius / self.run["v_x"]

    @property
    def outward(self) -> np.ndarray:
        """Way to the outside of the circle [m]."""
        run = self.run
        v_x, v_y = (float(np.interp(BEFORE, run.time, np.gradient(run[name], run.time))) for name in ("x", "y"))
        to_centre = np.array([-v_y, v_x]) / run.at("yaw_rate", BEFORE)  # from where the position is measured, which may not be where speed is
        x, y = run.at("x", BEFORE) + to_centre[0], run.at("y", BEFORE) + to_centre[1]
        return np.hypot(run["x"] - x, run["y"] - y) - float(np.hypot(*to_centre))

    def looked(self, numbers: np.ndarray) -> float:
        """A signal at the time looked at."""
        return float(np.interp(LOOKED, self.time, numbers))


def braking_in_turn(vehicle: Vehicle, radius: float = 100.0, lateral_acceleration: float = 5.0, most: float = 6.0) -> ManoeuvreResult:
    """Braking in a turn after ISO 7975: how a car that circles is braked while its steering is held.

    It circles on a `radius` [m] with a `lateral_acceleration` [m/s2]. It is braked in six runs, up to the deceleration `most` [m/s2] that its brakes
    would give at 15 m/s straight ahead. Values are those 1 s later. A yaw rate ratio of 1 is that of the
    circle at the car's present speed: above it, the car turns in.

    Raises MbfmuError for a car without brakes, and one that does not come to the circle. Source: ISO 7975:2019, Passenger cars: Braking in a turn,
    open-loop test method.
    """
    vehicle.needs("braking in a turn", "brake")
    if not (radius > 0 and lateral_acceleration > 0 and most > 0):
        raise MbfmuError(f"radius = {radius} m, lateral_acceleration = {lateral_acceleration} m/s2 and most = {most} m/s2 must be > 0")
    speed = sqrt(radius * lateral_acceleration)
    runs = []
    for demand in most * np.arange(1, LEVELS + 1) / LEVELS:
        run = drive(vehicle, speed, _braking(vehicle, speed, radius, demand), STEADY + BRAKED)
        reached = run.at("yaw_rate", BEFORE) / run.at("v", BEFORE)
        if not abs(reached * radius - 1.0) < 0.05:
            raise MbfmuError(f"{vehicle.name} does not come to a circle of {radius} m at {speed:.3g} m/s: ask for less lateral acceleration")
        if run.time[-1] < STEADY + LOOKED:
            break
        runs.append(Braked(float(demand), run.at("v", BEFORE) / run.at("yaw_rate", BEFORE), run))
    if not runs:
        raise MbfmuError(f"{vehicle.name} stands within {LOOKED} s: brake it less, by most, or from a higher speed")
    return _result(vehicle, runs, radius, speed)


def _braking(vehicle: Vehicle, speed: float, radius: float, demand: float) -> Driver:
    """Who keeps to the circle, and then holds the steering and brakes."""
    before, held = circling(vehicle, speed, 1.0 / radius), Demand()

    def driver(time: float, seen: Seen) -> Demand | None:
        nonlocal held
        if time <= STEADY:
            held = before(time, seen) or held
            return held
        return Demand(held.steer, brake=demand) if seen["v_x"] > SLOWEST else None

    return driver


def _result(vehicle: Vehicle, runs: list[Braked], radius: float, speed: float) -> ManoeuvreResult:
    decelerations = np.array([one.deceleration for one in runs])
    ratios = np.array([one.looked(one.yaw_ratio) for one in runs])
    slipped = np.array([one.looked(one.run["beta"]) - one.run.at("beta", BEFORE) for one in runs])
    outward = np.array([one.looked(one.outward) for one in runs])
    worst = int(np.argmax(np.abs(ratios - 1.0)))
    rows = (
        ("yaw rate ratio at worst", ratios[worst], "1", "yaw rate by that of the circle, 1 s after the start of braking"),
        ("deceleration at worst", decelerations[worst], "m/s2", "at which that is farthest from 1"),
        ("largest yaw rate ratio", max(one.yaw_ratio[one.time >= 0].max() for one in runs), "1", "at any time of braking"),
        ("largest change of side slip", degrees(np.abs(slipped).max()), "deg", "1 s after the start of braking"),
        ("farthest outward", outward.max(), "m", "of the circle, 1 s after the start of braking"),
        ("farthest inward", -outward.min(), "m", "of the circle, 1 s after the start of braking"),
        ("largest deceleration", decelerations.max(), "m/s2", "mean of the first second"),
    )
    over = lambda signal, of: tuple(Curve(f"{one.deceleration:.2g} m/s2", one.time[one.time >= -0.5], signal(one)[one.time >= -0.5]) for one in of)
    columns = [
        ("demand", "m/s2", np.array([one.demand for one in runs])),
        ("deceleration", "m/s2", decelerations),
        ("yaw_rate_ratio", "1", ratios),
        ("side_slip_change", "rad", slipped),
        ("outward", "m", outward),
    ]
    return ManoeuvreResult(
        manoeuvre="braking in a turn",
        standard="ISO 7975",
        vehicle=vehicle.name,
        conditions=(Characteristic("radius", radius, "m", "of the circle"), Characteristic("speed", speed, "m/s", "before braking")),
        characteristics=characteristics(*rows),
        table=table_of(columns),
        diagrams=(
            Diagram("deceleration in m/s2", "yaw rate ratio", (Curve("after 1 s", decelerations, ratios, dots=True),)),
            Diagram("time of braking in s", "yaw rate ratio", over(lambda one: one.yaw_ratio, runs)),
            Diagram("time of braking in s", "way outward in m", over(lambda one: one.outward, runs)),
        ),
    )
