"""Cross-sections of beams: areas, moments and stresses at the outline.

The axis of the beam is x. A section's height is along y and its width along z, both through its centre of area.
"""

from __future__ import annotations

from dataclasses import dataclass, fields
from typing import Protocol, runtime_checkable

import numpy as np

from mbfmu.base.errors import MbfmuError

SERIES = 2.0 * np.arange(60) + 1.0  # odd numbers of the terms of Saint-Venant's series
ROUND = 12  # points of the outline of circles


@dataclass(frozen=True)
class Fibre:
    """A point of the outline, and the shear stress there by shear forces and torque.

    `shear` (2, 3) is the stress (xy, xz) [Pa] by unit shear forces along y and z [1/m2] and by a unit torque about x [1/m3].
    """

    name: str
    y: float  # [m]
    z: float  # [m]
    shear: tuple[tuple[float, float, float], tuple[float, float, float]] = ((0.0, 0.0, 0.0), (0.0, 0.0, 0.0))


@runtime_checkable
class Section(Protocol):
    """A cross-section of a beam, symmetric about y and z."""

    @property
    def A(self) -> float:
        """Area [m2]."""

    @property
    def Iy(self) -> float:
        """Second moment of area about y, the integral of z^2 [m4]."""

    @property
    def Iz(self) -> float:
        """Second moment of area about z, the integral of y^2 [m4]."""

    @property
    def J(self) -> float:
        """Torsion constant of Saint-Venant [m4]."""

    @property
    def ky(self) -> float:
        """Shear factor: the area that carries shear along y is ky A."""

    @property
    def kz(self) -> float:
        """Shear factor along z."""

    @property
    def outline(self) -> tuple[Fibre, ...]:
        """Points around the section from y to z. Point k stands opposite of point -k beside the y axis."""


@dataclass(frozen=True)
class GeneralSection:
    """A section by numbers. See `Section` for their meaning and units; without an outline there is nothing to see and no stress."""

    A: float
    Iy: float
    Iz: float
    J: float
    ky: float
    kz: float
    outline: tuple[Fibre, ...] = ()

    def __post_init__(self) -> None:
        positive(self, "A", "Iy", "Iz", "J", "ky", "kz")


@dataclass(frozen=True)
class Rectangle:
    """A solid rectangle. Torsion by Saint-Venant's series, shear factors of Cowper (1966) at a Poisson's ratio of zero."""

    height: float  # along y [m]
    width: float  # along z [m]
    ky = kz = 5 / 6

    def __post_init__(self) -> None:
        positive(self)

    @property
    def A(self) -> float:
        """Area [m2]."""
        return self.height * self.width

    @property
    def Iy(self) -> float:
        """Second moment of area about y [m4]."""
        return self.height * self.width**3 / 12

    @property
    def Iz(self) -> float:
        """Second moment of area about z [m4]."""
        return self.width * self.height**3 / 12

    @property
    def J(self) -> float:
        """Torsion constant [m4]."""
        long, short = max(self.height, self.width), min(self.height, self.width)
        return long * short**3 / 3 * (1 - 192 / np.pi**5 * short / long * float(np.sum(np.tanh(SERIES * np.pi * long / (2 * short)) / SERIES**5)))

    @property
    def outline(self) -> tuple[Fibre, ...]:
        """Corners and middles of the sides."""
        y, z, shear = self.height / 2, self.width / 2, 1.5 / self.A
        across_y, across_z = self._torsion(self.height, self.width), self._torsion(self.width, self.height)
        return (
            Fibre("top", y, 0.0, ((0.0, 0.0, 0.0), (0.0, shear, across_y))),
            Fibre("top right", y, z),
            Fibre("right", 0.0, z, ((shear, 0.0, -across_z), (0.0, 0.0, 0.0))),
            Fibre("bottom right", -y, z),
            Fibre("bottom", -y, 0.0, ((0.0, 0.0, 0.0), (0.0, shear, -across_y))),
            Fibre("bottom left", -y, -z),
            Fibre("left", 0.0, -z, ((shear, 0.0, across_z), (0.0, 0.0, 0.0))),
            Fibre("top left", y, -z),
        )

    def _torsion(self, depth: float, breadth: float) -> float:
        """Shear stress by a unit torque in the middle of the side at depth / 2 (Timoshenko and Goodier, Theory of Elasticity, section 109)."""
        signs = 1.0 - 2.0 * (np.arange(len(SERIES)) % 2)
        if depth <= breadth:
            part = 1 - 8 / np.pi**2 * float(np.sum(1 / (SERIES**2 * np.cosh(np.minimum(SERIES * np.pi * breadth / (2 * depth), 700.0)))))
            return depth / self.J * part
        return breadth / self.J * 8 / np.pi**2 * float(np.sum(signs / SERIES**2 * np.tanh(SERIES * np.pi * depth / (2 * breadth))))


@dataclass(frozen=True)
class Tube:
    """A circular tube. Shear factors of Cowper (1966) at a Poisson's ratio of zero."""

    radius: float  # outside [m]
    thickness: float  # of the wall [m]

    def __post_init__(self) -> None:
        positive(self)
        if self.thickness > self.radius:
            raise MbfmuError(f"{self}: the wall is thicker than the radius.")

    @property
    def inner(self) -> float:
        """Inner radius [m]."""
        return self.radius - self.thickness

    @property
    def A(self) -> float:
        """Area [m2]."""
        return np.pi * (self.radius**2 - self.inner**2)

    @property
    def Iy(self) -> float:
        """Second moment of area about y [m4]."""
        return np.pi / 4 * (self.radius**4 - self.inner**4)

    Iz = Iy

    @property
    def J(self) -> float:
        """Torsion constant [m4]."""
        return 2 * self.Iy

    @property
    def ky(self) -> float:
        """Shear factor."""
        ratio = self.inner / self.radius
        whole = (1 + ratio**2) ** 2
        return 6 * whole / (7 * whole + 20 * ratio**2)

    kz = ky

    @property
    def outline(self) -> tuple[Fibre, ...]:
        """Points named by their angles from y [degrees]; shear along the wall, largest on the neutral axis."""
        R, r = self.radius, self.inner
        shear = (R**2 + R * r + r**2) / (3 * self.Iy)  # V Q / (I b)
        torsion = R / self.J
        points = []
        for k in range(ROUND):
            c, s = np.cos(2 * np.pi * k / ROUND), np.sin(2 * np.pi * k / ROUND)
            xy = (shear * s * s, -shear * s * c, -torsion * s)
            xz = (-shear * s * c, shear * c * c, torsion * c)
            points.append(Fibre(f"{360 * k // ROUND}", R * c, R * s, (xy, xz)))
        return tuple(points)


@dataclass(frozen=True)
class Circle(Tube):
    """A solid circle."""

    thickness: float = 0.0

    def __init__(self, radius: float):
        object.__setattr__(self, "radius", radius)
        object.__setattr__(self, "thickness", radius)
        self.__post_init__()


@dataclass(frozen=True)
class ISection:
    """A thin-walled I: its web along y between two equal flanges along z, sharp corners.

    The web carries shear along y, the flanges that along z. Torsion is that of three thin strips, without restrained warping.
    """

    height: float  # [m]
    width: float  # of the flanges [m]
    web: float  # thickness [m]
    flange: float  # thickness [m]

    def __post_init__(self) -> None:
        positive(self)
        if 2 * self.flange >= self.height or self.web > self.width:
            raise MbfmuError(f"{self}: no web is left between the flanges.")

    @property
    def between(self) -> float:
        """Height of the web between the flanges [m]."""
        return self.height - 2 * self.flange

    @property
    def A(self) -> float:
        """Area [m2]."""
        return 2 * self.width * self.flange + self.between * self.web

    @property
    def Iy(self) -> float:
        """Second moment of area about y [m4]."""
        return (2 * self.flange * self.width**3 + self.between * self.web**3) / 12

    @property
    def Iz(self) -> float:
        """Second moment of area about z [m4]."""
        return (self.width * self.height**3 - (self.width - self.web) * self.between**3) / 12

    @property
    def J(self) -> float:
        """Torsion constant [m4]."""
        return (2 * self.width * self.flange**3 + self.between * self.web**3) / 3

    @property
    def ky(self) -> float:
        """Shear factor along y."""
        return self.between * self.web / self.A

    @property
    def kz(self) -> float:
        """Shear factor along z."""
        return 5 / 6 * 2 * self.width * self.flange / self.A

    @property
    def outline(self) -> tuple[Fibre, ...]:
        """Corners, and the middles of the flanges outside, where their shear is largest."""
        top, under, side, web = self.height / 2, self.between / 2, self.width / 2, self.web / 2
        shear, torsion = 1.5 / (2 * self.width * self.flange), self.flange / self.J
        right = (
            Fibre("top right", top, side),
            Fibre("under top right", under, side),
            Fibre("web top right", under, web),
            Fibre("web bottom right", -under, web),
            Fibre("over bottom right", -under, side),
            Fibre("bottom right", -top, side),
        )
        left = tuple(Fibre(point.name.replace("right", "left"), point.y, -point.z) for point in reversed(right))
        return (
            Fibre("top", top, 0.0, ((0.0, 0.0, 0.0), (0.0, shear, torsion))),
            *right,
            Fibre("bottom", -top, 0.0, ((0.0, 0.0, 0.0), (0.0, shear, -torsion))),
            *left,
        )


def positive(section: object, *names: str) -> None:
    """Raise MbfmuError unless the named fields, all by default, are positive and finite."""
    for name in names or [field.name for field in fields(section)]:  # type: ignore[arg-type]
        value = getattr(section, name)
        if not 0 < value < np.inf:
            raise MbfmuError(f"{type(section).__name__}: {name} is {value:g}, and must be positive.")
