"""The Magic Formula 6.1 with turn slip: what it adds for paths of small radius, and for steering at a standstill.

Source: Pacejka (2012), Tire and Vehicle Dynamics, 3rd ed., sec. 4.3.3 (4.75 to 4.106). Its zeta are here z.
"""

from __future__ import annotations

from math import pi

import numpy as np

from ....base.scalars import Record, minimum
from .magic_formula import MagicFormula
from .magic_shape import fading, sine

NEARLY_NONE = 1e-9  # of the radius times the spin, below which a root would have no slope
SMALL = 1e-6  # keeps ratios of moments finite without spin, and the slope of the arc cosine at 1


class MagicFormulaTurnSlip(MagicFormula):
    """The Magic Formula 6.1 with turn slip. Camber acts by the spin that it adds."""

    uneven = (*(name for name in MagicFormula.uneven if name not in ("QDZ8", "QDZ9", "QDZ10", "QDZ11")), "PKY6", "PKY7")

    @classmethod
    def state(cls, c, Fz, kappa, alpha, gamma, p, phi=0.0):
        s = super().state(c, Fz, kappa, alpha, gamma, p)
        turn = c.UNLOADED_RADIUS * phi
        size = abs(turn)
        along = c.PDXP1 * (1.0 + c.PDXP2 * s.dfz) * fading(c.PDXP3 * kappa)
        across = c.PDYP1 * (1.0 + c.PDYP2 * s.dfz) * fading(c.PDYP3 * np.tan(alpha))
        root = (size + NEARLY_NONE) ** 0.5 - NEARLY_NONE**0.5
        return Record(
            s,
            phi=phi,
            z1=fading(along * turn),
            z2=fading(across * (size + c.PDYP4 * root)),
            z3=fading(c.PKYP1 * turn * turn),
            z5=fading(c.QDTP1 * turn),
            z6=fading(c.QBRP1 * turn),
        )

    @staticmethod
    def of_camber(c, dfz):
        return 1.0 - c.PECP1 * (1.0 + c.PECP2 * dfz)

    @classmethod
    def camber_shift(cls, c, s, gamma, Ky, lift):
        camber = s.Fz * (c.PKY6 + c.PKY7 * s.dfz) * (1.0 + c.PPY5 * s.dpi) * c.LKYC / cls.of_camber(c, s.dfz)
        upright = cls.cornering_stiffness(c, s, 0.0 * gamma)
        D = c.PHYP2 + c.PHYP3 * s.dfz
        return sine(camber / (c.PHYP1 * D * upright), c.PHYP1, D, minimum(c.PHYP4, 1.0), c.UNLOADED_RADIUS * s.phi) - lift / Ky

    @classmethod
    def residual(cls, c, s, side, Gy):
        R0 = c.UNLOADED_RADIUS
        parking = c.QCRP1 * abs(side.mu) * R0 * s.Fz * (s.Fz / s.Fz0) ** 0.5 * c.LMP
        peak = parking / np.sin(0.5 * pi * c.QDRP1)
        stiffness = s.Fz * R0 * cls.twist(c, s) / cls.of_camber(c, s.dfz)
        turned = sine(stiffness / (c.QDRP1 * peak), c.QDRP1, peak, 0.0, R0 * s.phi)
        sideways = parking * (2.0 / pi) * np.arctan(c.QCRP2 * R0 * abs(s.phi)) * Gy
        shape = (2.0 / pi) * np.arccos(minimum(sideways / (abs(turned) + SMALL * peak), 1.0 - SMALL))
        conicity = s.Fz * R0 * (c.QDZ6 + c.QDZ7 * s.dfz) * c.LRES * s.z2 * c.LMUY * s.cos_alpha
        return shape, conicity + turned
