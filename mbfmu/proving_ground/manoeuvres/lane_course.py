"""Courses of double lane changes: the gates of ISO 3888, the line through their middle, and whether a car stays inside."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike

from .vehicle import Vehicle


@dataclass(frozen=True)
class Gate:
    """A lane from `begin` to `end` ahead, between `right` and `left` [m]."""

    begin: float
    end: float
    right: float
    left: float

    @property
    def middle(self) -> float:
        """Its middle, to the left [m]."""
        return 0.5 * (self.right + self.left)


def corners_of(vehicle: Vehicle, x: ArrayLike, y: ArrayLike, yaw: ArrayLike) -> np.ndarray:
    """The corners of a car's body at positions and headings: four rows of x + j y [m]. Overhangs in front and behind are equal."""
    overhang = 0.5 * (vehicle.length - vehicle.wheelbase)
    front, rear = vehicle.wheelbase + overhang - vehicle.handling.ahead, -overhang - vehicle.handling.ahead
    side = 0.5j * vehicle.width
    body = np.array([front + side, front - side, rear + side, rear - side])
    return np.asarray(x) + 1j * np.asarray(y) + np.multiply.outer(body, np.exp(1j * np.asarray(yaw)))


@dataclass(frozen=True)
class LaneCourse:
    """Three lanes between cones, of a course that begins at x = 0."""

    name: str
    gates: tuple[Gate, Gate, Gate]

    @property
    def end(self) -> float:
        """Where it ends [m]."""
        return self.gates[-1].end

    def line(self, x: float) -> float:
        """The middle of the course [m], by polynomials of fifth degree between the lanes."""
        y = self.gates[0].middle
        for before, behind in zip(self.gates, self.gates[1:]):
            s = min(max((x - before.end) / (behind.begin - before.end), 0.0), 1.0)
            y += (behind.middle - before.middle) * s**3 * (10.0 - 15.0 * s + 6.0 * s * s)
        return y

    def outside(self, corners: np.ndarray) -> float:
        """By how much [m] corners at complex positions leave the lanes, at most; negative is their distance from the cones."""
        worst = -np.inf
        for gate in self.gates:
            inside = (corners.real >= gate.begin) & (corners.real <= gate.end)
            beyond = np.maximum(corners.imag - gate.left, gate.right - corners.imag)
            worst = max(worst, np.max(beyond, where=inside, initial=-np.inf))
        return float(worst)

    def cones(self) -> tuple[np.ndarray, np.ndarray]:
        """The borders of the lanes as lines with gaps: x and y [m]."""
        gap = (np.nan, np.nan)
        borders = [row for g in self.gates for y in (g.right, g.left) for row in ((g.begin, y), (g.end, y), gap)]
        x, y = zip(*borders)
        return np.array(x), np.array(y)


def double_lane_change_course(width: float) -> LaneCourse:
    """The course of ISO 3888-1 for a car of this width [m]: lanes of 15 m, 25 m and 30 m, changes of 30 m and 25 m, the right borders 3.5 m apart.

    The last lane is the two sections 5 and 6 of the standard. Source: ISO 3888-1:2018, Passenger cars: Test track for a severe lane-change manoeuvre,
    Part 1: Double lane-change; how borders lie to each other as in Project Chrono's demo of it.
    """
    lanes = (1.1 * width + 0.25, 1.2 * width + 0.25, 1.3 * width + 0.25)
    right = -0.5 * lanes[0]
    gates = (
        Gate(0.0, 15.0, right, right + lanes[0]),
        Gate(45.0, 70.0, right + 3.5, right + 3.5 + lanes[1]),
        Gate(95.0, 125.0, right, right + lanes[2]),
    )
    return LaneCourse("ISO 3888-1", gates)


def obstacle_avoidance_course(width: float) -> LaneCourse:
    """The course of ISO 3888-2 for a car of this width [m]: lanes of 12 m, 11 m and 12 m, changes of 13.5 m and 12.5 m, lanes 1 m apart.

    The last lane is at least 3 m wide. Source: ISO 3888-2:2011, Passenger cars: Test track for a severe lane-change manoeuvre, Part 2: Obstacle
    avoidance.
    """
    first, second, third = 1.1 * width + 0.25, width + 1.0, max(1.3 * width + 0.25, 3.0)
    right = -0.5 * first
    left = right + first + 1.0
    return LaneCourse(
        "ISO 3888-2", (Gate(0.0, 12.0, right, right + first), Gate(25.5, 36.5, left, left + second), Gate(49.0, 61.0, right, right + third))
    )


COURSES: dict[int, Callable[[float], LaneCourse]] = {1: double_lane_change_course, 2: obstacle_avoidance_course}
"""By the part of ISO 3888."""
