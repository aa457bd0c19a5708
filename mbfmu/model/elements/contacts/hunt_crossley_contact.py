"""HuntCrossleyContact: damping in proportion to the elastic force."""

from ....base.scalars import maximum
from ...declare.declarations import Parameter
from .power_law import PowerLawContact


class HuntCrossleyContact(PowerLawContact):
    """A contact with the normal force c x^n (1 + d x_dot), x in units of `x_ref`, never negative.

    Restitution falls with the speed v of an impact, from 1 - 2/3 d v while that is near 1: the speed w after it fulfils
    d v - ln(1 + d v) = -d w - ln(1 - d w).
    Source: Hunt & Crossley (1975), Coefficient of restitution interpreted as damping in vibroimpact.
    """

    d = Parameter("s/m", "damping, relative to the elastic force", 0.0, min=0.0)

    @staticmethod
    def damped(p, f, x_dot):
        return f * maximum(1.0 + p.d * x_dot, 0.0)
