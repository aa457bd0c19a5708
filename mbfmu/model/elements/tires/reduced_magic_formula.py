"""The reduced Magic Formula of the vehicle models of CommonRoad: what changes with load is left out, stiffness is in proportion to it.

Source: Althoff, Koschi & Manzinger (2017), CommonRoad: Vehicle models, appendix; Adams/Tire handbook. The vertical shift of Fx lies outside the sine
here, as it does in the handbook.
"""

from __future__ import annotations

from ....base.scalars import Record, where
from .magic_formula_52 import MagicFormula52


class ReducedMagicFormula(MagicFormula52):
    """The Magic Formula 5.2 with a cornering stiffness PKY1 Fz, and shifts of the lateral force that change sides with the camber.

    The coefficients are those of files in which slip that brakes is positive; kappa is positive when driving here as everywhere.
    """

    uneven = tuple(name for name in MagicFormula52.uneven if name not in ("PHY1", "PVY1"))

    @classmethod
    def forces(cls, c, Fz, kappa, alpha, gamma, p, Vx, phi=0.0):
        side = where(0.0 < gamma, 1.0, where(gamma < 0.0, -1.0, 0.0))
        by_side = Record(c, PHY1=c.PHY1 * side, PVY1=c.PVY1 * side, RHY1=-c.RHY1, RVY6=-c.RVY6)
        return super().forces(by_side, Fz, kappa, alpha, gamma, p, Vx, phi)

    @classmethod
    def cornering_stiffness(cls, c, s, gamma):
        return c.PKY1 * s.Fz
