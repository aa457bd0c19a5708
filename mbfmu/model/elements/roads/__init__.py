"""Roads: where the ground is under tires, and how much friction it has."""

from .base import Road
from .bump_road import BumpRoad
from .flat_road import FlatRoad
from .footprint_road import FootprintRoad
from .height_map_road import HeightMapRoad
from .inclined_road import InclinedRoad
from .random_road import RandomRoad
from .read_crg import read_crg
from .sine_sweep_road import SineSweepRoad
from .split_friction_road import SplitFrictionRoad
from .washboard_road import WashboardRoad

__all__ = [
    "BumpRoad",
    "FlatRoad",
    "FootprintRoad",
    "HeightMapRoad",
    "InclinedRoad",
    "RandomRoad",
    "Road",
    "SineSweepRoad",
    "SplitFrictionRoad",
    "WashboardRoad",
    "read_crg",
]
