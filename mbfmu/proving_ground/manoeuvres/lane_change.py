"""Double lane change after ISO 3888: the largest speed at which a driver takes a car through the lanes."""

from __future__ import annotations

from math import atan2, cos, degrees, exp, sin

import numpy as np

from ...base.errors import MbfmuError, StepFailed
from .channels import has
from .drive import Demand, Driver, Recording, Seen, drive
from .drivers import SpeedKeeper
from .lane_course import COURSES, LaneCourse, corners_of
from .manoeuvre_result import Characteristic, Curve, Diagram, ManoeuvreResult, characteristics
from .vehicle import STEP, Vehicle

APPROACH = 30.0  # m of straight driving
LAG = 0.1  # s: of the driver's nerves and muscles
HABITS = ((0.25, 0.35), (0.25, 0.2), (0.1, 0.3), (0.1, 0.15), (0.25, 0.5), (0.0, 0.45))
"""Of drivers, each of whom is tried: the times [s] by which they see ahead where the car will be, since driver and car take that long to turn, and
after which the car would be from there at the point that they aim at."""
NEAREST = 2.0  # m: added to that way
ACROSS = 1.0  # rad across the course, where the driver gives up
RESOLUTION = 0.25  # m/s: how closely the largest speed is found


def double_lane_change(vehicle: Vehicle, part: float = 1, lowest: float = 8.0, highest: float = 45.0, coasting: float = 0.0) -> ManoeuvreResult:
    """Double lane change after ISO 3888, `part` 1 or 2: the largest speed that passes, from `lowest` to `highest` [m/s].

    A driver aims at a point ahead in the middle of the lanes, with a lag of 0.1 s, and knows how the car steers in its linear range. It tries six
    habits of looking ahead, as drivers learn a course, and passes if one of them leads all corners of the body through the lanes. The speed is that
    at the entry. It is held; with `coasting` = 1, drive and brakes are let go there, as part 2 asks. The body is `width` and `length` of the
    Vehicle, with equal overhangs.

    Raises MbfmuError if the car does not pass at the lowest speed. Source: ISO 3888-1:2018 and ISO 3888-2:2011, Passenger cars: Test track for a
    severe lane-change manoeuvre.
    """
    if part not in COURSES or not 0 < lowest < highest:
        raise MbfmuError(f"part = {part} must be 1 or 2, and speeds must be 0 < lowest < highest, not {lowest} m/s and {highest} m/s")
    course = COURSES[int(part)](vehicle.width)
    passed = lambda speed: _passed(vehicle, course, speed, bool(coasting))
    best, passes, fails = passed(lowest), lowest, highest
    if best is None:
        raise MbfmuError(f"{vehicle.name} does not pass {course.name} at {lowest} m/s: try a lower speed, or state its width, length and wheelbase")
    while fails - passes > RESOLUTION:
        speed = 0.5 * (passes + fails)
        found = passed(speed)
        best, passes, fails = (best, passes, speed) if found is None else (found, speed, fails)
    return _result(best, course, passes, bool(coasting))


def _passed(vehicle: Vehicle, course: LaneCourse, speed: float, coasting: bool) -> Recording | None:
    """A run at a speed that stays inside the lanes: the first of those with each habit; None if there is none."""
    for habit in HABITS:
        try:
            run = drive(vehicle, speed, following(vehicle, course, speed, habit, coasting), 2.0 * (APPROACH + course.end) / speed + 2.0)
        except StepFailed:  # of a car that tumbles
            continue
        if run["x"][-1] - APPROACH > course.end + 0.5 * vehicle.length:
            return Recording(vehicle, run.time, {**run.have, "x": run["x"] - APPROACH})
    return None


def following(vehicle: Vehicle, course: LaneCourse, speed: float, habit: tuple[float, float], coasting: bool) -> Driver:
    """A driver who aims at a point of the course, as one on a circle that leads there from where the car will be soon.

    Ends the run behind the course, where the car leaves the lanes, and where it is across them.
    """
    (foresight, preview), keeper, angle = habit, SpeedKeeper(vehicle, speed), 0.0

    def driver(time: float, seen: Seen) -> Demand | None:
        nonlocal angle
        x, y, yaw, v = seen["x"] - APPROACH, seen["y"], seen["yaw"], seen["v"]
        outside = course.outside(corners_of(vehicle, x, y, yaw)) > 0.0
        if outside or x > course.end + vehicle.length or abs(yaw) > ACROSS or v < 0.2 * speed:
            return None
        heading = yaw + seen["beta"] + 0.5 * foresight * seen["yaw_rate"]
        x, y = x + foresight * v * cos(heading), y + foresight * v * sin(heading)
        heading += 0.5 * foresight * seen["yaw_rate"]
        distance = NEAREST + preview * v
        aim = atan2(course.line(x + distance) - y, distance) - heading
        wanted = 2.0 * sin(aim) / distance * vehicle.wheelbase * (1.0 + vehicle.handling.slowness * v * v)
        angle = wanted + (angle - wanted) * exp(-STEP / LAG)
        return Demand(angle, *((0.0, 0.0) if coasting and x > 0.0 else keeper(seen)))

    return driver


def _result(run: Recording, course: LaneCourse, speed: float, coasting: bool) -> ManoeuvreResult:
    vehicle, end = run.vehicle, run["x"] <= course.end
    corners = corners_of(vehicle, run["x"], run["y"], run["yaw"])
    peak = lambda name: float(np.abs(run[name][end]).max())
    there = [name for name in ("beta", "roll") if has(name, vehicle.measured)]
    rows = (
        ("largest speed", speed, "m/s", "at the entry, that passes"),
        ("largest speed in km/h", 3.6 * speed, "km/h", "the same"),
        ("distance from the cones", -course.outside(corners), "m", "smallest, of the body's corners"),
        ("speed at the exit", run.at("v", float(run.time[end][-1])), "m/s", "at the end of the last lane"),
        ("largest lateral acceleration", peak("a_y"), "m/s2", "either way"),
        ("largest yaw rate", degrees(peak("yaw_rate")), "deg/s", "either way"),
        ("largest steering angle", degrees(peak("steer")), "deg", "of the front wheels, either way"),
        *((f"largest {'side-slip' if name == 'beta' else name} angle", degrees(peak(name)), "deg", "either way") for name in there),
    )
    x, y = course.cones()
    apart = np.concatenate([np.append(row, np.nan) for row in corners])  # a line each
    body = Curve("corners of the body", apart.real, apart.imag)
    path = Curve("position", run["x"], run["y"])
    line = Curve("middle of the lanes", run["x"], np.array([course.line(at) for at in run["x"]]))
    return ManoeuvreResult(
        manoeuvre="double lane change",
        standard=course.name,
        vehicle=vehicle.name,
        conditions=(
            Characteristic("width", vehicle.width, "m", "of the body"),
            Characteristic("length", vehicle.length, "m", "of the body"),
            Characteristic("speed", speed, "m/s", "at the entry, then coasting" if coasting else "held"),
        ),
        characteristics=characteristics(*rows),
        table=run.result(("x", "y", "yaw", "v", "steer", "yaw_rate", "a_y", *there)),
        diagrams=(
            Diagram("x in m", "y in m", (path, line, body, Curve("cones", x, y, bound=True))),
            Diagram("x in m", "steering in deg", (Curve("front wheels", run["x"], np.degrees(run["steer"])),)),
            Diagram("x in m", "acceleration in m/s2", (Curve("lateral acceleration", run["x"], run["a_y"]),)),
        ),
    )
