"""Joints."""

from .base import Joint, Reversed
from .coordinates import Coordinates
from .cylindrical import Cylindrical
from .fixed import Fixed
from .free_motion import FreeMotion
from .planar import Planar
from .prismatic import Prismatic
from .quaternion_coordinates import QuaternionCoordinates
from .revolute import Revolute
from .rotor_inertia import RotorInertia
from .spherical import Spherical
from .universal import Universal

__all__ = [
    "Coordinates",
    "Cylindrical",
    "Fixed",
    "FreeMotion",
    "Joint",
    "Planar",
    "Prismatic",
    "QuaternionCoordinates",
    "Reversed",
    "Revolute",
    "RotorInertia",
    "Spherical",
    "Universal",
]
