"""Lateral frequency response after ISO 7401: how a car follows vibrations of its steering."""

from __future__ import annotations

from dataclasses import dataclass
from math import nan

import numpy as np

from ...base.errors import MbfmuError
from .channels import has
from .drive import drive
from .drivers import steering_by
from .manoeuvre_result import Characteristic, Curve, Diagram, ManoeuvreResult, characteristics, table_of
from .steady_turn import linear_steer
from .vehicle import Vehicle

PERIOD = 10.0  # s: of the steering, so its lowest frequency is 0.1 Hz
HIGHEST = 4.0  # Hz
STEP = 0.005  # s: so short that held steering loses less than 0.1 % at 4 Hz
RESPONSES = {"yaw_rate": "yaw rate", "a_y": "lateral acceleration", "roll": "roll"}
UNITS = {"yaw_rate": "1/s", "a_y": "m/s2/rad", "roll": "rad/rad"}


@dataclass(frozen=True)
class Bode:
    """A complex response over `frequencies` [Hz]."""

    frequencies: np.ndarray
    values: np.ndarray

    def gain(self, frequency: float) -> float:
        """The amplification at a frequency [Hz]."""
        return float(np.interp(frequency, self.frequencies, np.abs(self.values)))

    @property
    def phase(self) -> np.ndarray:
        """Phase leads [deg]."""
        return np.degrees(np.unwrap(np.angle(self.values)))

    def phase_at(self, frequency: float) -> float:
        """The phase lead at a frequency [Hz], in deg."""
        return float(np.interp(frequency, self.frequencies, self.phase))

    def falls_to(self, gain: float) -> float:
        """The frequency [Hz] at which the amplification last comes down to a value; nan where it does not."""
        size = np.abs(self.values)
        above = np.flatnonzero(size >= gain)
        i = above[-1] if len(above) else len(size)
        return float(np.interp(-gain, -size[i : i + 2], self.frequencies[i : i + 2])) if i + 1 < len(size) else nan


def frequency_response(vehicle: Vehicle, speed: float = 22.0, lateral_acceleration: float = 2.0) -> ManoeuvreResult:
    """Lateral frequency response after ISO 7401: gains, phases and bandwidth of a car at a `speed` [m/s].

    The steering is a sum of sines from 0.1 Hz to 4 Hz with random phases, which repeats after 10 s: a car is measured in the second period, so the
    response of a linear car is exact. Steering alone at the lowest frequency would cause about `lateral_acceleration` [m/s2]; the rms is a third.

    Raises MbfmuError for speeds and accelerations that are not > 0. Source: ISO 7401:2011, Road vehicles: Lateral transient response test methods,
    open-loop test methods, section on random input.
    """
    if not (speed > 0 and lateral_acceleration > 0):
        raise MbfmuError(f"speed = {speed} m/s and lateral_acceleration = {lateral_acceleration} m/s2 must be > 0")
    k = np.arange(1, round(HIGHEST * PERIOD) + 1)
    phases = np.random.default_rng(7401).uniform(0.0, 2.0 * np.pi, len(k))
    size = linear_steer(vehicle, speed, lateral_acceleration) / np.sqrt(4.5 * len(k))
    w = 2.0 * np.pi * k / PERIOD
    signal = lambda t: float(size * np.sin(w * t + phases).sum()) * min(1.0, t)
    run = drive(vehicle, speed, steering_by(vehicle, speed, signal), 2.0 * PERIOD, STEP)
    last = slice(round(PERIOD / STEP), round(2.0 * PERIOD / STEP))
    steer = np.fft.rfft(signal_of(size, w, phases, run.time[last]))[k]
    there = [name for name in RESPONSES if has(name, vehicle.measured)]
    found = {name: Bode(k / PERIOD, np.fft.rfft(run[name][last])[k] / steer) for name in there}
    return _result(vehicle, speed, lateral_acceleration, found)


def signal_of(size: float, w: np.ndarray, phases: np.ndarray, time: np.ndarray) -> np.ndarray:
    """The steering [rad] over time [s]."""
    return size * np.sin(np.outer(time, w) + phases).sum(axis=1)


def _result(vehicle: Vehicle, speed: float, level: float, found: dict[str, Bode]) -> ManoeuvreResult:
    yaw, a_y = found["yaw_rate"], found["a_y"]
    steady, f = abs(yaw.values[0]), yaw.frequencies
    at = int(np.argmax(np.abs(yaw.values)))
    lag = float(np.interp(45.0, -yaw.phase, f)) if (yaw.phase < -45.0).any() else nan
    rows: list[tuple[str, float, str, str]] = [
        ("yaw rate gain", steady, "1/s", f"by the front wheels' angle, at {f[0]:g} Hz"),
        ("yaw rate peak ratio", abs(yaw.values[at]) / steady, "1", "largest gain by that"),
        ("yaw rate peak frequency", f[at], "Hz", "of the largest gain"),
        ("yaw rate bandwidth", yaw.falls_to(steady / np.sqrt(2.0)), "Hz", "at which the gain has fallen by 3 dB"),
        ("yaw rate phase at 1 Hz", yaw.phase_at(1.0), "deg", "lead"),
        ("yaw rate equivalent time", 1.0 / (2.0 * np.pi * lag), "s", "of a first-order lag with the same frequency of 45 deg"),
        ("lateral acceleration gain", abs(a_y.values[0]), "m/s2/rad", f"by the front wheels' angle, at {f[0]:g} Hz"),
        ("lateral acceleration gain at 1 Hz", a_y.gain(1.0), "m/s2/rad", "by the front wheels' angle"),
        ("lateral acceleration phase at 1 Hz", a_y.phase_at(1.0), "deg", "lead"),
    ]
    if "roll" in found:
        rows.append(("roll gain at 1 Hz", found["roll"].gain(1.0), "rad/rad", "by the front wheels' angle"))
    columns = [("frequency", "Hz", f)]
    for name, bode in found.items():
        columns += [(f"{name} gain", UNITS[name], np.abs(bode.values)), (f"{name} phase", "deg", bode.phase)]
    gains = [
        Diagram("frequency in Hz", f"{RESPONSES[name]} gain in {UNITS[name]}", (Curve(RESPONSES[name], f, np.abs(bode.values)),), logarithmic=True)
        for name, bode in found.items()
    ]
    phases = tuple(Curve(RESPONSES[name], f, bode.phase) for name, bode in found.items())
    return ManoeuvreResult(
        manoeuvre="frequency response",
        standard="ISO 7401",
        vehicle=vehicle.name,
        conditions=(
            Characteristic("speed", speed, "m/s", "held"),
            Characteristic("lateral acceleration", level, "m/s2", "by the steering's amplitude if it were steady"),
        ),
        characteristics=characteristics(*rows),
        table=table_of(columns),
        diagrams=(*gains, Diagram("frequency in Hz", "phase in deg", phases, logarithmic=True)),
        missing=() if "roll" in found else ("roll gain: the car has no output roll",),
    )
