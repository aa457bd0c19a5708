"""Step steer after ISO 7401: how fast and how calmly a car turns in."""

from __future__ import annotations

from math import degrees, nan

import numpy as np

from ...base.errors import MbfmuError
from .channels import has
from .drive import Recording, drive
from .drivers import steering_by
from .largest import largest
from .manoeuvre_result import Characteristic, Curve, Diagram, ManoeuvreResult, characteristics
from .steady_turn import steer_for
from .vehicle import Vehicle

START = 0.5  # s of straight driving
SETTLE = 4.5  # s
STEADY = 0.5  # s at the end
OVERSHOT = 1e-3  # relative: below it, the largest value is no peak
NAMES = {"yaw_rate": "yaw rate", "a_y": "lateral acceleration"}

ANGLES = {"steer": "front wheels", "beta": "side slip", "roll": "roll"}


def step_steer(vehicle: Vehicle, speed: float = 22.0, lateral_acceleration: float = 4.0, rise: float = 0.1) -> ManoeuvreResult:
    """Step steer after ISO 7401: response times, overshoot and TB value of a car at a `speed` [m/s].

    The steering goes to the angle that gives the steady `lateral_acceleration` [m/s2], evenly within `rise` [s]. Times count from the moment when it
    is half way. A response time ends at 90 % of the steady value, a peak response time at the largest value.

    Raises MbfmuError for a lateral acceleration that the car does not reach. Source: ISO 7401:2011, Road vehicles: Lateral transient response test
    methods, open-loop test methods.
    """
    if not (speed > 0 and lateral_acceleration > 0 and 0 < rise <= SETTLE / 2):
        raise MbfmuError(
            f"speed = {speed} m/s and lateral_acceleration = {lateral_acceleration} m/s2 must be > 0, rise = {rise} s must be > 0 s and short"
        )
    steer = steer_for(vehicle, speed, lateral_acceleration)
    return _result(_stepped(vehicle, speed, steer, rise), speed, steer, rise)


def _stepped(vehicle: Vehicle, speed: float, steer: float, rise: float) -> Recording:
    signal = lambda t: steer * min(1.0, max(0.0, (t - START) / rise))
    return drive(vehicle, speed, steering_by(vehicle, speed, signal), START + rise + SETTLE)


def _result(run: Recording, speed: float, steer: float, rise: float) -> ManoeuvreResult:
    vehicle, zero, late = run.vehicle, START + 0.5 * rise, run.time[-1] - STEADY
    steady = {name: run.mean(name, late) for name in ("yaw_rate", "a_y")}
    times = {name: response_time(run.time, run[name], steady[name]) - zero for name in steady}
    peaks = {name: largest(run.time, run[name]) for name in steady}
    peaks = {name: found if found[1] / steady[name] - 1.0 > OVERSHOT else (nan, steady[name]) for name, found in peaks.items()}
    overshoot = {name: 100.0 * (peaks[name][1] / steady[name] - 1.0) for name in steady}
    beta = run.mean("beta", late) if has("beta", vehicle.measured) else nan
    rows: list[tuple[str, float, str, str]] = [
        ("yaw rate gain", steady["yaw_rate"] / steer, "1/s", "steady yaw rate by the front wheels' angle"),
        ("lateral acceleration gain", steady["a_y"] / degrees(steer), "m/s2/deg", "steady, by the front wheels' angle"),
    ]
    for name, what in NAMES.items():
        rows += [
            (f"{what} response time", times[name], "s", "from half the steering to 90 % of the steady value"),
            (f"{what} peak response time", peaks[name][0] - zero, "s", "from half the steering to the largest value"),
            (f"{what} overshoot", overshoot[name], "%", "largest value beyond the steady one"),
        ]
    rows += [
        ("steady sideslip angle", degrees(beta), "deg", "at the end"),
        ("TB value", (peaks["yaw_rate"][0] - zero) * abs(degrees(beta)), "s.deg", "peak response time of the yaw rate by steady side-slip angle"),
        ("steering amplitude", degrees(steer), "deg", "of the front wheels"),
    ]
    shown = tuple(name for name in ("steer", "yaw_rate", "a_y", "beta", "roll") if name == "steer" or has(name, vehicle.measured))
    angles = tuple(Curve(ANGLES[name], run.time, np.degrees(run[name])) for name in shown if name in ANGLES)
    return ManoeuvreResult(
        manoeuvre="step steer",
        standard="ISO 7401",
        vehicle=vehicle.name,
        conditions=(Characteristic("speed", speed, "m/s", "held"), Characteristic("rise", rise, "s", "of the steering")),
        characteristics=characteristics(*rows),
        table=run.result((*shown, "v")),
        diagrams=(
            Diagram("time in s", "angle in deg", angles),
            Diagram("time in s", "yaw rate in deg/s", (Curve("yaw rate", run.time, np.degrees(run["yaw_rate"])),)),
            Diagram("time in s", "acceleration in m/s2", (Curve("lateral acceleration", run.time, run["a_y"]),)),
        ),
        missing=tuple(f"{NAMES[name]} peak response time: there is no overshoot" for name in peaks if np.isnan(peaks[name][0])),
    )


def response_time(time: np.ndarray, signal: np.ndarray, steady: float, part: float = 0.9) -> float:
    """The time [s] at which a signal first comes to a part of its steady value."""
    after = int(np.argmax(signal / steady >= part))
    return float(np.interp(part, signal[after - 1 : after + 1] / steady, time[after - 1 : after + 1])) if after else float(time[0])
