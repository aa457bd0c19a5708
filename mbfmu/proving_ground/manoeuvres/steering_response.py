"""Lateral frequency response after ISO 7401: how a car follows vibrations of its steering."""

from __future__ import annotations

from dataclasses import dataclass
from math import nan

import numpy as np

from ...base.errors import MbfmuError
from ..table import table_of
from .channels import has
from .drive import drive
from .drivers import steering_by
from .linear_response import linear_responses
from .manoeuvre_result import Characteristic, Curve, Diagram, ManoeuvreResult, characteristics
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


def frequency_response(vehicle: Vehicle, speed: float = 22.0, lateral_acceleration: float = 2.0, linearized: float = 0.0) -> ManoeuvreResult:
    """Lateral frequency response after ISO 7401: gains, phases and bandwidth of a car at a `speed` [m/s].

    The steering is a sum of sines from 0.1 Hz to 4 Hz with random phases, which repeats after 10 s. The second period is measured, so the response of
    a linear car is exact. Steering alone at the lowest frequency would cause about `lateral_acceleration` [m/s2]; the rms is a third. With
    `linearized` = 1, the response is that of the linear system near straight driving, which a Model has and an FMU has not.

    Raises MbfmuError for speeds and accelerations that are not > 0. Source: ISO 7401:2011, Road vehicles: Lateral transient response test methods,
    open-loop test methods, section on random input.
    """
    if not (speed > 0 and lateral_acceleration > 0):
        raise MbfmuError(f"speed = {speed} m/s and lateral_acceleration = {lateral_acceleration} m/s2 must be > 0")
    frequencies = np.arange(1, round(HIGHEST * PERIOD) + 1) / PERIOD
    values = linear_responses(vehicle, speed, frequencies) if linearized else _measured(vehicle, speed, lateral_acceleration, frequencies)
    found = {name: Bode(frequencies, values[name]) for name in RESPONSES if name in values}
    how = Characteristic("linearized", 1.0, "1", "near straight driving") if linearized else None
    amplitude = Characteristic("lateral acceleration", lateral_acceleration, "m/s2", "by the steering's amplitude if it were steady")
    return _result(vehicle, (Characteristic("speed", speed, "m/s", "held"), how or amplitude), found)


def _measured(vehicle: Vehicle, speed: float, lateral_acceleration: float, frequencies: np.ndarray) -> dict[str, np.ndarray]:
    """Complex responses by channel, to steering by sines of all frequencies at once."""
    phases = np.random.default_rng(7401).uniform(0.0, 2.0 * np.pi, len(frequencies))
    size = linear_steer(vehicle, speed, lateral_acceleration) / np.sqrt(4.5 * len(frequencies))
    w = 2.0 * np.pi * frequencies
    signal = lambda t: float(size * np.sin(w * t + phases).sum()) * min(1.0, t)
    run = drive(vehicle, speed, steering_by(vehicle, speed, signal), 2.0 * PERIOD, STEP)
    last, k = slice(round(PERIOD / STEP), round(2.0 * PERIOD / STEP)), np.arange(1, len(frequencies) + 1)
    steer = np.fft.rfft(size * np.sin(np.outer(run.time[last], w) + phases).sum(axis=1))[k]
    return {name: np.fft.rfft(run[name][last])[k] / steer for name in RESPONSES if has(name, vehicle.measured)}


def _result(vehicle: Vehicle, conditions: tuple[Characteristic, ...], found: dict[str, Bode]) -> ManoeuvreResult:
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
        conditions=conditions,
        characteristics=characteristics(*rows),
        table=table_of(columns),
        diagrams=(*gains, Diagram("frequency in Hz", "phase in deg", phases, logarithmic=True)),
        missing=() if "roll" in found else ("roll gain: the car has no output roll",),
    )
