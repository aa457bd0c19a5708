"""MagicFormulaTire: a tire whose forces follow the Magic Formula, on the move, at a standstill and backwards."""

from __future__ import annotations

from typing import ClassVar

import numpy as np

from ....base.scalars import Record, maximum, minimum, where
from ...declare.declarations import Parameter
from ...declare.variable_types import Boolean
from . import vertical
from .base import Tire, damping_at_standstill, direction, in_contact, pressing, relaxed
from .coefficients import Lateral, Longitudinal, Moments, Reference, Scaling, Structure, TurnSlip
from .magic_formula import MagicFormula
from .magic_formula_52 import MagicFormula52
from .magic_formula_turn_slip import MagicFormulaTurnSlip
from .reduced_magic_formula import ReducedMagicFormula

SMALLEST_LOAD = 1e-3  # of the nominal one: below it forces are in proportion to load
SMALLEST_FRICTION = 1e-3
SHORTEST_RELAXATION = 0.1  # of the radius: without load a tire has none, and equations would be stiff
SLOWEST = 0.1  # of VXLOW: turning at a standstill counts as turning on the way at this speed
BOUNDED_SLIP = 0.9  # of slip relative to the sum of both speeds: beyond it a tangent continues the curve, since slip is infinite at 1


class MagicFormulaTire(Tire, Reference, Scaling, Longitudinal, Lateral, Moments, Structure):
    """A tire after the Magic Formula 6.1 and 6.2, with relaxation. Its parameters are the coefficients of a .tir file; `tire_from_file` reads one.

    It stands on slopes, parks, and rolls both ways. The friction of the road scales LMUX and LMUY.
    """

    mirrored = Parameter("1", "whether it is mounted on the other side than the one that was measured", False, type=Boolean(), structural=True)
    d_slip = Parameter("s/m", "damping of slip at standstill, relative to load", 0.5, min=0.0)
    formula: ClassVar[type[MagicFormula]] = MagicFormula
    unused: ClassVar[frozenset[str]] = frozenset(("PHY3", "PTX1", "PTX2", "PTX3", "PTY1", "PTY2"))  # coefficients of other versions
    check_messages: ClassVar[tuple[str, ...]] = (
        "{VERTICAL_STIFFNESS} is too small for {Q_FZ2}: no tire has such a load over its deflection",
        "{Q_RE0} must be > 0 (it is about 1; some files without it say 0)",
        "{Q_CAM1} and {Q_CAM2} must give a contour > 0 of a tire of {WIDTH} (zero width leaves them out)",
        "{PCX1} and {PDX1} must be > 0 (they give the peak of Fx)",
        "{PKX1} must be > 0 (the slip stiffness)",
        "{PCY1} must be > 0 and {PDY1} not 0 (they give the peak of Fy)",
        "{PKY1} must be < 0 (the cornering stiffness, in the axes of ISO 8855)",
        "{LONGITUDINAL_STIFFNESS} must be > 0 (of the carcass; about 3e5 N/m, where the file has none)",
        "{LATERAL_STIFFNESS} must be > 0 (of the carcass; about 1.5e5 N/m, where the file has none)",
    )

    @staticmethod
    def checks(p):
        at_nominal = p.LCZ * p.VERTICAL_STIFFNESS * p.UNLOADED_RADIUS / p.FNOMIN
        contour = where(0.0 < p.WIDTH, p.Q_CAM1 + p.Q_CAM2 * p.UNLOADED_RADIUS, 1.0 / p.UNLOADED_RADIUS)
        peaks = minimum(p.PCX1, p.PDX1), p.PKX1, minimum(p.PCY1, abs(p.PDY1)), -p.PKY1
        return np.array([at_nominal * at_nominal - 4.0 * p.Q_FZ2, p.Q_RE0, contour, *peaks, p.LONGITUDINAL_STIFFNESS, p.LATERAL_STIFFNESS])

    @staticmethod
    def unloaded_radius(p):
        return p.UNLOADED_RADIUS

    @classmethod
    def response(cls, p, u, at):
        dpi = (p.INFLPRES - p.NOMPRES) / p.NOMPRES
        free = vertical.free_radius(p, at.spin)
        rho = vertical.deflection(p, free, at.r_l, at.gamma)
        damping = p.VERTICAL_DAMPING * at.closing
        factor = vertical.stiffening(p, at.spin)
        whole = cls._whole(p, at, rho, factor, dpi, at.gamma, 0.0)
        still = in_contact(rho, vertical.load(p, rho, whole, factor, dpi, at.gamma) + damping)
        rolled = cls._rolled(p, u, at, rho, maximum(still, 0.0 * still), free, dpi)
        # forces along the road lower the load a little: they are taken from the load without them
        across = rolled.Fy - vertical.leaning_force(p, free, at.r_l, at.gamma)
        factor = factor - vertical.lowering(p, whole, rolled.Fx, across)
        whole = cls._whole(p, at, rho, factor, dpi, at.gamma, rolled.Fy)
        F_z = pressing(rho, vertical.load(p, rho, whole, factor, dpi, at.gamma) + damping) * at.share
        of = cls._rolled(p, u, at, rho, F_z, free, dpi)
        stored, elastic = cls._elastic(p, at, dpi)
        return Record(
            F=np.array([of.Fx, of.Fy, F_z]),
            M=np.array([of.Mx, of.My, of.Mz]),
            kappa=of.kappa,
            alpha=of.alpha,
            rho=in_contact(rho, whole),
            r_e=of.r_e,
            u_dot=of.u_dot,
            v_dot=of.v_dot,
            radial=stored,
            stored=stored,
            stored_rate=elastic * at.closing,
        )

    @classmethod
    def _whole(cls, p, at, rho, factor, dpi, gamma, Fy):
        """The deflection [m] of the whole tire, of which rho [m] is that against the road: the same, without a belt that gives way."""
        return rho

    @classmethod
    def _elastic(cls, p, at, dpi):
        """The energy [J] that the standing, upright tire stores, and its load [N], which is the slope of it."""
        rho = p.UNLOADED_RADIUS * p.Q_RE0 - at.r_l
        depth = maximum(rho, 0.0 * rho)
        whole = cls._whole(p, at, depth, 1.0, dpi, 0.0, 0.0)
        # that of the whole tire, less the share of the springs of a belt
        springs = 0.5 * (whole - depth) * vertical.carcass_load(p, whole, dpi, 0.0)
        stored = vertical.carcass_energy(p, whole, dpi) - springs + vertical.bottom_energy(p, depth)
        return stored, vertical.load(p, depth, whole, 1.0, dpi, 0.0)

    @classmethod
    def _relaxation(cls, p, at, c, K, load, gamma, dpi, r_e):
        """The relaxation lengths along and across the wheel [m] for the slopes K of the forces."""
        return cls.formula.relaxation(c, K, load, gamma, dpi)

    @classmethod
    def _rolled(cls, p, u, at, rho, F_z, free, dpi):
        """Forces, moments and rates of deflection under a load F_z [N]."""
        load = minimum(maximum(F_z, SMALLEST_LOAD * p.FNOMIN), p.FZMAX)
        side = 1.0 - 2.0 * p.mirrored
        mu = maximum(at.mu, SMALLEST_FRICTION)
        v_x, v_y, gamma, v = at.v_x, side * at.v_y, side * at.gamma, side * u.v
        r_e = vertical.effective_radius(p, free, F_z, dpi)
        v_sx = v_x - r_e * at.spin
        forward = direction("rolls", v_x / p.VXLOW)
        c = cls.formula.turned_around(Record(p, LMUX=p.LMUX * mu, LMUY=p.LMUY * mu), forward)
        K = cls.formula.slopes(c, load, gamma, p.INFLPRES)
        sigma_kappa, sigma_alpha = (maximum(s, SHORTEST_RELAXATION * p.UNLOADED_RADIUS) for s in cls._relaxation(p, at, c, K, load, gamma, dpi, r_e))
        damping = damping_at_standstill(p.d_slip, p.VXLOW, v_x) * load
        kappa = _slip(u.u / sigma_kappa) - damping / K.x * v_sx
        alpha = np.arctan(damping / K.y * v_y - _slip(v / sigma_alpha))
        camber = (1.0 - cls.formula.of_camber(p, load / (p.LFZO * p.FNOMIN) - 1.0)) * at.spin * np.sin(at.gamma)
        speed = (v_x * v_x + v_y * v_y + (SLOWEST * p.VXLOW) ** 2) ** 0.5
        phi = side * (at.turn - camber) / speed
        f = cls.formula.forces(c, load, kappa, alpha, gamma, p.INFLPRES, abs(v_x), phi)
        share = F_z / load
        return Record(
            Fx=share * f.Fx,
            Fy=share * side * f.Fy,
            Mx=share * side * f.Mx,
            My=share * f.My,
            Mz=share * side * f.Mz,
            kappa=kappa,
            alpha=side * alpha,
            r_e=r_e,
            u_dot=relaxed(rho, u.u, v_sx, abs(v_x) + abs(v_sx), sigma_kappa, p.VXLOW),
            v_dot=relaxed(rho, u.v, at.v_y, abs(v_x) + abs(v_y), sigma_alpha, p.VXLOW),
        )


class TurnSlipTire(MagicFormulaTire, TurnSlip):
    """A tire after the Magic Formula 6.1 and 6.2 with turn slip: paths of small radius, and parking torque. Else as MagicFormulaTire.

    Turning at a standstill meets a torque that is full where the wheel turns by a few degrees a second, and fades below: it damps, and does not hold.
    """

    formula = MagicFormulaTurnSlip


class MagicFormula52Tire(MagicFormulaTire):
    """A tire after the Magic Formula of version 5.2 (PAC2002), else as MagicFormulaTire. Its relaxation lengths are those of PTX1 and PTY1."""

    formula = MagicFormula52
    unused = frozenset(
        ("PKY4", "PKY5", "PKY6", "PKY7", "PPMX1", "PPY1", "PPY2", "PPY5", "QSY5", "QSY6", "QSY7", "QSY8", *(f"QSX{i}" for i in range(4, 15)))
    )
    check_messages = MagicFormulaTire.check_messages[:-2]

    @staticmethod
    def checks(p):
        return MagicFormulaTire.checks(p)[:-2]


class ReducedMagicFormulaTire(MagicFormula52Tire):
    """A tire after the reduced Magic Formula of CommonRoad, else as MagicFormulaTire."""

    formula = ReducedMagicFormula


def _slip(s):
    """The slip V_s / V of which s = V_s / (V + V_s) says as much, and is bounded: at a standstill, and where a wheel is locked or spins."""
    within = minimum(maximum(s, -BOUNDED_SLIP), BOUNDED_SLIP)
    # without a sign of s, whose slope at zero would not be seen
    return s / (1.0 - abs(within)) + (s - within) * BOUNDED_SLIP / (1.0 - BOUNDED_SLIP) ** 2
