"""Load and radii of a tire of the Magic Formula over its deflection.

Source: Pacejka (2012), Tire and Vehicle Dynamics, 3rd ed., appendix 3 (A3.1 to A3.6); for what is new in version 6.2, deflection by camber and its
influence on load: van der Hofstad (2010), Study on improving the MF-Swift tyre model, TU Eindhoven, chapter 5.
"""

from __future__ import annotations

import numpy as np

from ....base.scalars import maximum, minimum, switch, where

SHALLOWEST = 1e-3  # of the radius: below it the deflection in a power does not shrink any more, whose exponent may be negative
STEEPEST = 1e-6  # of a square: keeps a root real where a tire that is pressed flat is as stiff as the springs of its belt
NARROWEST = 1e-9  # of the radius: keeps the share of a tread that has no width finite


def free_radius(c, spin):
    """The radius [m] of the tire in the air that turns at `spin` [rad/s] (A3.1)."""
    speed = spin * c.UNLOADED_RADIUS / c.LONGVL
    return c.UNLOADED_RADIUS * (c.Q_RE0 + c.Q_V1 * speed * speed)


def effective_radius(c, free, Fz, dpi):
    """The effective rolling radius [m] under the load Fz [N], for the free radius `free` [m] (A3.6)."""
    load = Fz / c.FNOMIN
    stiffness = c.LCZ * c.VERTICAL_STIFFNESS * (1.0 + c.PFZ1 * dpi)
    return free - c.FNOMIN / stiffness * (c.FREFF * load + c.DREFF * np.arctan(c.BREFF * load))


def deflection(c, free, r_l, gamma):
    """How far the road deflects the tire [m], negative in the air, for its free and its loaded radius [m] and the inclination [rad] (6.2).

    An inclination presses one edge of the tread, so that the tire touches earlier and is deflected more. Where its middle is in the air yet, it is
    the mean over a flat tread. A tread without WIDTH is deflected along the radius alone.
    """
    along = free - r_l
    wide = 0.0 < c.WIDTH
    edge = where(wide, 0.5 * c.WIDTH * (1.075 - 0.5 * c.ASPECT_RATIO) * abs(np.tan(gamma)), 0.0)
    below = minimum(maximum(along, -edge), 0.0 * along) + edge
    held = minimum(r_l, free)
    contour = (c.Q_CAM1 + c.Q_CAM2 * held) * held / maximum((c.Q_CAM1 + c.Q_CAM2 * free) * free, NARROWEST)
    by_camber = where(wide, below * below / (4.0 * maximum(edge, NARROWEST * free)) * contour * contour, 0.0)
    return maximum(along, 0.0 * along) * (1.0 - c.Q_CAM3 * abs(gamma)) + by_camber + minimum(along + edge, 0.0 * along)


def carcass_load(c, rho, dpi, gamma):
    """The load [N] of the tire that stands, deflected by rho [m] at an inclination [rad], where its rim is far from the road (A3.3)."""
    linear, quadratic = _steepness(c, dpi, gamma)
    return linear * rho + quadratic * rho * rho


def load(c, rho, whole, factor, dpi, gamma):
    """The load [N] of the tire without damping, `factor` times that of the tire that stands free of other forces (A3.3).

    It is deflected by `whole` [m] in all, and by rho between its belt and the road, where the rim bottoms: the same, unless a belt gives way.
    """
    return factor * (carcass_load(c, whole, dpi, gamma) + c.BOTTOM_STIFF * _bottomed(c, rho))


def stiffening(c, spin):
    """The factor by which the load grows on the tire that turns at `spin` [rad/s] (A3.3)."""
    return 1.0 + c.Q_V2 * abs(spin) * c.UNLOADED_RADIUS / c.LONGVL


def lowering(c, rho, Fx, Fy):
    """What Fx and Fy [N] take from this factor where the tire is deflected by rho [m] (A3.3). Fy is taken from `leaning_force`."""
    depth = maximum(rho / c.UNLOADED_RADIUS, SHALLOWEST)
    # a power by logarithms, since exponents are numbers that are traced
    along, across = c.Q_FCX * Fx / c.FNOMIN, c.Q_FCY * Fy / c.FNOMIN * np.exp(c.Q_FCY2 * np.log(depth))
    return where(0.0 < abs(c.Q_FCX) + abs(c.Q_FCY), along * along + across * across, 0.0)  # else nobody needs to know Fx and Fy


def whole_deflection(c, rho, factor, dpi, gamma, Fy, stiffness):
    """The deflection [m] of a whole tire of which rho [m] is left between its belt and the road.

    The belt gives way in the plane of the wheel, which leans by gamma [rad], by springs of `stiffness` [N/m]: to Fy [N], and to the load, which is
    `factor` times that of the carcass. So it is the solution of a quadratic equation.
    """
    linear, quadratic = _steepness(c, dpi, gamma)
    given = (1.0 - c.Q_CAM3 * abs(gamma)) / stiffness
    by_load = given * factor * np.cos(gamma)
    moved = rho - given * Fy * np.sin(gamma)
    pressed, rest = maximum(moved, 0.0 * moved), 1.0 - by_load * linear
    root = maximum(rest * rest - 4.0 * by_load * quadratic * pressed, STEEPEST * rest * rest) ** 0.5
    return moved + pressed * (2.0 / (rest + root) - 1.0)


def leaning_force(c, free, r_l, gamma):
    """The lateral force [N] at which the tire that leans by gamma [rad] carries most (6.2)."""
    held = r_l / free
    return (c.Q_FYS1 + c.Q_FYS2 * held + c.Q_FYS3 * held * held) * gamma


def carcass_energy(c, rho, dpi):
    """The elastic energy [J] of the upright tire that is deflected by rho [m], where its rim is far from the road."""
    linear, quadratic = _steepness(c, dpi, 0.0)
    return linear * rho * rho / 2.0 + quadratic * rho * rho * rho / 3.0


def bottom_energy(c, rho):
    """What the rim adds to this energy [J] where the tire has bottomed."""
    below = _below_rim(c, rho)
    bottomed = maximum(below, 0.0 * below)  # no switch: energy follows from the place alone
    return 0.5 * c.BOTTOM_STIFF * bottomed * bottomed


def _steepness(c, dpi, gamma):
    """The linear [N/m] and the quadratic [N/m2] coefficient of load over deflection, for the stiffness at nominal load (A3.3, A3.4)."""
    at_nominal = c.LCZ * c.VERTICAL_STIFFNESS * c.UNLOADED_RADIUS / c.FNOMIN
    slope = (at_nominal * at_nominal - 4.0 * c.Q_FZ2) ** 0.5 + (c.Q_CAM + c.Q_FZ3) * gamma * gamma
    scale = (1.0 + c.PFZ1 * dpi) * c.FNOMIN / c.UNLOADED_RADIUS
    return scale * slope, scale * c.Q_FZ2 / c.UNLOADED_RADIUS


def _bottomed(c, rho):
    """How far the rim presses on the road through the tire [m]."""
    below = _below_rim(c, rho)
    return switch("bottomed", below, below, 0.0 * below)


def _below_rim(c, rho):
    """How far the rim is through the tire [m], negative before."""
    return rho - (c.UNLOADED_RADIUS - c.RIM_RADIUS - c.BOTTOM_OFFST)
