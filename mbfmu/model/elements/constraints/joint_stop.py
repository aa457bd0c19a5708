"""JointStop: a rigid stop of a joint."""

from __future__ import annotations

import numpy as np

from ....base.scalars import where
from ...declare.declarations import Output, Parameter
from ...declare.variable_types import Boolean
from ..joints.base import Joint
from .condition import Condition
from .joint_constraint import JointConstraint
from .unilateral import UnilateralConstraint


class JointStop(JointConstraint, UnilateralConstraint):
    """Rigid stop of a joint with one coordinate, which strikes it with restitution `e`, at the same time as all rigid contacts.

    With a `lock`, a Condition, the joint stays at the stop while this holds, as a knee that locks: then the stop pulls too, also in impacts.
    In units, q stands for that of the coordinate (rad or m), F for that of the force along it (N.m or N).
    Source: W. Schiehlen, Research trends in multibody system dynamics, 2007, section 4.
    """

    attachments = {"joint": Joint, "lock": Condition}
    optional_attachments = frozenset({"lock"})
    limit = Parameter("q", "coordinate of the joint at the stop")
    upper = Parameter("1", "whether the coordinate stays below the limit, not above", True, type=Boolean())
    rest_speed = Parameter("q/s", "speed behind an impact below which the joint stays at the stop", 1e-7, min=0.0)
    tau = Output("F", "force or torque of the stop along the joint")
    gap = Output("q", "how far the joint is from the stop")

    @classmethod
    def gaps(cls, p, u, t, joint):
        return [_sign(p) * (p.limit - joint.q[0])]

    @classmethod
    def residual(cls, p, u, t, joint):
        return np.array(cls.gaps(p, u, t, joint))

    @classmethod
    def outputs(cls, p, u, t, multipliers, joint):
        return {"tau": -_sign(p) * multipliers[0], "gap": cls.gaps(p, u, t, joint)[0]}


def _sign(p):
    return where(p.upper, 1.0, -1.0)
