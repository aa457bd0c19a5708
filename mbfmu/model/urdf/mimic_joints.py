"""Joints that mimic others, and the limits that they leave so."""

from __future__ import annotations

from math import inf

from .robot import Robot, RobotJoint

SAME = 1e-6  # of a limit, relative: numbers of files have a few digits


def leaves_limits(robot: Robot, joint: RobotJoint) -> str:
    """What to say of a joint that mimics one, in whose range it leaves its own limits; "" where it does not."""
    if joint.limits is None:
        return ""
    (lower, upper), (least, most) = joint.limits, _range(robot, joint)
    slack = SAME * max(abs(lower), abs(upper))
    if lower - slack <= least and most <= upper + slack:
        return ""
    return "it leaves its own limits where the joint that it mimics goes far enough, since followers have no end stops of their own"


def _range(robot: Robot, joint: RobotJoint) -> tuple[float, float]:
    """From where to where a joint can go: between its limits, or if it mimics another, where that takes it."""
    if joint.mimic is None:
        return joint.limits or (-inf, inf)
    leader = next(other for other in robot.joints if other.name == joint.mimic.joint)
    ends = [joint.mimic.offset + (joint.mimic.multiplier * end if joint.mimic.multiplier else 0.0) for end in _range(robot, leader)]
    return min(ends), max(ends)
