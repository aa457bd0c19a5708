"""PointGravityWorld: the inertial frame with the gravity of a point mass at its origin."""

from ....base.scalars import kernel, norm
from ...declare.declarations import Parameter
from .world import BaseWorld


class PointGravityWorld(BaseWorld):
    """The inertial frame with a point mass at its origin; it pulls each body at its centre of mass.

    Source: Schutte & Udwadia (2011), eq. 31.
    """

    mu = Parameter("m3/s2", "gravitational parameter of the point mass", 3.986004418e14, min=0.0)

    uniform = False

    @staticmethod
    @kernel
    def attraction(p, m, r):
        s = norm(r)
        return -(m * p.mu / s**3) * r

    @staticmethod
    @kernel
    def potential(p, m, r):
        return -(m * p.mu) / norm(r)
