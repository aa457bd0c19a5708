"""Straight ahead: acceleration, braking on split friction after ISO 14512, and holding on a hill."""

from __future__ import annotations

from dataclasses import replace
from math import degrees, isfinite, nan, pi

import numpy as np

from ...base.errors import MbfmuError
from .channels import has
from .drive import Demand, Driver, Recording, Seen, drive
from .drivers import SpeedKeeper
from .manoeuvre_result import Characteristic, Curve, Diagram, ManoeuvreResult, characteristics
from .vehicle import STEP, Vehicle

KMH = 1.0 / 3.6  # m/s
ROLLING = 1.0  # m/s, from which a car accelerates
TO = (50.0, 80.0, 100.0, 120.0)  # km/h
WAYS = (100.0, 400.0)  # m
ONSET = 1.0  # s of straight driving before the brakes
STANDING = 0.3  # m/s, below which a braked car counts as standing
LOOKED = 1.0  # s after the start of braking
HELD, GRASP = 6.0, 4.0  # s: on the hill, and of them until it stands: brakes slide at first where nothing holds it before they are under load
CREEP = 0.002  # m/s: slower, a car counts as held, since tires creep
FINE = 0.01  # m/s2: how closely the smallest hold is found


def acceleration(vehicle: Vehicle, push: float = nan, duration: float = 30.0) -> ManoeuvreResult:
    """Full acceleration straight ahead from 1 m/s: times to speeds and over distances.

    `push` is the value of the drive input, in its own unit; by default a pedal is pressed down, and another drive is that which accelerates the car
    by 3 m/s2 at 15 m/s. The run ends after `duration` [s] at the latest. Raises MbfmuError for a car without a drive.
    """
    vehicle.needs("acceleration", "drive")
    assert vehicle.drive is not None
    pushed = replace(vehicle.drive, slow_gain=None)
    usual = pushed.largest / pushed.gain if isfinite(pushed.largest) else 3.0
    demand = usual if np.isnan(push) else push / pushed.gain
    if not demand > 0:
        raise MbfmuError(f"push = {push} must be > 0, in the unit of {[*pushed.inputs][0]}")
    run = drive(replace(vehicle, drive=pushed), ROLLING, _pushing(demand), duration)
    v, way = run["v_x"], run["x"] - run["x"][0]
    when = {speed: _first(run.time, v, speed * KMH) for speed in TO}
    rows: list[tuple[float, ...] | tuple[str, float, str, str]] = [
        *((f"time to {speed:g} km/h", when[speed], "s", "from 1 m/s") for speed in TO),
        ("time from 80 to 120 km/h", when[120.0] - when[80.0], "s", ""),
        *((f"time over {distance:g} m", _first(run.time, way, distance), "s", "from 1 m/s") for distance in WAYS),
        ("largest acceleration", run["a_x"].max(), "m/s2", "straight ahead"),
        ("last speed", v[-1] / KMH, "km/h", "at the end of the run"),
    ]
    found = characteristics(*rows)  # type: ignore[arg-type]
    known = {one.name for one in found}
    return ManoeuvreResult(
        manoeuvre="acceleration",
        standard="straight ahead",
        vehicle=vehicle.name,
        conditions=(Characteristic("drive", demand * pushed.gain, "", f"{[*pushed.inputs][0]}, in its own unit"),),
        characteristics=found,
        table=run.result(("x", "v_x", "a_x", "drive")),
        diagrams=(
            Diagram("time in s", "speed in km/h", (Curve("speed", run.time, v / KMH),)),
            Diagram("time in s", "acceleration in m/s2", (Curve("acceleration", run.time, run["a_x"]),)),
        ),
        missing=tuple(f"{row[0]}: not reached within the run" for row in rows if row[0] not in known),
    )


def _pushing(demand: float) -> Driver:
    """Who drives until the last speed and the last way are behind."""
    way = 0.0

    def driver(time: float, seen: Seen) -> Demand | None:
        nonlocal way
        way += seen["v_x"] * STEP
        return None if seen["v_x"] > TO[-1] * KMH + 1.0 and way > WAYS[-1] + 1.0 else Demand(drive=demand)

    return driver


def _first(time: np.ndarray, signal: np.ndarray, level: float) -> float:
    """When a signal first comes to a level [s]; nan where it does not."""
    i = int(np.argmax(signal >= level))
    return float(np.interp(level, signal[i - 1 : i + 1], time[i - 1 : i + 1])) if i and signal[i] >= level else nan


def split_braking(vehicle: Vehicle, speed: float = 22.2, deceleration: float = 8.0, duration: float = 8.0) -> ManoeuvreResult:
    """Straight-ahead braking on split friction after ISO 14512: how the car is braked and turned while its steering is held.

    The car brings its road along: give a car on a SplitFrictionRoad. From a `speed` [m/s] it is braked as hard as gives this `deceleration` [m/s2]
    where friction is high, until it stands, is across the road, or `duration` [s] is over. On a road with equal friction this is a braking distance.

    Raises MbfmuError for a car without brakes. Source: ISO 14512:1999, Passenger cars: Straight-ahead braking on surfaces with split coefficient of
    friction, open-loop test procedure.
    """
    vehicle.needs("braking", "brake")
    if not (deceleration > 0 and duration > ONSET + LOOKED):
        raise MbfmuError(f"deceleration = {deceleration} m/s2 must be > 0, duration = {duration} s must be > {ONSET + LOOKED} s")
    run = drive(vehicle, speed, _stopping(vehicle, speed, deceleration), duration)
    start, end = ONSET, float(run.time[-1])
    stands, v = bool(run["v"][-1] < 2 * STANDING), run["v"]
    x, y, yaw = (run[name] - run.at(name, start) for name in ("x", "y", "yaw"))
    after, braked = start + LOOKED, run.time >= start
    there = after <= end
    at = lambda numbers: float(np.interp(after, run.time, numbers)) if there else nan
    way = float(np.hypot(x[-1], y[-1]))
    lost = run.at("v", start) ** 2 - v[-1] ** 2
    rows = (
        ("mean deceleration", lost / (2.0 * way), "m/s2", "of the whole way"),
        ("braking distance", way if stands else nan, "m", "until the car stands"),
        ("yaw angle after 1 s", degrees(at(yaw)), "deg", "to the left"),
        ("yaw rate after 1 s", degrees(at(run["yaw_rate"])), "deg/s", "to the left"),
        ("lateral deviation after 1 s", at(y), "m", "to the left"),
        ("largest yaw rate", degrees(np.abs(run["yaw_rate"][braked]).max()), "deg/s", "either way"),
        ("largest yaw angle", degrees(np.abs(yaw[braked]).max()), "deg", "either way"),
    )
    return ManoeuvreResult(
        manoeuvre="braking on split friction",
        standard="ISO 14512",
        vehicle=vehicle.name,
        conditions=(
            Characteristic("speed", speed, "m/s", "before braking"),
            Characteristic("brakes", deceleration, "m/s2", "if friction were high everywhere"),
        ),
        characteristics=characteristics(*rows),
        table=run.result(("x", "y", "yaw", "v", "yaw_rate", "a_x", "brake")),
        diagrams=(
            Diagram("time of braking in s", "speed in m/s", (Curve("speed", run.time - start, v),)),
            Diagram("time of braking in s", "yaw in deg and deg/s", _yawing(run, yaw, start)),
            Diagram("way in m", "deviation in m", (Curve("to the left", x, y),)),
        ),
        missing=() if stands else ("braking distance: the car does not come to a stand in the run",),
    )


def _yawing(run: Recording, yaw: np.ndarray, start: float) -> tuple[Curve, ...]:
    return Curve("yaw angle", run.time - start, np.degrees(yaw)), Curve("yaw rate", run.time - start, np.degrees(run["yaw_rate"]))


def _stopping(vehicle: Vehicle, speed: float, deceleration: float) -> Driver:
    """Who drives straight on, and then brakes until the car stands or is across the road."""
    keeper = SpeedKeeper(vehicle, speed)

    def driver(time: float, seen: Seen) -> Demand | None:
        if time <= ONSET:
            return Demand(0.0, *keeper(seen))
        return None if seen["v_x"] < STANDING or abs(seen["yaw"]) > 0.5 * pi else Demand(brake=deceleration)

    return driver


def hill_hold(vehicle: Vehicle, most: float = 6.0) -> ManoeuvreResult:
    """Holding on a hill: the smallest braking with which a standing car stays, up to `most` [m/s2].

    The car brings its road along: give a car on an InclinedRoad. Its brakes are held as hard as gives a deceleration in driving at 15 m/s; a car that
    moves more slowly than 2 mm/s at the end of 6 s is held. The slope's share of gravity is the smallest hold of brakes
    that stick; a `Brake` gives way from 70 % of its torque on. A car that starts off its equilibrium rolls until it stands.

    Raises MbfmuError for a car without brakes, and one that they do not hold.
    """
    vehicle.needs("holding on a hill", "brake")
    if not most > 0:
        raise MbfmuError(f"most = {most} m/s2 must be > 0")
    creeping = {most: _creep(vehicle, most)}
    if creeping[most] > CREEP:
        raise MbfmuError(f"{vehicle.name} rolls at {creeping[most]:.3g} m/s with brakes for {most} m/s2: brake it harder, by most")
    slips, holds = 0.0, most
    while holds - slips > FINE:
        demand = 0.5 * (slips + holds)
        creeping[demand] = _creep(vehicle, demand)
        slips, holds = (slips, demand) if creeping[demand] <= CREEP else (demand, holds)
    demands = np.array(sorted(creeping))
    run = _standing(vehicle, holds)
    speeds = np.array([creeping[demand] for demand in demands])
    rows = (
        ("smallest hold", holds, "m/s2", "deceleration that the brakes would give in driving"),
        ("creep at the smallest hold", creeping[holds], "m/s", "after 6 s"),
        ("way rolled", run["x"][0] - run["x"][-1], "m", "downhill in 6 s, at the smallest hold"),
    )
    return ManoeuvreResult(
        manoeuvre="hill hold",
        standard="standing",
        vehicle=vehicle.name,
        conditions=(Characteristic("brakes", most, "m/s2", "hardest"),),
        characteristics=characteristics(*rows),
        table=run.result(("x", "v_x", "brake")),
        diagrams=(
            Diagram("braking in m/s2", "speed after 6 s in m/s", (Curve("speed", demands, speeds, dots=True),)),
            Diagram("time in s", "way in m", (Curve("at the smallest hold", run.time, run["x"] - run["x"][0]),)),
        ),
    )


def _standing(vehicle: Vehicle, demand: float) -> Recording:
    return drive(vehicle, 0.0, lambda t, seen: Demand(brake=demand), HELD)


def _creep(vehicle: Vehicle, demand: float) -> float:
    """How fast a car moves [m/s], on average of the time after it has come to grips."""
    run = _standing(vehicle, demand)
    return abs(run["x"][-1] - run.at("x", GRASP)) / (HELD - GRASP) if has("x", vehicle.measured) else float(np.abs(run["v_x"][-1]))
