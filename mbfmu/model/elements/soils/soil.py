"""Soil: ground that yields by Bekker's and Janosi and Hanamoto's laws, and remembers how far it was pressed down."""

from __future__ import annotations

from math import pi

import numpy as np

from ....base.scalars import maximum, minimum, where
from ...declare.declarations import Parameter
from ...declare.element import Element
from ...declare.table_parameter import TableParameter

SHALLOWEST = 1e-15  # of z_ref: keeps logarithms finite
COHESIVE = 10.0  # cohesion over the pressure up to which it is not all there, so that contact begins and ends without a jump


class Soil(Element):
    """Soft ground, level at `height` in the axes of the world: z is up. Wheels and plates leave ruts in it.

    On virgin soil the pressure at the sinkage z is (k_c / b + k_phi) (z / z_ref)^n, where b is the smaller dimension of the area that presses.
    Soil that has been pressed down unloads and reloads along a line of the stiffness k_e. The shear stress is (c + p tan phi) (1 - exp(-j / K))
    at the pressure p and the shear displacement j.

    `sinkage` is a `LookupTable` over x and y: how deep the soil has been pressed down at the start, zeros if it is virgin. The soil remembers at
    the points of this table, linearly between them, at the end of each step of the integrator: let wheels travel less than the distance of two
    points in a step. What it remembers is saved with the state of an FMU.

    Sources: M. G. Bekker, Introduction to Terrain-Vehicle Systems, 1969; Z. Janosi, B. Hanamoto, The analytical determination of drawbar pull as a
    function of slip for tracked vehicles in deformable soils, 1961.
    """

    k_c = Parameter("N/m", "cohesive modulus: Bekker's k_c where z_ref is 1 m", 0.0, min=0.0)
    k_phi = Parameter(
        "Pa", "frictional modulus: pressure at the sinkage z_ref of a wide plate, Bekker's k_phi where z_ref is 1 m", 2e5, min=0.0, exclusive_min=True
    )
    n = Parameter("1", "exponent of sinkage", 1.1, min=0.0, exclusive_min=True)
    z_ref = Parameter("m", "sinkage for which the moduli are given", 1.0, min=0.0, exclusive_min=True)
    k_e = Parameter("Pa/m", "stiffness of unloading and reloading", 1e7, min=0.0, exclusive_min=True)
    c = Parameter("Pa", "cohesion", 0.0, min=0.0)
    phi = Parameter("rad", "angle of internal friction", pi / 6, min=0.0, max=1.55)
    K = Parameter("m", "shear deformation modulus", 0.01, min=0.0, exclusive_min=True)
    damping = Parameter("s/m", "growth of pressure with the speed of sinking, relative to pressure", 1.0, min=0.0)
    height = Parameter("m", "height of the undisturbed soil", 0.0)
    sinkage = TableParameter(("m", "m"), "m", "plastic sinkage at the start over x and y")

    @property
    def points(self) -> int:
        """At how many points it remembers."""
        return self.tables["sinkage"].values.size

    @property
    def spacing(self) -> float:
        """The smallest distance of two neighbouring points [m]."""
        return float(min(np.diff(axis).min() for axis in self.tables["sinkage"].axes))

    def own_problems(self):
        table = self.tables.get("sinkage")
        if self.problems or table is None:
            return super().own_problems()
        lowest = table.values.min()
        found = (
            [f"{self.path}.sinkage has the value {lowest:g} m: sinkage is at least 0; raise the height of the soil instead"] if lowest < 0.0 else []
        )
        if table.smooth or table.outside != "clamped":
            found.append(f"{self.path}.sinkage is {'smooth' if table.smooth else 'extrapolated'}: soil is linear between its points and ends there")
        return found or super().own_problems()


def pressure(soil, b, z, deepest, sinking):
    """The pressure [Pa] on a surface b [m] wide at the sinkage z [m] that sinks with `sinking` [m/s]; the soil has been at `deepest` >= z [m]."""
    modulus = soil.k_c / b + soil.k_phi
    power = np.exp(soil.n * np.log(maximum(deepest / soil.z_ref, SHALLOWEST)))
    loaded = where(deepest > 0.0, modulus * power, 0.0 * modulus)
    return maximum(loaded - soil.k_e * (deepest - z), 0.0) * maximum(1.0 + soil.damping * sinking, 0.0)


def strength(soil, p):
    """The largest shear stress [Pa] at the pressure p [Pa]."""
    return minimum(soil.c, COHESIVE * p) + p * np.tan(soil.phi)
