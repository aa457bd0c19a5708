"""GeneralSection: a cross-section by numbers."""

from __future__ import annotations

from dataclasses import dataclass

from ...base.one_line import one_line
from .positive import check_positive
from .section import INFINITE, Fibre, Section


@one_line
@dataclass(frozen=True)
class GeneralSection(Section):
    """A cross-section by numbers; y is along its width and z along its height, its principal axes across the beam.

    Area A [m2]; second moments of area I_y and I_z [m4] about y and z; torsion constant J [m4]; shear areas A_y and A_z [m2] along y and z, infinite
    where the beam must not shear (`beam` can do that, `beam_data` cannot). `outline` are its fibres (`mbfmu.Fibre`) from the top to the right (-y),
    around. Without them `beam_data` has no stress, and `beam` that of tension only.

    MbfmuError names a number that is none of a section.
    """

    A: float
    I_y: float
    I_z: float
    J: float
    A_y: float = INFINITE
    A_z: float = INFINITE
    outline: tuple[Fibre, ...] = ()

    def __post_init__(self) -> None:
        numbers = {"A": self.A, "I_y": self.I_y, "I_z": self.I_z, "J": self.J}
        check_positive("GeneralSection", ("A_y", "A_z"), **numbers, A_y=self.A_y, A_z=self.A_z)
