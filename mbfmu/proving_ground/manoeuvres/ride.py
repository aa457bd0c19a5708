"""Ride: vibration that people feel on a rough road, weighted after ISO 2631-1."""

from __future__ import annotations

import numpy as np

from ...base.errors import MbfmuError
from .channels import has
from .drive import drive
from .drivers import steering_by
from .human_vibration import WEIGHTINGS, running_rms
from .manoeuvre_result import Characteristic, Curve, Diagram, ManoeuvreResult, characteristics
from .vehicle import Vehicle

STEP = 0.005  # s: sampled up to 100 Hz
SETTLE = 3.0  # s, which are left out
DIRECTIONS = {"a_x": "d", "a_y": "d", "a_z": "k"}
NAMES = {"a_x": "longitudinal", "a_y": "lateral", "a_z": "vertical"}
HEALTH = {"a_x": 1.4, "a_y": 1.4, "a_z": 1.0}  # factors of directions for seated people's health; for comfort all are 1
BANDS = 10.0 ** (np.arange(-3, 20) / 10.0)  # Hz: middles of third octaves from 0.5 Hz to 80 Hz
LEAST = 10.0  # s that are looked at


def ride(vehicle: Vehicle, speed: float = 22.0, duration: float = 30.0) -> ManoeuvreResult:
    """Ride over a rough road: accelerations weighted after ISO 2631-1, of a car that drives straight at a `speed` [m/s] for a `duration` [s].

    The car brings its road along: give a car on a RandomRoad, which is one after ISO 8608. Accelerations are those that the car measures: `a_z`,
    else the rate of `velocity[3]`, which in `car_model` is of the body's centre of mass; name a seat by names={"a_z": ...}. The first 3 s are left
    out.

    Raises MbfmuError for a car without vertical motion. Source: ISO 2631-1:1997, Mechanical vibration and shock: Evaluation of human exposure to
    whole-body vibration; factors of the directions from its clause 7.
    """
    if not duration >= SETTLE + LEAST:
        raise MbfmuError(f"duration = {duration} s must be at least {SETTLE + LEAST} s")
    run = drive(vehicle, speed, steering_by(vehicle, speed, lambda t: 0.0), duration, STEP)
    settled = run.time >= SETTLE
    run["a_z"]  # which raises if there is none
    there = [name for name in DIRECTIONS if has(name, vehicle.measured)]
    plain = {name: run[name][settled] - run[name][settled].mean() for name in there}
    felt = {name: WEIGHTINGS[DIRECTIONS[name]].applied(plain[name], STEP) for name in there}
    rms = {name: float(np.sqrt(np.mean(signal**2))) for name, signal in felt.items()}
    vertical = felt["a_z"]
    rows = (
        *((f"weighted {NAMES[name]} acceleration", rms[name], "m/s2", f"root mean square, W_{DIRECTIONS[name]}") for name in there),
        ("total for comfort", float(np.hypot.reduce([*rms.values()])), "m/s2", "root of the sum of squares"),
        ("total for health", float(np.hypot.reduce([HEALTH[name] * rms[name] for name in there])), "m/s2", "horizontal ones by 1.4"),
        ("MTVV", running_rms(vertical, STEP).max(), "m/s2", "vertical: largest running root mean square over 1 s"),
        ("VDV", float((np.sum(vertical**4) * STEP) ** 0.25), "m/s1.75", "vertical: vibration dose of the run"),
        ("crest factor", float(np.abs(vertical).max()) / rms["a_z"], "1", "vertical: largest value by root mean square"),
        ("vertical acceleration", float(np.sqrt(np.mean(plain["a_z"] ** 2))), "m/s2", "root mean square, without a weighting"),
    )
    return ManoeuvreResult(
        manoeuvre="ride",
        standard="ISO 2631-1",
        vehicle=vehicle.name,
        conditions=(Characteristic("speed", speed, "m/s", "held"), Characteristic("duration", duration - SETTLE, "s", "looked at")),
        characteristics=characteristics(*rows),
        table=run.result(("v", *there)),
        diagrams=(
            Diagram("frequency in Hz", "third octaves in m/s2", tuple(_octaves(NAMES[name], felt[name]) for name in there), logarithmic=True),
            Diagram("time in s", "acceleration in m/s2", tuple(Curve(f"{NAMES[name]}, weighted", run.time[settled], felt[name]) for name in there)),
        ),
        missing=tuple(f"{NAMES[name]} acceleration: the car has no output for it" for name in DIRECTIONS if name not in there),
    )


def _octaves(label: str, signal: np.ndarray) -> Curve:
    """Root mean squares in third octaves."""
    power = 2.0 * np.abs(np.fft.rfft(signal) / len(signal)) ** 2
    f = np.fft.rfftfreq(len(signal), STEP)
    edge = 10.0**0.05
    return Curve(label, BANDS, np.array([np.sqrt(power[(f >= band / edge) & (f < band * edge)].sum()) for band in BANDS]), dots=True)
