"""Material: elasticity and density."""

from __future__ import annotations

from dataclasses import dataclass

from ...base.errors import MbfmuError
from .positive import check_positive


@dataclass(frozen=True)
class Material:
    """An elastic material: Young's modulus E [Pa], density rho [kg/m3], Poisson's ratio nu [1] or the shear modulus G [Pa].

    Without nu and G, nu is 0.3. MbfmuError names a number that is none of a material.
    """

    E: float
    rho: float
    nu: float | None = None
    G: float | None = None

    def __post_init__(self) -> None:
        if self.nu is not None and self.G is not None:
            raise MbfmuError("Material: nu and G follow from each other by E; give one of them")
        if self.nu is not None and not -1.0 < self.nu <= 0.5:
            raise MbfmuError(f"Material: nu = {self.nu!r} must be above -1 and at most 0.5 (Poisson's ratio)")
        if self.G is None:
            object.__setattr__(self, "G", self.E / (2.0 * (1.0 + (0.3 if self.nu is None else self.nu))))
        check_positive("Material", E=self.E, rho=self.rho, G=self.shear_modulus)
        object.__setattr__(self, "nu", self.E / (2.0 * self.shear_modulus) - 1.0)

    @property
    def shear_modulus(self) -> float:
        """G [Pa]."""
        assert self.G is not None
        return self.G
