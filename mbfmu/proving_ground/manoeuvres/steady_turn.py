"""Steady turns: what a car settles to, and the steering that it needs for one."""

from __future__ import annotations

from dataclasses import dataclass, field

from ...base.errors import MbfmuError
from .channels import has
from .drive import Recording, drive
from .drivers import steering_by
from .vehicle import Vehicle

AVERAGED = 0.5  # s at the end of a run, in which it counts as steady
SETTLE = 6.0  # s
TURNED = 1.0  # s, in which the steering is turned
AS_WELL = ("beta", "roll", "steering_torque")  # what is measured if there is
TRIES = 5  # runs to find the steering for a lateral acceleration
CLOSE = 0.01  # relative: of it


@dataclass(frozen=True)
class SteadyState:
    """A car in a steady turn: what it measures, in SI units, and whether it has stayed on its way there."""

    steer: float
    v: float
    yaw_rate: float
    a_y: float
    others: dict[str, float] = field(default_factory=dict)


def steady_state(vehicle: Vehicle, speed: float, steer: float, settle: float = SETTLE) -> SteadyState:
    """The turn that a car settles to, at a speed [m/s] and an angle of its front wheels [rad]."""
    return steady_end(drive(vehicle, speed, steering_by(vehicle, speed, lambda t: steer * min(1.0, t / TURNED)), settle))


def steady_end(run: Recording) -> SteadyState:
    """The turn at the end of a run."""
    start = run.time[-1] - AVERAGED
    there = {name: run.mean(name, start) for name in AS_WELL if has(name, run.vehicle.measured)}
    v, yaw_rate = run.mean("v", start), run.mean("yaw_rate", start)
    return SteadyState(run.mean("steer", start), v, yaw_rate, run.mean("a_y", start), there)


def linear_steer(vehicle: Vehicle, speed: float, lateral_acceleration: float) -> float:
    """The angle of the front wheels [rad] for a lateral acceleration [m/s2], as far as the car is linear."""
    return lateral_acceleration / speed**2 * vehicle.wheelbase * (1.0 + vehicle.handling.slowness * speed**2)


def steer_for(vehicle: Vehicle, speed: float, lateral_acceleration: float) -> float:
    """The angle of the front wheels [rad] for a steady lateral acceleration [m/s2]; MbfmuError for one that the car does not reach."""
    steer = linear_steer(vehicle, speed, lateral_acceleration)
    for _ in range(TRIES):
        reached = steady_state(vehicle, speed, steer).a_y
        if abs(reached / lateral_acceleration - 1.0) < CLOSE:
            return steer
        steer *= lateral_acceleration / max(reached, 0.3 * lateral_acceleration)
    raise MbfmuError(
        f"{vehicle.name} comes to {reached:.3g} m/s2 at {speed} m/s, not to {lateral_acceleration} m/s2: ask for less lateral acceleration"
    )
