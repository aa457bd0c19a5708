"""The Magic Formula of versions 6.1 and 6.2: forces and moments of a rolling tire in a steady state.

Equations are those of Pacejka (2012), Tire and Vehicle Dynamics, 3rd ed., sec. 4.3.2 4.E1 to 4.E78, except A48 to A60: there files are made for what
stands in Besselink, Schmeitz & Pacejka (2010), An improved Magic Formula/Swift tyre model that can handle inflation pressure changes.
All are plain NumPy on numbers of any kind. `c` is a Record of coefficients under their names in .tir files.
"""

from __future__ import annotations

from math import pi
from typing import Any, ClassVar

import numpy as np

from ....base.scalars import Record, minimum, norm
from .magic_shape import cosine, fading, sign, sine

DEGRESSION = 10.0  # A_mu of 4.E8
NO_SPIN = dict.fromkeys(("z1", "z2", "z3", "z5", "z6"), 1.0) | {"phi": 0.0}


class MagicFormula:
    """The Magic Formula 6.1 and 6.2. Another version says what is different in it.

    `uneven` are the coefficients that tell forward from backward: a tire that is turned by half a turn about the normal of the road has them with the
    other sign.
    """

    uneven: ClassVar[tuple[str, ...]] = (
        *("PHX1", "PHX2", "PVX1", "PVX2", "PEX4", "RHX1"),
        *("PHY1", "PHY2", "PVY1", "PVY2", "PEY3", "RBY3", "RHY1", "RHY2", "RVY3"),
        *("QSX1", "QSY1", "QSY3", "QSY4", "QSY5", "QSY6"),
        *("QBZ4", "QDZ1", "QDZ2", "QDZ3", "QDZ8", "QDZ9", "QDZ10", "QDZ11", "QEZ4", "QHZ1", "QHZ2", "SSZ1"),
    )

    @classmethod
    def turned_around(cls, c: Record, direction) -> Record:
        """The coefficients of a tire that rolls forwards (`direction` 1), backwards (-1), or hardly rolls: between them, where what is uneven fades.

        So the formula gives forces in the axes of the wheel, whichever way it rolls.
        """
        return Record(c, **{name: direction * c[name] for name in cls.uneven})

    @classmethod
    def forces(cls, c, Fz, kappa, alpha, gamma, p, Vx, phi=0.0) -> Record:
        """Forces Fx, Fy [N] and moments Mx, My, Mz [N.m] at the point of contact, in the axes W of ISO 8855.

        For the load Fz > 0 [N], the longitudinal slip kappa, the slip angle alpha, below pi/2, and the inclination gamma [rad], the pressure p [Pa]
        and the speed Vx >= 0 [m/s]. phi [1/m] is the spin, turn slip and what camber adds to it, over the speed; MagicFormulaTurnSlip follows it.
        """
        s = cls.state(c, Fz, kappa, alpha, gamma, p, phi)
        Fx = cls._Fx0(c, s) * cls._Gx(c, s)
        side = cls._side(c, s, s.gamma_y)
        Gy = cls._Gy(c, s)
        Fy = Gy * side.Fy0 + cls._Svyk(c, s, side.mu * s.z2)
        return Record(
            Fx=Fx,
            Fy=Fy,
            Mx=cls.overturning(c, s, Fy),
            My=cls.rolling(c, s, Fx, Vx),
            Mz=cls._Mz(c, s, side, Gy, Fx, Fy),
        )

    @classmethod
    def slopes(cls, c, Fz, gamma, p) -> Record:
        """The slopes at zero slip, x of Fx over kappa and y of -Fy over alpha [N]."""
        s = cls.state(c, Fz, 0.0 * gamma, 0.0 * gamma, gamma, p)
        return Record(x=cls.slip_stiffness(c, s), y=-cls.cornering_stiffness(c, s, s.gamma_y))

    @classmethod
    def relaxation(cls, c, K, Fz, gamma, dpi):
        """The relaxation lengths along and across the wheel [m] for the slopes K: those over the stiffness of the carcass (A3.9 and A3.10)."""
        dfz = Fz / (c.LFZO * c.FNOMIN) - 1.0
        along = c.LONGITUDINAL_STIFFNESS * (1.0 + c.PCFX1 * dfz + c.PCFX2 * dfz * dfz) * (1.0 + c.PCFX3 * dpi)
        across = c.LATERAL_STIFFNESS * (1.0 + c.PCFY1 * dfz + c.PCFY2 * dfz * dfz) * (1.0 + c.PCFY3 * dpi)
        return K.x / along, K.y / across

    @classmethod
    def state(cls, c, Fz, kappa, alpha, gamma, p, phi=0.0) -> Record:
        """What all equations are written in (4.E1 to 4.E6), with the factors z by which spin acts, 1 without it."""
        Fz0 = c.LFZO * c.FNOMIN
        return Record(
            Fz=Fz,
            Fz0=Fz0,
            dfz=(Fz - Fz0) / Fz0,
            dpi=(p - c.NOMPRES) / c.NOMPRES,
            pressure=p / c.NOMPRES,
            kappa=kappa,
            alpha=cls.lateral_slip(alpha),
            cos_alpha=np.cos(alpha),
            inclination=gamma,
            **cls.cambers(c, gamma),
            **NO_SPIN,
        )

    @staticmethod
    def lateral_slip(alpha):
        """What stands for the slip angle (4.E3)."""
        return np.tan(alpha)

    @staticmethod
    def cambers(c, gamma) -> dict[str, Any]:
        """What stands for the inclination in combined slip, along and across the wheel, in moments and in the trail (4.E4)."""
        return {"gamma": np.sin(gamma), "gamma_x": gamma, "gamma_y": np.sin(gamma), "gamma_z": np.sin(gamma), "gamma_t": gamma}

    @staticmethod
    def degressive(scale):
        """How a scaling of friction acts on vertical shifts, so that they vanish with friction (4.E8)."""
        return DEGRESSION * scale / (1.0 + (DEGRESSION - 1.0) * scale)

    @staticmethod
    def of_camber(c, dfz):
        """The share of its spin by which camber acts (4.90)."""
        return 1.0

    # along the wheel

    @staticmethod
    def slip_stiffness(c, s):
        """The slope of Fx over kappa [N] (4.E15)."""
        return s.Fz * (c.PKX1 + c.PKX2 * s.dfz) * np.exp(c.PKX3 * s.dfz) * (1.0 + c.PPX1 * s.dpi + c.PPX2 * s.dpi * s.dpi) * c.LKX

    @classmethod
    def _Fx0(cls, c, s):
        """The longitudinal force without side slip (4.E9 to 4.E18)."""
        x = s.kappa + (c.PHX1 + c.PHX2 * s.dfz) * c.LHX
        C = c.PCX1 * c.LCX
        mu = (c.PDX1 + c.PDX2 * s.dfz) * (1.0 + c.PPX3 * s.dpi + c.PPX4 * s.dpi * s.dpi) * (1.0 - c.PDX3 * s.gamma_x * s.gamma_x) * c.LMUX
        D = mu * s.Fz * s.z1
        E = minimum((c.PEX1 + c.PEX2 * s.dfz + c.PEX3 * s.dfz * s.dfz) * (1.0 - c.PEX4 * sign(x)) * c.LEX, 1.0)
        lift = s.Fz * (c.PVX1 + c.PVX2 * s.dfz) * c.LVX * cls.degressive(c.LMUX) * s.z1
        return sine(cls.slip_stiffness(c, s) / (C * D), C, D, E, x) + lift

    @staticmethod
    def _Gx(c, s):
        """What side slip leaves of Fx (4.E51 to 4.E57)."""
        B = (c.RBX1 + c.RBX3 * s.gamma * s.gamma) * fading(c.RBX2 * s.kappa) * c.LXAL
        E = minimum(c.REX1 + c.REX2 * s.dfz, 1.0)
        return cosine(B, c.RCX1, E, s.alpha + c.RHX1) / cosine(B, c.RCX1, E, c.RHX1)

    # across the wheel

    @classmethod
    def cornering_stiffness(cls, c, s, gamma):
        """The slope of Fy over the slip angle [N], negative (4.E25)."""
        peak = (c.PKY2 + c.PKY5 * gamma * gamma) * (1.0 + c.PPY2 * s.dpi)
        rise = np.sin(c.PKY4 * np.arctan(s.Fz / s.Fz0 / peak))
        return c.PKY1 * s.Fz0 * (1.0 + c.PPY1 * s.dpi) * (1.0 - c.PKY3 * abs(gamma)) * rise * s.z3 * c.LKY

    @staticmethod
    def _lateral_friction(c, s, gamma):
        """The lateral coefficient of friction (4.E23)."""
        return (c.PDY1 + c.PDY2 * s.dfz) * (1.0 + c.PPY3 * s.dpi + c.PPY4 * s.dpi * s.dpi) * (1.0 - c.PDY3 * gamma * gamma) * c.LMUY

    @staticmethod
    def camber_shift(c, s, gamma, Ky, lift):
        """How far camber shifts the curve of Fy along the slip (4.E27 and 4.E30); `lift` [N] is what it adds to Fy."""
        stiffness = s.Fz * (c.PKY6 + c.PKY7 * s.dfz) * (1.0 + c.PPY5 * s.dpi) * c.LKYC
        return (stiffness * gamma - lift) / Ky

    @classmethod
    def camber_lift(cls, c, s, gamma):
        """What camber adds to Fy [N] (4.E28)."""
        return s.Fz * (c.PVY3 + c.PVY4 * s.dfz) * gamma * c.LKYC * cls.degressive(c.LMUY) * s.z2

    @classmethod
    def _side(cls, c, s, gamma) -> Record:
        """The lateral force Fy0 without longitudinal slip at an inclination, and what it is made of (4.E19 to 4.E30)."""
        Ky = cls.cornering_stiffness(c, s, gamma)
        leaning = cls.camber_lift(c, s, gamma)
        lift = s.Fz * (c.PVY1 + c.PVY2 * s.dfz) * c.LVY * cls.degressive(c.LMUY) * s.z2 + leaning
        shift = (c.PHY1 + c.PHY2 * s.dfz) * c.LHY + cls.camber_shift(c, s, gamma, Ky, leaning)
        x = s.alpha + shift
        C = c.PCY1 * c.LCY
        mu = cls._lateral_friction(c, s, gamma)
        D = mu * s.Fz * s.z2
        skew = (c.PEY3 + c.PEY4 * gamma) * sign(x)
        E = minimum((c.PEY1 + c.PEY2 * s.dfz) * (1.0 + c.PEY5 * gamma * gamma - skew) * c.LEY, 1.0)
        B = Ky / (C * D)
        return Record(Fy0=sine(B, C, D, E, x) + lift, Ky=Ky, mu=mu, B=B, C=C, shift=shift, lift=lift)

    @staticmethod
    def _Gy(c, s):
        """What longitudinal slip leaves of Fy (4.E59 to 4.E65)."""
        B = (c.RBY1 + c.RBY4 * s.gamma * s.gamma) * fading(c.RBY2 * (s.alpha - c.RBY3)) * c.LYKA
        E = minimum(c.REY1 + c.REY2 * s.dfz, 1.0)
        shift = c.RHY1 + c.RHY2 * s.dfz
        return cosine(B, c.RCY1, E, s.kappa + shift) / cosine(B, c.RCY1, E, shift)

    @staticmethod
    def _Svyk(c, s, mu):
        """What longitudinal slip adds to Fy by ply-steer (4.E66 and 4.E67)."""
        D = mu * s.Fz * (c.RVY1 + c.RVY2 * s.dfz + c.RVY3 * s.gamma) * fading(c.RVY4 * s.alpha)
        return D * np.sin(c.RVY5 * np.arctan(c.RVY6 * s.kappa)) * c.LVYKA

    # moments

    @staticmethod
    def overturning(c, s, Fy):
        """Mx (4.E69; its form with QSX12 to QSX14 after Besselink et al. 2010, eq. 49)."""
        R0, load, side = c.UNLOADED_RADIUS, s.Fz / c.FNOMIN, Fy / c.FNOMIN
        gamma = s.inclination
        bulge = c.QSX4 * np.cos(c.QSX5 * np.arctan((c.QSX6 * load) * (c.QSX6 * load)))
        by_load = (
            c.QSX1 * c.LVMX
            - c.QSX2 * gamma * (1.0 + c.PPMX1 * s.dpi)
            - c.QSX12 * gamma * abs(gamma)
            + c.QSX3 * side
            + bulge * np.sin(c.QSX7 * gamma + c.QSX8 * np.arctan(c.QSX9 * side))
            + c.QSX10 * np.arctan(c.QSX11 * load) * gamma
        )
        return R0 * c.LMX * (s.Fz * by_load + Fy * (c.QSX13 + c.QSX14 * abs(gamma)))

    @staticmethod
    def rolling(c, s, Fx, Vx):
        """My, the rolling resistance (A48)."""
        speed, load = Vx / c.LONGVL, s.Fz / c.FNOMIN
        camber = (c.QSY5 + c.QSY6 * load) * s.inclination * s.inclination
        resistance = c.QSY1 + c.QSY2 * Fx / c.FNOMIN + c.QSY3 * abs(speed) + c.QSY4 * speed * speed * speed * speed + camber
        # powers by logarithms, since exponents are numbers that are traced
        return -c.UNLOADED_RADIUS * c.FNOMIN * c.LMY * resistance * np.exp(c.QSY7 * np.log(load) + c.QSY8 * np.log(s.pressure))

    @classmethod
    def aligned_force(cls, c, s, side: Record, Gy):
        """The part of Fy that acts behind the point of contact [N] (4.E74)."""
        return Gy * cls._side(c, Record(s, **NO_SPIN), 0.0 * s.gamma_y).Fy0

    @classmethod
    def _trail(cls, c, s):
        """Coefficients B, C, D [m], E of the pneumatic trail, and the shift of its slip angle (4.E35, 4.E41, 4.E44, A58 and A60)."""
        gamma = s.gamma_t
        B = (c.QBZ1 + c.QBZ2 * s.dfz + c.QBZ3 * s.dfz * s.dfz) * (1.0 + c.QBZ4 * gamma + c.QBZ5 * abs(gamma)) * c.LKY / c.LMUY
        lean = 1.0 + c.QDZ3 * gamma + c.QDZ4 * gamma * gamma
        D = s.Fz * c.UNLOADED_RADIUS / s.Fz0 * (c.QDZ1 + c.QDZ2 * s.dfz) * (1.0 - c.PPZ1 * s.dpi) * lean * c.LTR * s.z5
        shift = c.QHZ1 + c.QHZ2 * s.dfz + (c.QHZ3 + c.QHZ4 * s.dfz) * s.gamma_z
        bend = (c.QEZ4 + c.QEZ5 * s.gamma_z) * (2.0 / pi) * np.arctan(B * c.QCZ1 * (s.alpha + shift))
        E = minimum((c.QEZ1 + c.QEZ2 * s.dfz + c.QEZ3 * s.dfz * s.dfz) * (1.0 + bend), 1.0)
        return B, c.QCZ1, D, E, shift

    @classmethod
    def residual(cls, c, s, side, Gy):
        """Shape factor and peak [N.m] of the residual moment (4.E46 and 4.E47)."""
        conicity = (c.QDZ6 + c.QDZ7 * s.dfz) * c.LRES
        return 1.0, s.Fz * c.UNLOADED_RADIUS * (conicity + cls.twist(c, s) * s.gamma_z) * c.LMUY * s.cos_alpha

    @staticmethod
    def twist(c, s):
        """The residual moment for each radian of camber, over load and radius (in 4.E47)."""
        return ((c.QDZ8 + c.QDZ9 * s.dfz) * (1.0 + c.PPZ2 * s.dpi) + (c.QDZ10 + c.QDZ11 * s.dfz) * abs(s.gamma_z)) * c.LKZC

    @classmethod
    def _Mz(cls, c, s, side, Gy, Fx, Fy):
        """The aligning moment (4.E71 to 4.E76)."""
        ratio = cls.slip_stiffness(c, s) / side.Ky
        B, C, D, E, shift = cls._trail(c, s)
        trail = D * cosine(B, C, E, equivalent(s.alpha + shift, ratio * s.kappa)) * s.cos_alpha
        B_r = (c.QBZ9 * c.LKY / c.LMUY + c.QBZ10 * side.B * side.C) * s.z6
        C_r, D_r = cls.residual(c, s, side, Gy)
        residual = D_r * np.cos(C_r * np.arctan(B_r * equivalent(s.alpha + side.shift + side.lift / side.Ky, ratio * s.kappa)))
        scrub = c.UNLOADED_RADIUS * (c.SSZ1 + c.SSZ2 * Fy / c.FNOMIN + (c.SSZ3 + c.SSZ4 * s.dfz) * s.inclination) * c.LS
        return -trail * cls.aligned_force(c, s, side, Gy) + residual + scrub * Fx


def equivalent(alpha, kappa):
    """The size of the slip angle that stands for combined slip in moments (A54 and A55); its sign does not matter there."""
    return np.arctan(norm(np.array([np.tan(alpha), kappa])))
