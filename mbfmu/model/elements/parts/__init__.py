"""Rigid parts."""

from .body import Body
from .fixed_rotation import FixedRotation
from .fixed_translation import FixedTranslation
from .flexible_body import FlexibleBody
from .massless_point import MasslessPoint
from .point_gravity_world import PointGravityWorld
from .world import BaseWorld, World

__all__ = ["BaseWorld", "Body", "FixedRotation", "FixedTranslation", "FlexibleBody", "MasslessPoint", "PointGravityWorld", "World"]
