"""Soils: ground that yields under wheels and plates, and remembers where they have been."""

from .base import SoilContact
from .soil import Soil
from .soil_plate import SoilPlate
from .soil_wheel import SoilWheel

__all__ = ["Soil", "SoilContact", "SoilPlate", "SoilWheel"]
