"""Materials and cross-sections of beams: what stiffness, mass and stress follow from."""

from .material import Material
from .section import Section

__all__ = ["Material", "Section"]
