"""TorsionSpringDamper: a spring and a damper on a revolute joint."""

import numpy as np

from ...declare.declarations import Output, Parameter
from ..joints.revolute import Revolute
from .base import JointLoad


class TorsionSpringDamper(JointLoad):
    """Turns a revolute joint back to phi_rel0 with c (phi - phi_rel0) + d w."""

    attachments = {"joint": Revolute}
    c = Parameter("N.m/rad", "spring constant", 0.0, min=0.0)
    phi_rel0 = Parameter("rad", "angle without spring torque", 0.0)
    d = Parameter("N.m.s/rad", "damping constant", 0.0, min=0.0)
    tau = Output("N.m", "torque of spring and damper on the joint")

    @staticmethod
    def load(p, u, t, q, v):
        return np.array([-p.c * (q[0] - p.phi_rel0) - p.d * v[0]])

    @staticmethod
    def energy(p, u, t, q, v):
        stretch = q[0] - p.phi_rel0
        return 0.5 * p.c * stretch * stretch

    @staticmethod
    def dissipation(p, u, t, q, v):
        return p.d * v[0] * v[0]

    @staticmethod
    def outputs(p, u, t, q, v):
        return {"tau": -p.c * (q[0] - p.phi_rel0) - p.d * v[0]}
