"""AirForce: what forces of the air on a body share."""

import numpy as np

from ....base.scalars import norm
from ...declare.declarations import Input, Output, Parameter
from ...declare.frame import Frame
from .base import Force


class AirForce(Force):
    """The force of the air on a body, by coefficients of a wind tunnel. A new one supplies `has_moment`, and

    `coefficients(p, v, s)` -> force and moment (3,) each, resolved in frame_a, by half the density and the reference area, the moment by the
    reference length, too [m2/s2]. It is given v (3,) [m/s], the velocity of the air against frame_a, resolved in it, and s, its size along x and y.
    """

    attachments = {"frame_a": Frame}
    A = Parameter("m2", "reference area, of a car its frontal area", min=0.0)
    l = Parameter("m", "reference length of moments, of a car its wheelbase", 0.0, min=0.0)
    rho = Parameter("kg/m3", "density of the air", 1.225, min=0.0)
    wind = Parameter("m/s", "velocity of the air, resolved in the world", [0, 0, 0], shape=3)
    gust = Input("m/s", "velocity of the air beside the wind, resolved in the world", shape=3)
    f = Output("N", "force of the air, resolved in frame_a", shape=3)
    t = Output("N.m", "moment of the air about the origin of frame_a, resolved in it", shape=3)
    v = Output("m/s", "velocity of the air against frame_a, resolved in it", shape=3)

    def own_problems(self):
        return super().own_problems() or self._without_length()

    def _without_length(self):
        """What is wrong with moments that have no reference length."""
        if self.values["l"] or not self.has_moment:
            return []
        return [f"{self.path}.l is 0 m, and its coefficients give moments: give their reference length, of a car the wheelbase"]

    @property
    def has_moment(self) -> bool:
        """Whether its coefficients give a moment."""
        raise NotImplementedError

    @classmethod
    def acting(cls, p, u, a):
        """Force, moment, and velocity of the air, resolved in frame_a."""
        v = a.R.T @ (p.wind + u.gust - a.v)
        force, moment = cls.coefficients(p, v, norm(v[:2]))
        k = 0.5 * p.rho * p.A
        return k * force, k * p.l * moment, v

    @classmethod
    def wrenches(cls, p, u, t, a):
        f, moment, _ = cls.acting(p, u, a)
        return ((a.R @ f, a.R @ moment),)

    @classmethod
    def outputs(cls, p, u, t, a):
        f, moment, v = cls.acting(p, u, a)
        return {"f": f, "t": moment, "v": v}


def resolved(drag, side, front, rear, roll, yaw):
    """Force and moment (3,) each, from coefficients that are multiplied with the square of the air's speed."""
    return np.array([drag, side, front + rear]), np.array([roll, 0.5 * (rear - front), yaw])
