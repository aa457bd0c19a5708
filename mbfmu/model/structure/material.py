"""Linear elastic, isotropic materials."""

from __future__ import annotations

from dataclasses import dataclass

from mbfmu.base.errors import MbfmuError


@dataclass(frozen=True)
class Material:
    """A linear elastic, isotropic material."""

    E: float  # Young's modulus [Pa]
    nu: float  # Poisson's ratio
    rho: float  # density [kg/m3]

    def __post_init__(self) -> None:
        if not self.E > 0 or not self.rho > 0:
            raise MbfmuError(f"{self}: E and rho must be positive.")
        if not -1 < self.nu < 0.5:
            raise MbfmuError(f"{self}: nu must lie between -1 and 0.5.")

    @property
    def G(self) -> float:
        """Shear modulus [Pa]."""
        return self.E / (2 * (1 + self.nu))
