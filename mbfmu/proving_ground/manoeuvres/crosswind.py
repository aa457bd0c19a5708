"""Crosswind after ISO 12021: how far a wind from the side moves and turns a car whose steering is held."""

from __future__ import annotations

from math import degrees

import numpy as np

from ...base.errors import MbfmuError
from .channels import has
from .drive import Demand, Driver, Recording, Seen, drive
from .drivers import SpeedKeeper
from .largest import largest
from .manoeuvre_result import Characteristic, Curve, Diagram, ManoeuvreResult, characteristics
from .vehicle import Vehicle

START = 1.0  # s of straight driving
LOOKED = 2.0  # s after the front of the body has come to the zone
AFTER = 1.0  # s of driving behind the zone


def crosswind(vehicle: Vehicle, speed: float = 27.8, wind: float = 20.0, zone: float = 25.0) -> ManoeuvreResult:
    """Crosswind after ISO 12021: a car at a `speed` [m/s] passes a `zone` [m] of `wind` [m/s] from the right, with its steering held straight.

    The wind is perpendicular to the way at the start. It grows as the body enters the zone, evenly over the length of the body, and falls as it
    leaves. Way, angle and rate count from the moment when the front of the body comes to the zone, and from the way of the car straight ahead.

    Raises MbfmuError for a car that has no input for gusts. Source: ISO 12021:2010, Road vehicles: Sensitivity to lateral wind, open-loop test method
    using wind generator input.
    """
    vehicle.needs("crosswind", "gust")
    if not (speed > 0 and wind > 0 and zone > 0):
        raise MbfmuError(f"speed = {speed} m/s, wind = {wind} m/s and zone = {zone} m must be > 0")
    left = (zone + vehicle.length) / speed
    run = drive(vehicle, speed, _blown(vehicle, speed, wind, zone), START + max(LOOKED, left) + AFTER)
    return _result(run, speed, wind, zone)


def _blown(vehicle: Vehicle, speed: float, wind: float, zone: float) -> Driver:
    """Who holds the steering straight and keeps the speed, in a wind on that part of the body that is in the zone."""
    keeper, length = SpeedKeeper(vehicle, speed), vehicle.length
    passed = lambda way: min(max(way, 0.0), length) / length

    def driver(time: float, seen: Seen) -> Demand:
        way = speed * (time - START)
        return Demand(0.0, *keeper(seen), gust=wind * (passed(way) - passed(way - zone)))

    return driver


def _result(run: Recording, speed: float, wind: float, zone: float) -> ManoeuvreResult:
    vehicle, time, then = run.vehicle, run.time - START, START + LOOKED
    y, yaw = (run[name] - run.at(name, START) for name in ("y", "yaw"))
    at = lambda signal: float(np.interp(LOOKED, time, signal))
    aside = y - run.at("yaw", START) * speed * np.maximum(time, 0.0)
    blown = time >= 0.0
    peaks = {name: _peak(time[blown], run[name][blown]) for name in ("yaw_rate", "a_y")}
    rows = (
        ("lateral deviation after 2 s", at(aside), "m", "to the left, the wind is from the right"),
        ("yaw angle after 2 s", degrees(at(yaw)), "deg", "to the left"),
        ("yaw rate after 2 s", degrees(run.at("yaw_rate", then)), "deg/s", "to the left"),
        ("largest yaw rate", degrees(peaks["yaw_rate"][1]), "deg/s", "either way, positive to the left"),
        ("time of largest yaw rate", peaks["yaw_rate"][0], "s", "from the beginning of the zone"),
        ("largest lateral acceleration", peaks["a_y"][1], "m/s2", "either way, positive to the left"),
    )
    roll = ("roll",) if has("roll", vehicle.measured) else ()
    angles = (Curve("yaw", time, np.degrees(yaw)), *(Curve("roll", time, np.degrees(run[name])) for name in roll))
    return ManoeuvreResult(
        manoeuvre="crosswind",
        standard="ISO 12021",
        vehicle=vehicle.name,
        conditions=(
            Characteristic("speed", speed, "m/s", "held"),
            Characteristic("wind", wind, "m/s", "from the right"),
            Characteristic("zone", zone, "m", "of wind"),
        ),
        characteristics=characteristics(*rows),
        table=run.result(("gust", "yaw_rate", "a_y", "y", "yaw", *roll, "v")),
        diagrams=(
            Diagram("time in s", "wind in m/s", (Curve("wind", time, run["gust"]),)),
            Diagram("time in s", "yaw rate in deg/s", (Curve("yaw rate", time, np.degrees(run["yaw_rate"])),)),
            Diagram("time in s", "lateral acceleration in m/s2", (Curve("lateral acceleration", time, run["a_y"]),)),
            Diagram("time in s", "angle in deg", angles),
            Diagram("time in s", "lateral deviation in m", (Curve("lateral deviation", time, aside),)),
        ),
    )


def _peak(time: np.ndarray, signal: np.ndarray) -> tuple[float, float]:
    """When a signal is largest either way [s], and its value there."""
    sign = float(np.sign(signal[np.argmax(np.abs(signal))])) or 1.0
    when, size = largest(time, sign * signal)
    return when, sign * size
