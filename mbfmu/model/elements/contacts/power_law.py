"""The elastic force of Hertz, and others that grow with a power of the depth."""

import numpy as np

from ....base.scalars import maximum
from ...declare.declarations import Parameter
from .base import ContactForce

SHALLOWEST = 1e-15  # of x_ref: below it the force is linear, so that derivatives by the exponent are finite


class PowerLawContact(ContactForce):
    """What contacts share whose elastic force is c x (x / x_ref)^(n - 1) at the depth x; a new one supplies `damped`."""

    c = Parameter("N/m", "stiffness: the elastic force is c x (x / x_ref)^(n - 1) at the depth x", min=0.0)
    n = Parameter("1", "exponent of the elastic force: 1 is linear, 1.5 that of Hertz", 1.5, min=1.0)
    x_ref = Parameter("m", "depth at which force over depth is c; for 1 m, c is K of K x^n in SI units", 1.0, min=0.0, exclusive_min=True)

    @staticmethod
    def elastic(p, x):
        # a power by logarithms, since exponents are numbers that are traced
        f = p.c * x * np.exp((p.n - 1.0) * np.log(maximum(x / p.x_ref, SHALLOWEST)))
        return f, f * x / (p.n + 1.0)
