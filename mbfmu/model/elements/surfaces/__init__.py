"""Surfaces: where bodies touch each other."""

from .base import Surface
from .box_surface import BoxSurface
from .capsule_surface import CapsuleSurface
from .cylinder_surface import CylinderSurface
from .ellipsoid_surface import EllipsoidSurface
from .plane_surface import PlaneSurface
from .polyhedron_surface import PolyhedronSurface
from .road_surface import RoadSurface
from .sphere_surface import SphereSurface
from .torus_surface import TorusSurface

__all__ = [
    "BoxSurface",
    "CapsuleSurface",
    "CylinderSurface",
    "EllipsoidSurface",
    "PlaneSurface",
    "PolyhedronSurface",
    "RoadSurface",
    "SphereSurface",
    "Surface",
    "TorusSurface",
]
