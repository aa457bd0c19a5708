"""Material: elasticity and density."""

from __future__ import annotations

import math
from dataclasses import dataclass

from ...base.errors import MbfmuError
from ...base.one_line import one_line
from .positive import check_positive


@one_line
@dataclass(frozen=True)
class Material:
    """An elastic material: Young's modulus E [Pa], density rho [kg/m3], Poisson's ratio nu [1] and the coefficient of thermal expansion alpha [1/K].

    MbfmuError names a number that is none of a material.
    """

    E: float
    rho: float
    nu: float = 0.3
    alpha: float = 0.0

    def __post_init__(self) -> None:
        check_positive("Material", E=self.E, rho=self.rho)
        if not math.isfinite(self.alpha):
            raise MbfmuError(f"Material: alpha = {self.alpha!r} must be a finite coefficient of thermal expansion [1/K], such as 1.2e-5 of steel")
        if not -1.0 < self.nu <= 0.5:
            raise MbfmuError(f"Material: nu = {self.nu!r} must be above -1 and at most 0.5 (Poisson's ratio)")

    @classmethod
    def of_moduli(cls, E: float, G: float, rho: float, alpha: float = 0.0) -> Material:
        """The material with the shear modulus G [Pa], from which nu follows; MbfmuError if there is none."""
        check_positive("Material.of_moduli", E=E, G=G)
        return cls(E=E, rho=rho, nu=E / (2.0 * G) - 1.0, alpha=alpha)

    @property
    def G(self) -> float:
        """Shear modulus [Pa]."""
        return self.E / (2.0 * (1.0 + self.nu))
