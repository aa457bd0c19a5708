"""Load and radii of a tire of the Magic Formula over its deflection.

Source: Pacejka (2012), Tire and Vehicle Dynamics, 3rd ed., appendix 3 (A3.1 to A3.6).
"""

from __future__ import annotations

import numpy as np

from ...scalars import switch


def free_radius(c, spin):
    """The radius [m] of the tire in the air that turns at `spin` [rad/s] (A3.1)."""
    speed = spin * c.UNLOADED_RADIUS / c.LONGVL
    return c.UNLOADED_RADIUS * (c.Q_RE0 + c.Q_V1 * speed * speed)


def effective_radius(c, free, Fz, dpi):
    """The effective rolling radius [m] under the load Fz [N], for the free radius `free` [m] (A3.6)."""
    load = Fz / c.FNOMIN
    stiffness = c.LCZ * c.VERTICAL_STIFFNESS * (1.0 + c.PFZ1 * dpi)
    return free - c.FNOMIN / stiffness * (c.FREFF * load + c.DREFF * np.arctan(c.BREFF * load))


def elastic_load(c, rho, dpi):
    """The load [N] of the tire that stands, deflected by rho [m] (A3.3)."""
    depth = rho / c.UNLOADED_RADIUS
    return (1.0 + c.PFZ1 * dpi) * c.FNOMIN * (_slope(c) * depth + c.Q_FZ2 * depth * depth) + c.BOTTOM_STIFF * _bottomed(c, rho)


def load(c, rho, spin, dpi, Fx, Fy):
    """The load [N] of the tire that is deflected by rho [m], turns at `spin` [rad/s] and is pulled by Fx and Fy [N], without damping (A3.3)."""
    speed = abs(spin) * c.UNLOADED_RADIUS / c.LONGVL
    along, across = c.Q_FCX * Fx / c.FNOMIN, c.Q_FCY * Fy / c.FNOMIN
    return (1.0 + c.Q_V2 * speed - along * along - across * across) * elastic_load(c, rho, dpi)


def stored(c, rho, dpi):
    """The elastic energy [J] of the tire that is deflected by rho [m]."""
    depth, bottomed = rho / c.UNLOADED_RADIUS, _bottomed(c, rho)
    carcass = _slope(c) * depth * depth / 2.0 + c.Q_FZ2 * depth * depth * depth / 3.0
    return (1.0 + c.PFZ1 * dpi) * c.FNOMIN * c.UNLOADED_RADIUS * carcass + 0.5 * c.BOTTOM_STIFF * bottomed * bottomed


def _slope(c):
    """The linear coefficient of load over deflection, for the stiffness at nominal load (A3.4)."""
    at_nominal = c.LCZ * c.VERTICAL_STIFFNESS * c.UNLOADED_RADIUS / c.FNOMIN
    return (at_nominal * at_nominal - 4.0 * c.Q_FZ2) ** 0.5


def _bottomed(c, rho):
    """How far the rim presses on the road through the tire [m]."""
    depth = rho - (c.UNLOADED_RADIUS - c.RIM_RADIUS - c.BOTTOM_OFFST)
    return switch("bottomed", depth, depth, 0.0 * depth)
