"""TranslationSpringDamper: a spring and a damper on a prismatic joint, from a foot that may move."""

import numpy as np

from ...declare.declarations import Input, Output, Parameter
from ..joints.prismatic import Prismatic
from .base import JointLoad


class TranslationSpringDamper(JointLoad):
    """A spring and damper in a prismatic joint: pushes it back to s_rel0 + s_foot with c (s - s_foot - s_rel0) + d (v - v_foot).

    The foot's motion is an input, zero unless exposed: a road under a tire, say.
    """

    attachments = {"joint": Prismatic}
    c = Parameter("N/m", "spring constant", 0.0, min=0.0)
    s_rel0 = Parameter("m", "displacement without spring force", 0.0)
    d = Parameter("N.s/m", "damping constant", 0.0, min=0.0)
    s_foot = Input("m", "displacement of the spring's foot")
    v_foot = Input("m/s", "velocity of the spring's foot")
    f = Output("N", "force of spring and damper on the joint")

    @staticmethod
    def push(p, u, q, v):
        return -p.c * (q[0] - u.s_foot - p.s_rel0) - p.d * (v[0] - u.v_foot)

    @staticmethod
    def load(p, u, t, q, v):
        return np.array([TranslationSpringDamper.push(p, u, q, v)])

    @staticmethod
    def energy(p, u, t, q, v):
        stretch = q[0] - u.s_foot - p.s_rel0
        return 0.5 * p.c * stretch * stretch

    @staticmethod
    def dissipation(p, u, t, q, v):
        rate = v[0] - u.v_foot
        return p.d * rate * rate

    @staticmethod
    def outputs(p, u, t, q, v):
        return {"f": TranslationSpringDamper.push(p, u, q, v)}
