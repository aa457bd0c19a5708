"""Sine steer after ISO 7401: how far a car lags behind one period of its steering."""

from __future__ import annotations

from math import degrees, pi, sin

import numpy as np

from ...base.errors import MbfmuError
from .channels import has
from .drive import drive
from .drivers import steering_by
from .largest import largest
from .manoeuvre_result import Characteristic, Curve, Diagram, ManoeuvreResult, characteristics
from .steady_turn import steer_for
from .vehicle import Vehicle

START = 0.5  # s of straight driving
BEHIND = 2.0  # s
NAMES = {"yaw_rate": "yaw rate", "a_y": "lateral acceleration", "roll": "roll"}
UNITS = {"yaw_rate": "1/s", "a_y": "m/s2/rad", "roll": "rad/rad"}


def sine_steer(vehicle: Vehicle, speed: float = 22.0, lateral_acceleration: float = 4.0, frequency: float = 0.5) -> ManoeuvreResult:
    """Sine steer after ISO 7401: peaks and lags of a car's response to one period of steering, of this `frequency` [Hz] at a `speed` [m/s].

    The amplitude is the angle that gives the `lateral_acceleration` [m/s2] in a steady turn. Lags are those between the first peaks, and the second,
    of steering and response; gains are their ratios.

    Raises MbfmuError for a lateral acceleration that the car does not reach. Source: ISO 7401:2011, Road vehicles: Lateral transient response test
    methods, open-loop test methods, section on sinusoidal input, one period.
    """
    if not (speed > 0 and lateral_acceleration > 0 and 0.05 <= frequency <= 5.0):
        raise MbfmuError(
            f"speed = {speed} m/s and lateral_acceleration = {lateral_acceleration} m/s2 must be > 0, frequency = {frequency} Hz from 0.05 to 5"
        )
    amplitude, period = steer_for(vehicle, speed, lateral_acceleration), 1.0 / frequency
    signal = lambda t: amplitude * sin(2.0 * pi * (t - START) / period) if START < t < START + period else 0.0
    run = drive(vehicle, speed, steering_by(vehicle, speed, signal), START + period + BEHIND)
    there = [name for name in NAMES if has(name, vehicle.measured)]
    rows: list[tuple[str, float, str, str]] = []
    for name in there:
        numbers = run[name]
        for word, sign, at in (("first", 1.0, START + 0.25 * period), ("second", -1.0, START + 0.75 * period)):
            when, size = largest(run.time, sign * numbers)
            rows.append((f"{NAMES[name]} {word} lag", when - at, "s", f"from the {word} peak of steering"))
            rows.append((f"{NAMES[name]} {word} gain", size / amplitude, UNITS[name], f"{word} peak by amplitude of steering"))
    shown = tuple(there)
    return ManoeuvreResult(
        manoeuvre="sine steer",
        standard="ISO 7401",
        vehicle=vehicle.name,
        conditions=(
            Characteristic("speed", speed, "m/s", "held"),
            Characteristic("frequency", frequency, "Hz", "one period"),
            Characteristic("amplitude", degrees(amplitude), "deg", "of the front wheels"),
        ),
        characteristics=characteristics(*rows),
        table=run.result(("steer", *shown, "v")),
        diagrams=(
            Diagram("time in s", "front wheels in deg", (Curve("steering", run.time, np.degrees(run["steer"])),)),
            Diagram("time in s", "yaw rate in deg/s", (Curve("yaw rate", run.time, np.degrees(run["yaw_rate"])),)),
            Diagram("time in s", "acceleration in m/s2", (Curve("lateral acceleration", run.time, run["a_y"]),)),
        ),
        missing=tuple(f"{NAMES[name]} lag: the car has no output {name}" for name in NAMES if name not in there),
    )
