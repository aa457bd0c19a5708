"""Constraints."""

from .base import Constraint
from .belt import Belt
from .condition import Condition
from .contact import Contact
from .coordinate_coupling import CoordinateCoupling
from .differential import Differential
from .distance import Distance
from .frame_motion_filtered import FrameMotionFiltered
from .frame_motion_input import FrameMotionInput
from .frame_motion_time import FrameMotionTime
from .gear import Gear
from .joint_motion_filtered import JointMotionFiltered
from .joint_motion_input import JointMotionInput
from .joint_motion_time import JointMotionTime
from .joint_stop import JointStop
from .knife_edge import KnifeEdge
from .planetary import Planetary
from .point_on_line import PointOnLine
from .point_on_plane import PointOnPlane
from .rack_and_pinion import RackAndPinion
from .rolling_disk import RollingDisk
from .rolling_sphere import RollingSphere
from .screw import Screw
from .sine_joint_motion import SineJointMotion
from .steady_joint_motion import SteadyJointMotion
from .unilateral import UnilateralConstraint

RollingWheel = RollingDisk  # a wheel is a disk to the plane it rolls on

__all__ = [
    "Belt",
    "Constraint",
    "Condition",
    "Contact",
    "CoordinateCoupling",
    "Differential",
    "Distance",
    "FrameMotionFiltered",
    "FrameMotionInput",
    "FrameMotionTime",
    "Gear",
    "JointMotionFiltered",
    "JointMotionInput",
    "JointMotionTime",
    "JointStop",
    "KnifeEdge",
    "Planetary",
    "PointOnLine",
    "PointOnPlane",
    "RackAndPinion",
    "RollingDisk",
    "RollingSphere",
    "RollingWheel",
    "Screw",
    "SineJointMotion",
    "SteadyJointMotion",
    "UnilateralConstraint",
]
