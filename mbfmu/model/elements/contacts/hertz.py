"""Hertz's contact of two elastic bodies."""

from __future__ import annotations

from math import inf, isinf

from ....base.errors import MbfmuError
from ...sections import Material


def hertz_stiffness(a: Material, b: Material, radius_a: float, radius_b: float = inf) -> float:
    """The stiffness K [N/m^1.5] of the force K x^1.5 between two elastic spheres of some radii [m], of which an infinite one is a plane.

    It is `c` of contacts with n = 1.5 and x_ref = 1 m. A negative radius is that of a hollow sphere, in which the other lies.
    MbfmuError where the radii do not fit.
    Source: Johnson (1985), Contact Mechanics, eq. 4.23.
    """
    curvature = sum(0.0 if isinf(radius) else 1.0 / radius if radius else inf for radius in (radius_a, radius_b))
    if not 0.0 < curvature < inf:
        raise MbfmuError(f"hertz_stiffness: spheres of radii {radius_a!r} m and {radius_b!r} m touch in no point; a hollow one must be larger")
    compliance = sum((1.0 - material.nu**2) / material.E for material in (a, b))
    return 4.0 / 3.0 / compliance / curvature**0.5
