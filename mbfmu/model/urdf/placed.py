"""Frames at the poses of a file."""

from __future__ import annotations

from ..declare.frame import Frame
from ..elements.parts import FixedRotation
from .robot import Pose


def placed(frame: Frame, pose: Pose) -> Frame:
    """The frame at `pose` in another; one rotation after the other, so that right angles stay exact."""
    roll, pitch, yaw = pose.rpy
    frame = FixedRotation(frame, r=pose.xyz, n=[0, 0, 1], angle=yaw).frame_b
    for n, angle in (([0, 1, 0], pitch), ([1, 0, 0], roll)):
        if angle:
            frame = FixedRotation(frame, n=n, angle=angle).frame_b
    return frame
