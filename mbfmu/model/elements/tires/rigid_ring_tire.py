"""RigidRingTire: a tire of the Magic Formula whose belt is a body of its own, on springs on the rim."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from ....base.scalars import Record
from ....base.spatial.rotations import cross
from ...declare.frame import Frame
from ..forces import Bushing
from ..roads.base import Road
from . import vertical
from .base import on_wheel
from .contact import contact
from .magic_formula_tire import MagicFormulaTire


class RigidRingTire(MagicFormulaTire):
    """A tire after the Magic Formula 6.1 and 6.2 on its belt, a rigid ring that a Bushing, the sidewall, holds on the rim. RigidRing makes all three.

    The coefficients are those of the whole tire: what the sidewall gives way is taken from the stiffnesses of the file, and what is left is
    between belt and road. So a ring at rest carries and pulls as the tire without a belt. Slip angle, inclination and moments are those of the
    wheel, as tires are measured. Spin, slip and deflection are those of the belt. Source: Pacejka (2012), Tire and Vehicle Dynamics, 3rd ed.,
    chapter 9.
    """

    attachments = {"belt": Frame, "wheel": Frame, "road": Road, "sidewall": Bushing}

    def own_problems(self):
        return super().own_problems() or self.sidewall.own_problems() or [*self._stiffer_than_sidewall()]

    def _stiffer_than_sidewall(self) -> Iterator[str]:
        """Which stiffnesses of the whole tire leave none between belt and road."""
        c, c_phi = self.sidewall.values["c"], self.sidewall.values["c_phi"]
        square = self.values["UNLOADED_RADIUS"] ** 2
        with np.errstate(divide="ignore"):  # of springs that are not there
            rigid = {"VERTICAL": 1.0 / c[0], "LONGITUDINAL": 1.0 / c[0] + square / c_phi[1], "LATERAL": 1.0 / c[1] + square / c_phi[0]}
        for name, compliance in rigid.items():
            whole = self.values[f"{name}_STIFFNESS"]
            if not whole * compliance < 1.0:
                yield (
                    f"{self.path}.{name}_STIFFNESS = {whole:g} N/m must be below the {1.0 / compliance:g} N/m that {self.sidewall.path} has there: "
                    "a whole tire is softer than its sidewall; check the mass, the moments of inertia and the frequencies of the belt"
                )

    @classmethod
    def rolling(cls, p, u, t, belt, wheel, road, sidewall):
        seen = in_plane_of(wheel, belt)
        at = contact(seen, road, t, cls.unloaded_radius(p))
        return cls.touching(p, u, Record(at, arm=at.arm + seen.aside, leaning=seen.leaning, sidewall=sidewall))

    @classmethod
    def wrenches(cls, p, u, t, *motion):
        f, m = on_wheel(*cls.rolling(p, u, t, *motion))
        return (f, m), (0.0 * f, 0.0 * m)

    @classmethod
    def dissipation(cls, p, u, t, *motion):
        at, of = cls.rolling(p, u, t, *motion)
        _, m = on_wheel(at, of)
        return super().dissipation(p, u, t, *motion) - m @ at.leaning

    @classmethod
    def resting(cls, p, u, at):
        return MagicFormulaTire.response(p, u, at)

    @classmethod
    def _whole(cls, p, at, rho, factor, dpi, gamma, Fy):
        return vertical.whole_deflection(p, rho, factor, dpi, gamma, Fy, at.sidewall.c[0])

    @classmethod
    def _relaxation(cls, p, at, c, K, load, gamma, dpi, r_e):
        """Those of the whole tire, less what the sidewall gives way at the contact: it moves there, and turns about the axle and the road."""
        along, across = super()._relaxation(p, at, c, K, load, gamma, dpi, r_e)
        side = at.sidewall
        by_x = 1.0 / side.c[0] + at.r_l * r_e / side.c_phi[1]
        by_y = 1.0 / side.c[1] + at.r_l * at.r_l / side.c_phi[0]
        return along - K.x * by_x, across - K.y * by_y


def in_plane_of(wheel, belt):
    """The motion of the belt as that of a wheel in the plane of `wheel`.

    It is where the belt is in this plane, moves as the belt does there, and spins as fast, but about the axis of the wheel. So inclination, slip
    angle and lateral place of the contact are those of the wheel. `aside` (3,) [m] is how far this plane is from the belt's centre, `leaning` (3,)
    [rad/s] the angular velocity that the belt has besides, since its axis leans against that of the wheel.
    """
    axis, spin = wheel.R[:, 1], belt.w[1]
    aside = -((belt.r - wheel.r) @ axis) * axis
    leaning = spin * (belt.R[:, 1] - axis)
    w = belt.R @ belt.w - leaning
    return Record(R=wheel.R, r=belt.r + aside, v=belt.v + cross(w, aside), w=wheel.R.T @ w, aside=aside, leaning=leaning)
