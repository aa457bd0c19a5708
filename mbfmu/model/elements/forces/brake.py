"""Brake: friction that holds a wheel back with a given torque."""

from ....base.scalars import maximum
from ...declare.declarations import Input, Output, Parameter, State
from ..joints.revolute import Revolute
from .lining import Lining


class Brake(Lining):
    """Holds back a revolute joint with at most the input torque. A joint that stands is held elastically: it does not creep.

    The lining gives way by the angle z, at most by z_max, and the torque on the joint is torque (z + T_d dz/dt) / z_max, bounded by the input. It
    gives way elastically below 0.7 z_max, and slides more and more beyond. Where it slides, z comes near to z_max no faster than w_slow allows,
    however fast the joint turns.
    Source: Dupont, Hayward, Armstrong & Altpeter (2002), Single state elastoplastic friction models, IEEE Trans. Automatic Control 47, eqs. 8-11.
    """

    attachments = {"joint": Revolute}
    z_max = Parameter("rad", "angle by which the lining gives way before it slides", 0.01, min=0.0, exclusive_min=True)
    w_slow = Parameter(
        "rad/s", "speed above which a lining that slides comes near to z_max more slowly than the joint turns", 3.0, min=0.0, exclusive_min=True
    )
    T_d = Parameter("s", "time constant of the damping of a lining that gives way elastically", 3e-3, min=0.0)
    z_start = Parameter("rad", "angle by which the lining has given way at the start", 0.0, start=True)
    torque = Input("N.m", "torque with which the brake holds back a joint that turns; below 0 it does not act")
    tau = Output("N.m", "torque of the brake on the joint")
    z = State("rad", "angle by which the lining has given way", nominal=0.01)

    @staticmethod
    def pressed(p, u):
        return maximum(u.torque, 0.0)

    @staticmethod
    def slow(p):
        return p.w_slow

    @classmethod
    def outputs(cls, p, u, t, q, v):
        return {"tau": -cls.resistance(p, u, v)}
