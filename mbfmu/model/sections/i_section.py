"""ISection: a thin-walled I."""

from __future__ import annotations

from dataclasses import dataclass

from ...base.errors import MbfmuError
from ...base.one_line import one_line
from .positive import check_positive, check_walls
from .section import UNSTRESSED, Fibre, Section


@one_line
@dataclass(frozen=True)
class ISection(Section):
    """An I with sharp corners: flanges as wide as `width` [m] along y and `flange` [m] thick, a web `web` [m] thick, `height` [m] along z in all.

    The web between the flanges carries shear along z, 5/6 of the flanges that along y. Torsion is that of three thin strips: warping is free.
    MbfmuError names a number that is none of an I.
    """

    width: float
    height: float
    web: float
    flange: float

    def __post_init__(self) -> None:
        check_positive("ISection", width=self.width, height=self.height, web=self.web, flange=self.flange)
        check_walls("ISection", self.flange, self.height)
        if self.web >= self.width:
            raise MbfmuError(f"ISection: web = {self.web:g} m must be less than width = {self.width:g} m")

    @property
    def between(self) -> float:
        """Height of the web between the flanges [m]."""
        return self.height - 2.0 * self.flange

    @property
    def A(self) -> float:
        """Area [m2]."""
        return 2.0 * self.width * self.flange + self.between * self.web

    @property
    def I_y(self) -> float:
        """Second moment of area about y [m4]."""
        return (self.width * self.height**3 - (self.width - self.web) * self.between**3) / 12.0

    @property
    def I_z(self) -> float:
        """Second moment of area about z [m4]."""
        return (2.0 * self.flange * self.width**3 + self.between * self.web**3) / 12.0

    @property
    def J(self) -> float:
        """Torsion constant [m4]."""
        return (2.0 * self.width * self.flange**3 + self.between * self.web**3) / 3.0

    @property
    def A_y(self) -> float:
        """Area that carries shear along y [m2]."""
        return 5.0 / 6.0 * 2.0 * self.width * self.flange

    @property
    def A_z(self) -> float:
        """Area that carries shear along z [m2]."""
        return self.between * self.web

    @property
    def W_t(self) -> float:
        """Section modulus of torsion [m3]: the thickest strip has the largest stress, which may be inside of the outline."""
        return self.J / max(self.flange, self.web)

    @property
    def outline(self) -> tuple[Fibre, ...]:
        """Corners, and the middles of the flanges outside, where their shear is largest."""
        top, under, side, web = 0.5 * self.height, 0.5 * self.between, 0.5 * self.width, 0.5 * self.web
        shear, torsion = 1.5 / (2.0 * self.width * self.flange), self.flange / self.J
        right = (
            Fibre("top right", -side, top),
            Fibre("under top right", -side, under),
            Fibre("web top right", -web, under),
            Fibre("web bottom right", -web, -under),
            Fibre("over bottom right", -side, -under),
            Fibre("bottom right", -side, -top),
        )
        left = tuple(Fibre(point.name.replace("right", "left"), -point.y, point.z) for point in reversed(right))
        return (
            Fibre("top", 0.0, top, ((shear, 0.0, -torsion), UNSTRESSED)),
            *right,
            Fibre("bottom", 0.0, -top, ((shear, 0.0, torsion), UNSTRESSED)),
            *left,
        )
