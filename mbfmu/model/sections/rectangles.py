"""Rectangles, solid and hollow."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from ...base.one_line import one_line
from .positive import check_positive, check_walls
from .section import UNSTRESSED, Fibre, Section

SERIES = 2.0 * np.arange(60) + 1.0  # odd numbers of the terms of Saint-Venant's series
SIGNS = 1.0 - 2.0 * (np.arange(len(SERIES)) % 2)


@one_line
@dataclass(frozen=True)
class RectangleSection(Section):
    """A solid rectangle, `width` [m] along y and `height` [m] along z.

    Torsion by Saint-Venant's series (Timoshenko and Goodier, Theory of Elasticity, section 109), shear areas of Cowper (1966) for nu = 0.
    MbfmuError names a number that is not positive.
    """

    width: float
    height: float

    def __post_init__(self) -> None:
        check_positive("RectangleSection", width=self.width, height=self.height)

    @property
    def A(self) -> float:
        """Area [m2]."""
        return self.width * self.height

    @property
    def I_y(self) -> float:
        """Second moment of area about y [m4]."""
        return self.width * self.height**3 / 12.0

    @property
    def I_z(self) -> float:
        """Second moment of area about z [m4]."""
        return self.height * self.width**3 / 12.0

    @property
    def J(self) -> float:
        """Torsion constant [m4]."""
        long, short = max(self.width, self.height), min(self.width, self.height)
        lost = 192.0 / np.pi**5 * short / long * float(np.sum(np.tanh(SERIES * np.pi * long / (2.0 * short)) / SERIES**5))
        return long * short**3 / 3.0 * (1.0 - lost)

    @property
    def A_y(self) -> float:
        """Area that carries shear along y [m2]."""
        return self.A * 5.0 / 6.0

    @property
    def A_z(self) -> float:
        """Area that carries shear along z [m2]."""
        return self.A * 5.0 / 6.0

    @property
    def outline(self) -> tuple[Fibre, ...]:
        """Corners and middles of the sides."""
        shear = 1.5 / self.A
        return _outline(self.width, self.height, (shear, shear), (self._torsion(self.width, self.height), self._torsion(self.height, self.width)))

    def _torsion(self, depth: float, breadth: float) -> float:
        """Shear stress by a unit torque in the middle of the side at depth / 2."""
        if depth <= breadth:
            part = 1.0 - 8.0 / np.pi**2 * float(np.sum(1.0 / (SERIES**2 * np.cosh(np.minimum(SERIES * np.pi * breadth / (2.0 * depth), 700.0)))))
            return depth / self.J * part
        return breadth / self.J * 8.0 / np.pi**2 * float(np.sum(SIGNS / SERIES**2 * np.tanh(SERIES * np.pi * depth / (2.0 * breadth))))


@one_line
@dataclass(frozen=True)
class BoxSection(Section):
    """A hollow rectangle, `width` [m] along y and `height` [m] along z outside, with walls of one `thickness` [m].

    Torsion by Bredt's formula of thin walls; shear areas are the walls along the force. MbfmuError names a number that is none of a box.
    """

    width: float
    height: float
    thickness: float

    def __post_init__(self) -> None:
        check_positive("BoxSection", width=self.width, height=self.height, thickness=self.thickness)
        check_walls("BoxSection", self.thickness, min(self.width, self.height))

    @property
    def _solid(self) -> RectangleSection:
        return RectangleSection(self.width, self.height)

    @property
    def _hole(self) -> RectangleSection:
        return RectangleSection(self.width - 2.0 * self.thickness, self.height - 2.0 * self.thickness)

    @property
    def _enclosed(self) -> float:
        """Area within the middle line of the walls [m2]."""
        return (self.width - self.thickness) * (self.height - self.thickness)

    @property
    def A(self) -> float:
        """Area [m2]."""
        return self._solid.A - self._hole.A

    @property
    def I_y(self) -> float:
        """Second moment of area about y [m4]."""
        return self._solid.I_y - self._hole.I_y

    @property
    def I_z(self) -> float:
        """Second moment of area about z [m4]."""
        return self._solid.I_z - self._hole.I_z

    @property
    def J(self) -> float:
        """Torsion constant [m4]."""
        return 4.0 * self._enclosed**2 * self.thickness / (2.0 * (self.width + self.height - 2.0 * self.thickness))

    @property
    def A_y(self) -> float:
        """Area that carries shear along y [m2]."""
        return 2.0 * self.thickness * self.width

    @property
    def A_z(self) -> float:
        """Area that carries shear along z [m2]."""
        return 2.0 * self.thickness * self.height

    @property
    def outline(self) -> tuple[Fibre, ...]:
        """Corners and middles of the sides, where the shear of the walls along a force is largest."""
        solid, hole, walls = self._solid, self._hole, 2.0 * self.thickness
        along_y = (solid.height * solid.width**2 - hole.height * hole.width**2) / (8.0 * self.I_z * walls)  # V Q / (I b)
        along_z = (solid.width * solid.height**2 - hole.width * hole.height**2) / (8.0 * self.I_y * walls)
        torsion = 1.0 / (2.0 * self._enclosed * self.thickness)
        return _outline(self.width, self.height, (along_y, along_z), (torsion, torsion))


def _outline(width: float, height: float, shear: tuple[float, float], torsion: tuple[float, float]) -> tuple[Fibre, ...]:
    """Corners, and middles of the sides with the stress of unit forces along y and z, and of a unit torque in the sides across y and across z."""
    y, z = 0.5 * width, 0.5 * height
    (along_y, along_z), (across_y, across_z) = shear, torsion
    return (
        Fibre("top", 0.0, z, ((along_y, 0.0, -across_z), UNSTRESSED)),
        Fibre("top right", -y, z),
        Fibre("right", -y, 0.0, (UNSTRESSED, (0.0, along_z, -across_y))),
        Fibre("bottom right", -y, -z),
        Fibre("bottom", 0.0, -z, ((along_y, 0.0, across_z), UNSTRESSED)),
        Fibre("bottom left", y, -z),
        Fibre("left", y, 0.0, (UNSTRESSED, (0.0, along_z, across_y))),
        Fibre("top left", y, z),
    )
