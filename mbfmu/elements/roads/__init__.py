"""Roads: where the ground is under tires, and how much friction it has."""

from .base import Road
from .flat_road import FlatRoad
from .inclined_road import InclinedRoad

__all__ = ["FlatRoad", "InclinedRoad", "Road"]
