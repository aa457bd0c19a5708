"""Materials and cross-sections of beams: what stiffness, mass and stress follow from."""

from .general import GeneralSection
from .i_section import ISection
from .material import Material
from .rectangles import BoxSection, RectangleSection
from .rounds import CircleSection, TubeSection
from .section import Fibre, Section

__all__ = ["BoxSection", "CircleSection", "Fibre", "GeneralSection", "ISection", "Material", "RectangleSection", "Section", "TubeSection"]
