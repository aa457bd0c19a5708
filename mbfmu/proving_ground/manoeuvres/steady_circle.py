"""Steady-state circular driving after ISO 4138: how a car's steering, roll and side slip grow with lateral acceleration."""

from __future__ import annotations

from collections.abc import Sequence
from math import degrees, nan, sqrt

import numpy as np

from ...base.errors import MbfmuError
from ..table import table_of
from .drive import Demand, Driver, Seen, drive
from .drivers import SpeedKeeper
from .manoeuvre_result import Characteristic, Curve, Diagram, ManoeuvreResult, characteristics
from .steady_turn import SETTLE, TURNED, SteadyState, linear_steer, steady_end, steady_state
from .vehicle import STEP, Vehicle

LINEAR = 4.0  # m/s2: up to which gradients are fitted
SATURATED = 0.15  # of the first growth of lateral acceleration by steering: below it, a car is at its limit
NEUTRAL = 1e-6  # rad.s2/m: what a car of 2.7 m with a characteristic speed of 1600 m/s has
GRADIENTS = {"beta": "sideslip gradient", "roll": "roll gradient", "steering_torque": "steering torque gradient"}

ANGLES = {"beta": "side slip", "roll": "roll"}


def steady_circle(vehicle: Vehicle, speed: float = 22.0, most: float = 8.0, points: float = 12, radius: float = 0.0) -> ManoeuvreResult:
    """Steady-state circular driving after ISO 4138: understeer gradient, characteristic speed, gains and gradients.

    By default the car drives at a constant `speed` [m/s] on smaller and smaller circles, up to the lateral acceleration `most` [m/s2] or to its
    limit, in `points` runs. With a `radius` [m] it drives on this circle faster and faster instead. Angles of steering are those of the front wheels:
    steering input by steering ratio. Gradients are those of a line through all points up to 4 m/s2.

    Raises MbfmuError for a car that does not turn steadily. Source: ISO 4138:2021, Passenger cars: Steady-state circular driving behaviour, open-loop
    test methods.
    """
    if not (most > 0 and points >= 3 and radius >= 0 and speed > 0):
        raise MbfmuError(f"speed = {speed} m/s and most = {most} m/s2 must be > 0, points = {points} at least 3, radius = {radius} m not negative")
    levels = most * np.arange(1, int(points) + 1) / int(points)
    found = _on_circle(vehicle, radius, levels) if radius else _at_speed(vehicle, speed, levels)
    if len(found) < 2:
        raise MbfmuError(f"{vehicle.name} finds no two steady turns at {speed} m/s up to {most} m/s2: try a lower speed, or more points")
    held = Characteristic("radius", radius, "m", "of the circle") if radius else Characteristic("speed", speed, "m/s", "held")
    return _result(vehicle, found, held)


def _at_speed(vehicle: Vehicle, speed: float, levels: np.ndarray) -> list[SteadyState]:
    """Steady turns with more and more steering, the last of them at the limit."""
    found: list[SteadyState] = []
    steer, growth = linear_steer(vehicle, speed, levels[0]), nan
    for _ in levels:
        there = steady_state(vehicle, speed, steer)
        before = found[-1] if found else SteadyState(0.0, speed, 0.0, 0.0)
        slope = (there.a_y - before.a_y) / (there.steer - before.steer)
        growth = slope if not found else growth
        if slope < SATURATED * growth or there.v < 0.9 * speed:
            break
        found.append(there)
        steer += (levels[1] - levels[0]) / max(slope, 0.3 * growth)
    return found


def _on_circle(vehicle: Vehicle, radius: float, levels: np.ndarray) -> list[SteadyState]:
    """Steady turns on one circle, which a driver finds by the curvature of the path."""
    found: list[SteadyState] = []
    for level in levels:
        speed = sqrt(level * radius)
        run = drive(vehicle, speed, circling(vehicle, speed, 1.0 / radius), SETTLE + 4.0)
        there = steady_end(run)
        if abs(there.yaw_rate / there.v * radius - 1.0) > 0.02 or there.v < 0.95 * speed:
            break
        found.append(there)
    return found


def circling(vehicle: Vehicle, speed: float, curvature: float) -> Driver:
    """Who steers by what the car needs in its linear range, and then by what the path lacks."""
    keeper, known = SpeedKeeper(vehicle, speed), vehicle.wheelbase * (1.0 + vehicle.handling.slowness * speed**2)
    added = 0.0

    def driver(time: float, seen: Seen) -> Demand:
        nonlocal added
        wanted = curvature * min(1.0, time / TURNED)
        added += known * (wanted - seen["yaw_rate"] / seen["v"]) * STEP if time > 2 * TURNED else 0.0
        return Demand(wanted * known + added, *keeper(seen))

    return driver


def _result(vehicle: Vehicle, found: Sequence[SteadyState], held: Characteristic) -> ManoeuvreResult:
    a_y, steer, v, yaw_rate = (np.array([getattr(one, name) for one in found]) for name in ("a_y", "steer", "v", "yaw_rate"))
    linear = a_y <= max(LINEAR, a_y[1])
    ackermann = vehicle.wheelbase * yaw_rate / v
    slope = lambda y: float(np.polyfit(np.r_[0.0, a_y[linear]], np.r_[0.0, y[linear]], 1)[0])
    K = slope(steer - ackermann)
    others = {name: np.array([one.others[name] for one in found]) for name in GRADIENTS if name in found[0].others}
    fitted = {name: slope(numbers) for name, numbers in others.items()}
    speed = sqrt(vehicle.wheelbase / abs(K)) if abs(K) > NEUTRAL else nan
    yaw_gain = float(np.polyfit(steer[linear], yaw_rate[linear], 1)[0]) if held.name == "speed" else nan
    rows = (
        ("understeer gradient", degrees(K), "deg.s2/m", "growth of the front wheels' angle beyond Ackermann's, by lateral acceleration"),
        ("characteristic speed", speed if K > 0 else nan, "m/s", "at which the yaw rate gain is largest"),
        ("critical speed", speed if K < 0 else nan, "m/s", "above which the car is unstable"),
        ("yaw rate gain", yaw_gain, "1/s", "yaw rate by the front wheels' angle"),
        ("lateral acceleration gain", yaw_gain * held.value * np.pi / 180, "m/s2/deg", "by the front wheels' angle"),
        ("sideslip gradient", degrees(fitted.get("beta", nan)), "deg.s2/m", "side-slip angle by lateral acceleration"),
        ("roll gradient", degrees(fitted.get("roll", nan)), "deg.s2/m", "roll angle by lateral acceleration"),
        ("steering torque gradient", fitted.get("steering_torque", nan), "N.m.s2/m", "torque of the steering wheel by lateral acceleration"),
        ("largest lateral acceleration", a_y.max(), "m/s2", "of the steady turns found"),
        ("steering ratio", vehicle.handling.ratio, vehicle.ratio_unit, "steering input by the front wheels' angle to the left"),
    )
    columns = [("a_y", "m/s2", a_y), ("v", "m/s", v), ("yaw_rate", "rad/s", yaw_rate), ("steer", "rad", steer)]
    units = {"beta": "rad", "roll": "rad", "steering_torque": "N.m"}
    drawn: dict[str, np.ndarray] = {
        "front wheels' angle": steer,
        "by Ackermann": ackermann,
        **{label: others[name] for name, label in ANGLES.items() if name in others},
    }
    return ManoeuvreResult(
        manoeuvre="steady-state circle",
        standard="ISO 4138",
        vehicle=vehicle.name,
        conditions=(held, Characteristic("wheelbase", vehicle.wheelbase, "m", "")),
        characteristics=characteristics(*rows),
        table=table_of([*columns, *((name, units[name], numbers) for name, numbers in others.items())]),
        diagrams=(
            Diagram("lateral acceleration in m/s2", "angle in deg", tuple(Curve(label, a_y, np.degrees(y), dots=True) for label, y in drawn.items())),
        ),
        missing=tuple(f"{what}: the car has no output {name}" for name, what in GRADIENTS.items() if name not in others),
    )
