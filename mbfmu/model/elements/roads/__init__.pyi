"""Constructors of the elements, for type checkers and editors; written by docs/generators/constructors.py from the declarations."""

from mbfmu.model.declare.lookup_table import LookupTable
from mbfmu.model.declare.parameter_value import Value, Values, Whole
from mbfmu.model.elements.roads.base import Road
from mbfmu.model.elements.roads.base import Road as _Road
from mbfmu.model.elements.roads.bump_road import BumpRoad as _BumpRoad
from mbfmu.model.elements.roads.flat_road import FlatRoad as _FlatRoad
from mbfmu.model.elements.roads.footprint_road import FootprintRoad as _FootprintRoad
from mbfmu.model.elements.roads.height_map_road import HeightMapRoad as _HeightMapRoad
from mbfmu.model.elements.roads.inclined_road import InclinedRoad as _InclinedRoad
from mbfmu.model.elements.roads.random_road import RandomRoad as _RandomRoad
from mbfmu.model.elements.roads.read_crg import read_crg
from mbfmu.model.elements.roads.sine_sweep_road import SineSweepRoad as _SineSweepRoad
from mbfmu.model.elements.roads.split_friction_road import SplitFrictionRoad as _SplitFrictionRoad
from mbfmu.model.elements.roads.washboard_road import WashboardRoad as _WashboardRoad

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

class BumpRoad(_BumpRoad):
    def __init__(self, *, bump: Value, length: Value = ..., start: Value = 0.0, edge: Value = 0.1, mu: Value = 1.0) -> None:
        """
        bump [m]: height of the cleat or step; negative for a pothole (required)
        length = inf [m]: length of the cleat between the middles of its edges
        start = 0.0 [m]: x of the middle of the first edge
        edge = 0.1 [m]: length of an edge
        mu = 1.0: friction relative to that of the surface on which the tires were measured
        """

class FlatRoad(_FlatRoad):
    def __init__(self, *, z: Value = 0.0, mu: Value = 1.0) -> None:
        """
        z = 0.0 [m]: height
        mu = 1.0: friction relative to that of the surface on which the tires were measured
        """

class FootprintRoad(_FootprintRoad):
    def __init__(self, road: _Road, *, length: Value = 0.15, mu: Value = 1.0) -> None:
        """
        length = 0.15 [m]: length of the contact patch
        mu = 1.0: friction relative to that of the surface on which the tires were measured
        """

class HeightMapRoad(_HeightMapRoad):
    def __init__(self, *, mu: Value = 1.0, heights: LookupTable) -> None:
        """
        mu = 1.0: friction relative to that of the surface on which the tires were measured
        heights(m, m) [m]: height over x and y (required)
        """

class InclinedRoad(_InclinedRoad):
    def __init__(self, *, slope: Value = 0.0, bank: Value = 0.0, mu: Value = 1.0) -> None:
        """
        slope = 0.0 [rad]: angle at which it rises along x
        bank = 0.0 [rad]: angle at which it rises along y
        mu = 1.0: friction relative to that of the surface on which the tires were measured
        """

class RandomRoad(_RandomRoad):
    def __init__(
        self,
        iso_class: str = "C",
        *,
        roughness: Value = 0.000256,
        seed: Whole = 0,
        k_x: Values = (),
        k_y: Values = (),
        phase: Values = (),
        advance: Values = (),
        weight: Values = (),
        n_0: Value = 0.1,
        mu: Value = 1.0,
        longest: float = 100.0,
        shortest: float = 0.3,
    ) -> None:
        """
        roughness = 0.000256 [m3]: spectral density of the height at 0.1 waves a metre
        seed = 0 [Integer]: number of the road: each has waves with other phases
        k_x = () [rad/m]: wave numbers along x, drawn once
        k_y = () [rad/m]: wave numbers along y, drawn once
        phase = () [rad]: phases of the waves of seed 0, drawn once
        advance = () [rad]: how far the phases of a seed are ahead of those of the seed before, drawn once
        weight = (): amplitudes over the root of roughness times n_0
        n_0 = 0.1 [1/m]: spatial frequency of the roughness
        mu = 1.0: friction relative to that of the surface on which the tires were measured
        """

class SineSweepRoad(_SineSweepRoad):
    def __init__(
        self, *, amplitude: Value, wavelength_start: Value, wavelength_end: Value, length: Value, start: Value = 0.0, mu: Value = 1.0
    ) -> None:
        """
        amplitude [m]: amplitude of the waves (required)
        wavelength_start [m]: length of the first wave (required)
        wavelength_end [m]: length of the last wave (required)
        length [m]: length of the sweep (required)
        start = 0.0 [m]: x at which it begins
        mu = 1.0: friction relative to that of the surface on which the tires were measured
        """

class SplitFrictionRoad(_SplitFrictionRoad):
    def __init__(self, *, mu_left: Value, mu_right: Value, start: Value = 0.0, blend: Value = 0.2, mu: Value = 1.0, z: Value = 0.0) -> None:
        """
        mu_left: friction where y > 0, relative to that of the surface on which the tires were measured (required)
        mu_right: friction where y < 0, relative to that of the surface on which the tires were measured (required)
        start = 0.0 [m]: x at which it begins
        blend = 0.2 [m]: length over which friction changes
        mu = 1.0: friction relative to that of the surface on which the tires were measured
        z = 0.0 [m]: height
        """

class WashboardRoad(_WashboardRoad):
    def __init__(self, *, amplitude: Value, wavelength: Value, start: Value = 0.0, lag: Value = 0.0, mu: Value = 1.0) -> None:
        """
        amplitude [m]: amplitude of the waves (required)
        wavelength [m]: length of a wave (required)
        start = 0.0 [m]: x at which they begin
        lag = 0.0 [rad/m]: how much later in phase the waves are for each metre to the left
        mu = 1.0: friction relative to that of the surface on which the tires were measured
        """
