"""Section: the cross-section of a beam."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from ...base.errors import MbfmuError
from .material import Material
from .positive import check_positive

INFINITE = float("inf")
ODD = np.arange(1.0, 40.0, 2.0)  # terms of the series of torsion of a rectangle


@dataclass(frozen=True)
class Section:
    """A cross-section by numbers, or `Section.rectangle`, `Section.circle`, `Section.i_beam`; y and z are its principal axes, across the beam.

    Area A [m2]; second moments of area I_y and I_z [m4] about y and z; torsion constant J [m4]; shear areas A_y and A_z [m2] along y and z, infinite
    where the beam must not shear. The outermost fibres lie at +-`y` and +-`z` [m], or all around at the radius `r` [m]; `W_t` [m3] is the section
    modulus of torsion. Without these the stress is that of tension only.

    MbfmuError names a number that is none of a section.
    """

    A: float
    I_y: float
    I_z: float
    J: float
    A_y: float = INFINITE
    A_z: float = INFINITE
    y: float = 0.0
    z: float = 0.0
    r: float = 0.0
    W_t: float = INFINITE

    def __post_init__(self) -> None:
        shear = ("A_y", "A_z", "W_t")
        check_positive("Section", shear, A=self.A, I_y=self.I_y, I_z=self.I_z, J=self.J, A_y=self.A_y, A_z=self.A_z, W_t=self.W_t)
        if min(self.y, self.z, self.r) < 0.0:
            raise MbfmuError(f"Section: y = {self.y!r}, z = {self.z!r} and r = {self.r!r} must not be negative (outermost fibres) [m]")

    @classmethod
    def rectangle(cls, width: float, height: float, thickness: float | None = None) -> Section:
        """A rectangle, `width` [m] along y and `height` [m] along z; with `thickness` [m] of its walls a tube.

        Solid: torsion by Saint-Venant's series, shear areas of Cowper (1966) for nu = 0. Tube: torsion by Bredt's formula of thin walls, shear areas
        are the walls along the force.
        """
        check_positive("Section.rectangle", width=width, height=height)
        I_y, I_z, A = width * height**3 / 12.0, height * width**3 / 12.0, width * height
        y, z = 0.5 * width, 0.5 * height
        if thickness is None:
            J, W_t = _torsion_of_rectangle(max(width, height), min(width, height))
            return cls(A=A, I_y=I_y, I_z=I_z, J=J, A_y=A * 5.0 / 6.0, A_z=A * 5.0 / 6.0, y=y, z=z, W_t=W_t)
        _check_wall("Section.rectangle", thickness, min(width, height))
        inner = cls.rectangle(width - 2.0 * thickness, height - 2.0 * thickness)
        enclosed, around = (width - thickness) * (height - thickness), 2.0 * (width + height - 2.0 * thickness)
        return cls(
            A=A - inner.A,
            I_y=I_y - inner.I_y,
            I_z=I_z - inner.I_z,
            J=4.0 * enclosed**2 * thickness / around,
            A_y=2.0 * thickness * width,
            A_z=2.0 * thickness * height,
            y=y,
            z=z,
            W_t=2.0 * enclosed * thickness,
        )

    @classmethod
    def circle(cls, diameter: float, thickness: float | None = None) -> Section:
        """A circle of a `diameter` [m]; with `thickness` [m] of its wall a tube. Shear areas are those of Cowper (1966) for nu = 0."""
        check_positive("Section.circle", diameter=diameter)
        if thickness is not None:
            _check_wall("Section.circle", thickness, diameter)
        m = 0.0 if thickness is None else 1.0 - 2.0 * thickness / diameter
        A, I = np.pi / 4.0 * diameter**2 * (1.0 - m**2), np.pi / 64.0 * diameter**4 * (1.0 - m**4)
        sheared = A * 6.0 * (1.0 + m**2) ** 2 / (7.0 * (1.0 + m**2) ** 2 + 20.0 * m**2)
        return cls(A=A, I_y=I, I_z=I, J=2.0 * I, A_y=sheared, A_z=sheared, r=0.5 * diameter, W_t=4.0 * I / diameter)

    @classmethod
    def i_beam(cls, width: float, height: float, web: float, flange: float) -> Section:
        """An I: flanges as wide as `width` [m] along y and `flange` [m] thick, a web `web` [m] thick between them, `height` [m] along z in all.

        Torsion is Saint-Venant's of thin rectangles: warping is free. Shear along z acts on the web, along y on 5/6 of the flanges.
        """
        check_positive("Section.i_beam", width=width, height=height, web=web, flange=flange)
        _check_wall("Section.i_beam", flange, height)
        if web >= width:
            raise MbfmuError(f"Section.i_beam: web = {web:g} m must be less than width = {width:g} m")
        between = height - 2.0 * flange
        J = (2.0 * width * flange**3 + (height - flange) * web**3) / 3.0
        return cls(
            A=2.0 * width * flange + between * web,
            I_y=(width * height**3 - (width - web) * between**3) / 12.0,
            I_z=(2.0 * flange * width**3 + between * web**3) / 12.0,
            J=J,
            A_y=5.0 / 6.0 * 2.0 * width * flange,
            A_z=web * height,
            y=0.5 * width,
            z=0.5 * height,
            W_t=J / max(flange, web),
        )

    def stiffness(self, material: Material) -> dict[str, float]:
        """The stiffnesses EA, GA_y, GA_z [N], GJ, EI_y, EI_z [N.m2] of a BeamElement."""
        E, G = material.E, material.G
        return {
            "EA": E * self.A,
            "GA_y": G * self.A_y,
            "GA_z": G * self.A_z,
            "GJ": G * self.J,
            "EI_y": E * self.I_y,
            "EI_z": E * self.I_z,
        }


def _torsion_of_rectangle(long: float, short: float) -> tuple[float, float]:
    """Torsion constant [m4] and section modulus of torsion [m3] (Timoshenko & Goodier 1970, eqs. 168, 170)."""
    edge = ODD * np.pi * long / (2.0 * short)
    J = long * short**3 / 3.0 * (1.0 - 192.0 / np.pi**5 * short / long * np.sum(np.tanh(edge) / ODD**5))
    steepest = short * (1.0 - 8.0 / np.pi**2 * np.sum(1.0 / (ODD**2 * np.cosh(np.minimum(edge, 700.0)))))
    return float(J), float(J / steepest)


def _check_wall(owner: str, thickness: float, across: float) -> None:
    check_positive(owner, thickness=thickness)
    if 2.0 * thickness >= across:
        raise MbfmuError(f"{owner}: two walls of {thickness:g} m do not fit into {across:g} m: give a thinner wall, or none for a solid section")
