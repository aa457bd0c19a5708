"""Constraints."""

from .base import Constraint
from .coordinate_coupling import CoordinateCoupling
from .distance import Distance
from .frame_motion_filtered import FrameMotionFiltered
from .frame_motion_input import FrameMotionInput
from .frame_motion_time import FrameMotionTime
from .joint_motion_filtered import JointMotionFiltered
from .joint_motion_input import JointMotionInput
from .joint_motion_time import JointMotionTime
from .knife_edge import KnifeEdge
from .point_on_line import PointOnLine
from .point_on_plane import PointOnPlane
from .rolling_disk import RollingDisk
from .rolling_sphere import RollingSphere
from .sine_joint_motion import SineJointMotion
from .steady_joint_motion import SteadyJointMotion

RollingWheel = RollingDisk  # a wheel is a disk to the plane it rolls on

__all__ = [
    "Constraint",
    "CoordinateCoupling",
    "Distance",
    "FrameMotionFiltered",
    "FrameMotionInput",
    "FrameMotionTime",
    "JointMotionFiltered",
    "JointMotionInput",
    "JointMotionTime",
    "KnifeEdge",
    "PointOnLine",
    "PointOnPlane",
    "RollingDisk",
    "RollingSphere",
    "RollingWheel",
    "SineJointMotion",
    "SteadyJointMotion",
]
