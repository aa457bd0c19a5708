"""Visuals: what parts look like."""

from .base import Visual
from .box import Box
from .cylinder import Cylinder
from .mesh import Mesh
from .sphere import Sphere

__all__ = ["Box", "Cylinder", "Mesh", "Sphere", "Visual"]
