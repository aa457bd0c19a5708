"""The wheels of gears, by the constraint that couples them: without teeth."""

from __future__ import annotations

from collections.abc import Mapping
from functools import singledispatch

import numpy as np

from ..model.declare.element import Element
from ..model.elements.constraints import Belt, Gear, RackAndPinion
from ..model.elements.joints import Joint
from .start import Pose, frame_pose

PARALLEL = 1e-6  # of the sine of the angle between two axes
Wheels = tuple[tuple[Joint, float], ...]  # what a wheel turns with, and its radius [m]


@singledispatch
def wheels(element: Element, poses: Mapping[Element, Pose]) -> Wheels:
    """The wheels of an element, whose parts stand at `poses`; none where nothing is known of them."""
    return ()


@wheels.register
def _(element: Belt, poses: Mapping[Element, Pose]) -> Wheels:
    return (element.joint_a, float(element.values["radius_a"])), (element.joint_b, float(element.values["radius_b"]))


@wheels.register
def _(element: RackAndPinion, poses: Mapping[Element, Pose]) -> Wheels:
    return ((element.pinion, float(element.values["radius"])),)


@wheels.register
def _(element: Gear, poses: Mapping[Element, Pose]) -> Wheels:
    """Two wheels that touch, where their axes are parallel: beside each other if they turn against each other, else one in the other."""
    (n_a, r_a), (n_b, r_b) = (_axis(joint, poses) for joint in (element.joint_a, element.joint_b))
    distance = np.linalg.norm(np.cross(n_a, r_b - r_a))
    ratio = float(element.values["ratio"]) * np.sign(n_a @ n_b)  # that of speeds about the same direction
    if np.linalg.norm(np.cross(n_a, n_b)) > PARALLEL or np.isclose(distance, 0.0) or ratio == 1.0:
        return ()
    radius = distance / abs(ratio - 1.0)
    return (element.joint_a, radius), (element.joint_b, abs(ratio) * radius)


def _axis(joint: Joint, poses: Mapping[Element, Pose]) -> tuple[np.ndarray, np.ndarray]:
    """The direction (3,) of a joint's axis and a point (3,) of it."""
    R, r = frame_pose(joint.frame_a, poses)
    return R @ joint.layout(joint.values)[:, 2], r
