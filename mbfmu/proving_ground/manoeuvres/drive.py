"""drive: a run of a Vehicle whose driver looks and acts at equal steps, in this process or in an FMU."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field, fields
from math import isfinite
from pathlib import Path

import numpy as np

from ...analysis.simulate.problem_run import ProblemRun
from ...analysis.simulate.run import Run
from ...base.errors import MbfmuError, StepFailed
from ...model.signals.result import Result, with_units
from ...runs.fmu_run import FmuRun
from .channels import CHANNELS, channel
from .vehicle import STEP, Actuator, Vehicle

JUMPING = ("a_x", "a_y", "a_z", "steering_torque")  # may follow inputs at once: the mean of both sides of a step does not lag behind a signal


@dataclass(frozen=True)
class Demand:
    """What a driver wants: the angle `steer` of the front wheels [rad], positive to the left, and to be driven and braked by so many m/s2.

    With it comes the `gust` of the test track, air that moves along y in the world [m/s].
    """

    steer: float = 0.0
    drive: float = 0.0
    brake: float = 0.0
    gust: float = 0.0


class Seen(Mapping[str, float]):
    """What a driver sees of the car at one moment, by channel."""

    def __init__(self, have: Mapping[str, float]):
        self._have = have

    def __getitem__(self, name: str) -> float:
        return float(channel(name, self._have, None))  # type: ignore[arg-type]

    def __iter__(self) -> Iterator[str]:
        return iter(CHANNELS)

    def __len__(self) -> int:
        return len(CHANNELS)


Driver = Callable[[float, Seen], Demand | None]
"""Of a time [s] and what is seen: what is demanded, or None to end the run. The time is the middle of the step in which the demand is held, so that
steps do not delay signals that are known beforehand."""


@dataclass(frozen=True)
class Recording:
    """A run of a vehicle: what it measured at each step, and the demands from there on, as `steer`, `drive`, `brake` and `gust`."""

    vehicle: Vehicle
    time: np.ndarray
    have: Mapping[str, np.ndarray] = field(repr=False)

    def __getitem__(self, name: str) -> np.ndarray:
        """A channel over time, in SI units; an MbfmuError says what is missing."""
        return channel(name, self.have, self.time)

    def at(self, name: str, time: float) -> float:
        """A channel at a time [s], on a line between steps."""
        return float(np.interp(time, self.time, self[name]))

    def mean(self, name: str, start: float, end: float = np.inf) -> float:
        """The mean of a channel from one time to another [s]."""
        return float(self[name][(self.time >= start) & (self.time <= end)].mean())

    def result(self, names: tuple[str, ...]) -> Result:
        """Channels as a table with units."""
        rows = np.empty(len(self.time), [("time", float), *((name, float) for name in names)])
        rows["time"] = self.time
        for name in names:
            rows[name] = self[name]
        units = {"steer": "rad", "drive": "m/s2", "brake": "m/s2", "gust": "m/s"} | {name: of.unit for name, of in CHANNELS.items()}
        return with_units(rows, {name: units[name] for name in names})


def drive(vehicle: Vehicle, speed: float, driver: Driver, duration: float, step: float = STEP) -> Recording:
    """Drive a vehicle that starts straight ahead at a `speed` [m/s], for a `duration` [s] or until its driver ends the run.

    Raises MbfmuError for a speed or a duration that cannot be, and StepFailed if the car cannot be computed any further.
    """
    if not (isfinite(speed) and speed >= 0):
        raise MbfmuError(f"{vehicle.name} cannot be driven with a speed of {speed!r} m/s: it must be >= 0 m/s and finite")
    if not (isfinite(duration) and duration > 0):
        raise MbfmuError(f"{vehicle.name} cannot be driven for {duration!r} s: it must be > 0 s and finite")
    rows: list[tuple[float, ...]] = []
    hand, jumping = Hand(vehicle, step), [name for name in JUMPING if name in vehicle.outputs]
    with _opened(vehicle, duration + step) as run:
        for name, value in {**vehicle.values, vehicle.speed: speed}.items():
            run[name] = value
        for k in range(round(duration / step)):
            have = _measure(vehicle, run, speed)
            demand = driver((k + hand.lead) * step, Seen(have))
            if demand is None:
                break
            for name, value in hand.inputs(demand, Seen(have)).items():
                run[name] = value
            for name in jumping:
                have[name] = 0.5 * (have[name] + float(run[vehicle.outputs[name]]))
            rows.append((k * step, *have.values(), *vars(demand).values()))
            run.step(step)
    if not rows:
        raise MbfmuError(f"the driver of {vehicle.name} ended the run before its first step")
    table = np.array(rows).T
    if not np.isfinite(table).all():
        raise StepFailed(f"{vehicle.name} gives numbers that are not finite from {table[0][~np.isfinite(table).all(axis=0)][0]:.6g} s on")
    return Recording(vehicle, table[0], dict(zip((*vehicle.measured, *(one.name for one in fields(Demand))), table[1:])))


class Hand:
    """Turns demands into inputs of a car; of an actuator that takes a rate it knows how far that has come."""

    def __init__(self, vehicle: Vehicle, step: float):
        self._vehicle, self._step, self._steered = vehicle, step, 0.0
        self.lead = 1.0 if vehicle.steering.rate else 0.5

    def inputs(self, demand: Demand, seen: Seen) -> dict[str, float]:
        """The values of inputs for one step, where the car is seen so. Raises MbfmuError for demands that the car has no inputs for."""
        vehicle, steer = self._vehicle, demand.steer
        if vehicle.steering.rate:
            steer, self._steered = (steer - self._steered) / self._step, steer
        found = _moved(vehicle.steering, steer * vehicle.handling.ratio, seen)
        for part, wanted in (("drive", demand.drive), ("brake", demand.brake), ("gust", demand.gust)):
            actuator: Actuator | None = getattr(vehicle, part)
            if actuator is None and wanted:
                vehicle.needs("this driver", part)
            for name, value in _moved(actuator, wanted, seen).items() if actuator else ():
                found[name] = found.get(name, 0.0) + value
        return found


def _opened(vehicle: Vehicle, stop_time: float) -> Run:
    return FmuRun(vehicle.subject, stop_time) if isinstance(vehicle.subject, Path) else ProblemRun(vehicle.subject)


def _moved(actuator: Actuator, demand: float, seen: Seen) -> dict[str, float]:
    size = actuator.gain if actuator.slow_gain is None else actuator.gain_at(seen["v_x"])
    return {name: weight * size * demand for name, weight in actuator.inputs.items()}


def _measure(vehicle: Vehicle, run: Run, speed: float) -> dict[str, float]:
    have = {name: float(run[own]) for name, own in vehicle.outputs.items()}
    return have if vehicle.drive else {**have, "held_speed": speed}
