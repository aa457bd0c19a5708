"""The Magic Formula of version 5.2, which Adams calls PAC2002: where it differs from 6.1.

Source: Pacejka (2006), Tire and Vehicle Dynamics, 2nd ed., sec. 4.3.2 and appendix 3; MSC Adams/Tire, PAC2002.
"""

from __future__ import annotations

import numpy as np

from .magic_formula import MagicFormula
from .magic_shape import rising


class MagicFormula52(MagicFormula):
    """The Magic Formula 5.2: angles stand for themselves, camber shifts the lateral force by PHY3, and there is no pressure."""

    @staticmethod
    def lateral_slip(alpha):
        return alpha

    @staticmethod
    def cambers(c, gamma):
        return {"gamma": gamma, "gamma_x": gamma * c.LGAX, "gamma_y": gamma * c.LGAY, "gamma_z": gamma * c.LGAZ, "gamma_t": gamma * c.LGAZ}

    @classmethod
    def cornering_stiffness(cls, c, s, gamma):
        return c.PKY1 * s.Fz0 * rising(s.Fz / s.Fz0 / c.PKY2) * (1.0 - c.PKY3 * abs(gamma)) * c.LKY

    @classmethod
    def relaxation(cls, c, K, Fz, gamma, dpi):
        load = Fz / (c.LFZO * c.FNOMIN)
        dfz = load - 1.0
        along = Fz * (c.PTX1 + c.PTX2 * dfz) * np.exp(-c.PTX3 * dfz) * c.UNLOADED_RADIUS / c.FNOMIN * c.LSGKP
        lean = 1.0 - c.PKY3 * abs(gamma * c.LGAY)
        return along, c.PTY1 * rising(load / c.PTY2) * lean * c.UNLOADED_RADIUS * c.LFZO * c.LSGAL

    @staticmethod
    def camber_shift(c, s, gamma, Ky, lift):
        return c.PHY3 * gamma

    @classmethod
    def camber_lift(cls, c, s, gamma):
        return s.Fz * (c.PVY3 + c.PVY4 * s.dfz) * gamma * c.LMUY

    @staticmethod
    def degressive(scale):
        return scale

    @staticmethod
    def overturning(c, s, Fy):
        sideways = -c.QSX2 * s.inclination + c.QSX3 * Fy / c.FNOMIN
        return c.UNLOADED_RADIUS * s.Fz * (c.QSX1 * c.LVMX + sideways * c.LMX)

    @staticmethod
    def rolling(c, s, Fx, Vx):
        speed = Vx / c.LONGVL
        resistance = c.QSY1 + c.QSY2 * Fx / c.FNOMIN + c.QSY3 * abs(speed) + c.QSY4 * speed * speed * speed * speed
        return -c.UNLOADED_RADIUS * s.Fz * c.LMY * resistance

    @classmethod
    def aligned_force(cls, c, s, side, Gy):
        return Gy * side.Fy0
