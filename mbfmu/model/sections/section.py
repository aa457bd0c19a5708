"""Section: the cross-section of a beam, and the fibres of its outline.

The axis of the beam is x. A section's height is along z and its width along y, both through its centre of area. Seen along x with z up, right is -y.
"""

from __future__ import annotations

from abc import abstractmethod
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from ...base.one_line import one_line
from .material import Material

INFINITE = float("inf")
UNSTRESSED = (0.0, 0.0, 0.0)


@one_line
@dataclass(frozen=True)
class Fibre:
    """A point of the outline, and the shear stress there by shear forces and torque.

    Its place is y, z [m]. `shear` (2, 3) is the stress (xy, xz) [Pa] by unit shear forces along y and z [1/m2] and by a unit torque about x [1/m3].
    """

    name: str
    y: float
    z: float
    shear: tuple[tuple[float, float, float], tuple[float, float, float]] = (UNSTRESSED, UNSTRESSED)


class Section:
    """A cross-section of a beam, symmetric about y and z, and what its numbers say of the beam."""

    if TYPE_CHECKING:  # a field of GeneralSection would take a property of the same name for its default

        @property
        @abstractmethod
        def A(self) -> float:
            """Area [m2]."""

        @property
        @abstractmethod
        def I_y(self) -> float:
            """Second moment of area about y, the integral of z^2 [m4]."""

        @property
        @abstractmethod
        def I_z(self) -> float:
            """Second moment of area about z, the integral of y^2 [m4]."""

        @property
        @abstractmethod
        def J(self) -> float:
            """Torsion constant of Saint-Venant [m4]."""

        @property
        @abstractmethod
        def A_y(self) -> float:
            """Area that carries shear along y [m2]."""

        @property
        @abstractmethod
        def A_z(self) -> float:
            """Area that carries shear along z [m2]."""

        @property
        @abstractmethod
        def outline(self) -> tuple[Fibre, ...]:
            """Points around the section, from the top to the right. Point k stands opposite of point -k beside the z axis."""

    @property
    def W_t(self) -> float:
        """Section modulus of torsion [m3]: torque over the largest shear stress of the outline."""
        largest = max((float(np.hypot(fibre.shear[0][2], fibre.shear[1][2])) for fibre in self.outline), default=0.0)
        return 1.0 / largest if largest else INFINITE

    @property
    def outermost(self) -> dict[str, float]:
        """The outermost fibres: at +-`y` and +-`z` [m], or all around at the radius `r` [m] of round sections."""
        return {axis: max((getattr(fibre, axis) for fibre in self.outline), default=0.0) for axis in ("y", "z")} | {"r": 0.0}

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

    def strength(self) -> dict[str, float]:
        """What a BeamStress needs: A [m2], I_y and I_z [m4], W_t [m3], and the outermost fibres y, z and r [m]."""
        return {"A": self.A, "I_y": self.I_y, "I_z": self.I_z, "W_t": self.W_t} | self.outermost
