"""Round sections: circles and tubes."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from ...base.one_line import one_line
from .positive import check_positive, check_walls
from .section import Fibre, Section

POINTS = 12  # of the outline


@one_line
@dataclass(frozen=True)
class CircleSection(Section):
    """A solid circle of a `radius` [m]. Shear areas are those of Cowper (1966) for nu = 0. MbfmuError if the radius is not positive."""

    radius: float

    def __post_init__(self) -> None:
        check_positive(type(self).__name__, radius=self.radius)

    @property
    def inner(self) -> float:
        """Radius of the hole [m]."""
        return 0.0

    @property
    def A(self) -> float:
        """Area [m2]."""
        return np.pi * (self.radius**2 - self.inner**2)

    @property
    def I_y(self) -> float:
        """Second moment of area about y [m4]."""
        return np.pi / 4.0 * (self.radius**4 - self.inner**4)

    @property
    def I_z(self) -> float:
        """Second moment of area about z [m4]."""
        return self.I_y

    @property
    def J(self) -> float:
        """Torsion constant [m4]."""
        return 2.0 * self.I_y

    @property
    def A_y(self) -> float:
        """Area that carries shear along y [m2]."""
        ratio = self.inner / self.radius
        whole = (1.0 + ratio**2) ** 2
        return self.A * 6.0 * whole / (7.0 * whole + 20.0 * ratio**2)

    @property
    def A_z(self) -> float:
        """Area that carries shear along z [m2]."""
        return self.A_y

    @property
    def outline(self) -> tuple[Fibre, ...]:
        """Points named by their angles from the top to the right [degrees]; shear along the wall, largest on the neutral axis."""
        R, r = self.radius, self.inner
        shear = (R**2 + R * r + r**2) / (3.0 * self.I_y)  # V Q / (I b)
        torsion = R / self.J
        points = []
        for k in range(POINTS):
            c, s = np.cos(2.0 * np.pi * k / POINTS), np.sin(2.0 * np.pi * k / POINTS)
            xy = (shear * c * c, shear * s * c, -torsion * c)
            xz = (shear * s * c, shear * s * s, -torsion * s)
            points.append(Fibre(f"{360 * k // POINTS}", -R * s, R * c, (xy, xz)))
        return tuple(points)

    @property
    def outermost(self) -> dict[str, float]:
        """The outermost fibres, all around at the radius `r` [m]."""
        return {"y": 0.0, "z": 0.0, "r": self.radius}


@one_line
@dataclass(frozen=True)
class TubeSection(CircleSection):
    """A circular tube of a `radius` [m] outside and a `thickness` [m] of its wall.

    Shear areas are those of Cowper (1966) for nu = 0. MbfmuError names a number that is none of a tube.
    """

    thickness: float

    def __post_init__(self) -> None:
        check_positive("TubeSection", radius=self.radius, thickness=self.thickness)
        check_walls("TubeSection", self.thickness, 2.0 * self.radius)

    @property
    def inner(self) -> float:
        """Radius of the hole [m]."""
        return self.radius - self.thickness
