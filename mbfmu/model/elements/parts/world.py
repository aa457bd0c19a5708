"""World: the inertial frame, with gravity."""

from ....base.scalars import kernel
from ...declare.declarations import Parameter
from ...declare.frame import Frame
from ...declare.spatial_parameters import Axis
from .base import Part


class BaseWorld(Part):
    """The inertial frame. A new world supplies either, as kernels,

    1. `acceleration(p)` -> (3,), the same everywhere, if `uniform`, or
    2. `attraction(p, m, r)` -> force (3,) on a mass m at r; and in both cases
    3. `potential(p, m, r)` -> potential energy of the mass m at r.
    """

    uniform = True
    shown_by_help = ("frame_b", "at")

    @property
    def frame_b(self) -> Frame:
        """The inertial frame."""
        return Frame(self)


class World(BaseWorld):
    """The inertial frame with uniform gravity."""

    g = Parameter("m/s2", "acceleration of gravity", 9.81)
    n = Axis("direction of gravity, resolved in the inertial frame", [0, 0, -1])

    @staticmethod
    @kernel
    def acceleration(p):
        return p.g * p.n

    @staticmethod
    @kernel
    def potential(p, m, r):
        return -(m * p.g) * (p.n @ r)
