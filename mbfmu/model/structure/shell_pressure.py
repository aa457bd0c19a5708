"""The pressure that temperatures lock into shells where these cannot expand, linear through the thickness."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from .elastic_data import Array
from .shell_triangle import SIDES, ShellTriangles
from .temperatures import Temperature, temperatures_at

ALL_ROUND = np.array([1.0, 1.0, 0.0])  # xx, yy, xy: the same in all directions along the plane


@dataclass(frozen=True, eq=False)
class ShellPressure:
    """Pressures of l loads along the plane, at the middles of the sides of triangles: mean + z slope."""

    mean: Array  # (t, 3, l) [Pa]
    slope: Array  # (t, 3, l) [Pa/m]

    def of_stress(self, chunk: Array) -> tuple[Array, Array]:
        """What it takes from the stress (c, 3, 3, l) of some triangles: in the middle [Pa], and for each metre from there."""
        mean, slope = (of[chunk][:, :, None] * ALL_ROUND[:, None] for of in (self.mean, self.slope))
        return mean, slope

    def loads(self, triangles: ShellTriangles) -> Array:
        """Forces (t, 18, l) along the axes of triangles: its work along the strain."""
        at, size = triangles.strains(SIDES), triangles.area / len(SIDES) * triangles.h
        load = np.einsum("t,tqai,a,tql->til", size, at.membrane, ALL_ROUND, self.mean, optimize=True)
        return load + np.einsum("t,tqai,a,tql->til", size * triangles.h**2 / 12, at.curvature, ALL_ROUND, self.slope, optimize=True)


def locked_pressure(triangles: ShellTriangles, name: str, temperature: Temperature) -> ShellPressure:
    """The pressure of one temperature field."""
    material, h = triangles.material, triangles.h[:, None]
    middles = SIDES @ triangles.x
    across = h[..., None] / 2 * triangles.axes[:, None, :, 2]
    above, below = (temperatures_at(name, temperature, (middles + side * across).reshape(-1, 3)).reshape(-1, 3) for side in (1.0, -1.0))
    locked = material.alpha * material.E / (1 - material.nu)
    mean, slope = locked * (above + below) / 2, locked * (above - below) / h
    return ShellPressure(mean[..., None], slope[..., None])
