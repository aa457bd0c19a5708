"""The rate of a suspension's spring with its stops, along its line."""

from __future__ import annotations

from ...model.declare.lookup_table import LookupTable
from ...model.vehicles.suspension_spring import Stop, SuspensionSpring

ASIDE = 1e-6  # m: between two knots a curve is a straight line, or smooth


def spring_rate(spring: SuspensionSpring, compressed: float) -> float:
    """How the force grows [N/m] where the spring is compressed by so much [m] from its design position. Where a stop begins, it does not act yet."""
    return _of_spring(spring, compressed) + _of_stop(spring.bump, compressed) + _of_stop(spring.rebound, -compressed)


def _of_spring(spring: SuspensionSpring, compressed: float) -> float:
    if not isinstance(spring.c, LookupTable):
        return spring.c
    curve, at = spring.c.in_units(("m", "N")), spring.compression + compressed
    return float(curve(at + ASIDE) - curve(at - ASIDE)) / (2.0 * ASIDE)


def _of_stop(stop: Stop | None, compressed: float) -> float:
    depth = 0.0 if stop is None else max(0.0, compressed - stop.gap)
    return stop.c + 3.0 * stop.c_3 * depth**2 if stop is not None and depth else 0.0
