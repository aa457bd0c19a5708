"""Constructors of the elements, for type checkers and editors; written by docs/generators/constructors.py from the declarations."""

from mbfmu.model.declare.parameter_value import Value, Values
from mbfmu.model.elements.roads.base import Road as _Road
from mbfmu.model.elements.surfaces.base import Surface
from mbfmu.model.elements.surfaces.box_surface import BoxSurface as _BoxSurface
from mbfmu.model.elements.surfaces.capsule_surface import CapsuleSurface as _CapsuleSurface
from mbfmu.model.elements.surfaces.cylinder_surface import CylinderSurface as _CylinderSurface
from mbfmu.model.elements.surfaces.ellipsoid_surface import EllipsoidSurface as _EllipsoidSurface
from mbfmu.model.elements.surfaces.plane_surface import PlaneSurface as _PlaneSurface
from mbfmu.model.elements.surfaces.polyhedron_surface import PolyhedronSurface as _PolyhedronSurface
from mbfmu.model.elements.surfaces.road_surface import RoadSurface as _RoadSurface
from mbfmu.model.elements.surfaces.sphere_surface import SphereSurface as _SphereSurface
from mbfmu.model.elements.surfaces.torus_surface import TorusSurface as _TorusSurface

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

class BoxSurface(_BoxSurface):
    def __init__(self, *, size: Values) -> None:
        """
        size [m]: lengths along x, y and z (required)
        """

class CapsuleSurface(_CapsuleSurface):
    def __init__(self, *, radius: Value, length: Value) -> None:
        """
        radius [m]: radius (required)
        length [m]: length of the segment, without the half spheres (required)
        """

class CylinderSurface(_CylinderSurface):
    def __init__(self, *, radius: Value, length: Value) -> None:
        """
        radius [m]: radius (required)
        length [m]: length (required)
        """

class EllipsoidSurface(_EllipsoidSurface):
    def __init__(self, *, semi_axes: Values) -> None:
        """
        semi_axes [m]: half its lengths along x, y and z (required)
        """

class PlaneSurface(_PlaneSurface):
    def __init__(self) -> None: ...

class PolyhedronSurface(_PolyhedronSurface):
    def __init__(self, *, vertices: Values) -> None:
        """
        vertices [m]: vertices, a row for each (required)
        """

class RoadSurface(_RoadSurface):
    def __init__(self, road: _Road) -> None: ...

class SphereSurface(_SphereSurface):
    def __init__(self, *, radius: Value) -> None:
        """
        radius [m]: radius (required)
        """

class TorusSurface(_TorusSurface):
    def __init__(self, *, radius: Value, tube: Value) -> None:
        """
        radius [m]: radius of the circle (required)
        tube [m]: distance from the circle (required)
        """
