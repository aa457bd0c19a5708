"""FloresContact: damping that follows from a coefficient of restitution."""

from ....base.scalars import maximum
from ...declare.declarations import Parameter
from .power_law import PowerLawContact


class FloresContact(PowerLawContact):
    """A contact with damping in proportion to the elastic force, from the restitution `e` at the impact speed `v_impact`.

    The normal force is c x^n (1 + 8 (1 - e) / (5 e v_impact) x_dot), x in units of `x_ref`, never negative. It takes the more energy the faster the
    impact.
    Source: Flores, Machado, Silva & Martins (2011), On the continuous contact force models for soft materials in multibody dynamics, eq. 41.
    """

    e = Parameter("1", "coefficient of restitution", min=0.0, max=1.0, exclusive_min=True)
    v_impact = Parameter("m/s", "impact speed to which e belongs", 1.0, min=0.0, exclusive_min=True)

    @staticmethod
    def damped(p, f, x_dot):
        return f * maximum(1.0 + 8.0 * (1.0 - p.e) / (5.0 * p.e * p.v_impact) * x_dot, 0.0)
