"""Constraints."""

from .base import Constraint
from .distance import Distance
from .joint_motion_input import JointMotionInput

__all__ = ["Constraint", "Distance", "JointMotionInput"]
