"""ElasticPlasticContact: a contact that yields while it is loaded, and leaves a dent."""

import numpy as np

from ....base.scalars import maximum
from ...declare.declarations import Parameter
from .base import ContactForce

SHALLOWEST = 1e-12  # m: keeps the share of the dent finite
BAND = 0.02  # of the dent that a load leaves: how near to yielding the dent begins to grow


class ElasticPlasticContact(ContactForce):
    """A contact with the normal force c x while it is loaded farther than before, and c_unload (x - x_plastic) else, never negative.

    The dent x_plastic is (1 - c / c_unload) times the largest depth. Restitution is sqrt(c / c_unload) at all speeds. A dent is forgotten between
    contacts, since the next one is elsewhere.
    Source: Walton & Braun (1986), Viscosity, granular-temperature, and stress calculations for shearing assemblies of inelastic, frictional disks.
    """

    c = Parameter("N/m", "stiffness while loaded, where it yields", min=0.0, exclusive_min=True)
    c_unload = Parameter("N/m", "stiffness while unloaded and loaded again, elastic", min=0.0, exclusive_min=True)

    normal_states = {"x_plastic": "depth of the dent"}
    check_messages = ("{c_unload} must be > {c} (stiffness while loaded)",)

    @staticmethod
    def checks(p):
        return np.array([p.c_unload - p.c])

    @staticmethod
    def elastic(p, x, x_plastic):
        f = p.c_unload * maximum(x - x_plastic, 0.0)
        return f, 0.5 * f * f / p.c_unload

    @staticmethod
    def normal_rates(p, x, x_dot, x_plastic):
        yielding = 1.0 - p.c / p.c_unload
        left = 1.0 - x_plastic / (yielding * (x + SHALLOWEST))
        return (yielding * maximum(x_dot, 0.0) * maximum(1.0 + left / BAND, 0.0),)

    @staticmethod
    def damped(p, f, x_dot):
        return f

    @staticmethod
    def potential(p, u, t, *motion):
        return 0.0
