"""Joints."""

from .base import Joint, Reversed
from .cylindrical import Cylindrical
from .fixed import Fixed
from .free_motion import FreeMotion
from .planar import Planar
from .prismatic import Prismatic
from .revolute import Revolute
from .spherical import Spherical
from .universal import Universal

__all__ = [
    "Cylindrical", "Fixed", "FreeMotion", "Joint", "Planar", "Prismatic", "Reversed", "Revolute", "Spherical", "Universal",
]  # fmt: skip
