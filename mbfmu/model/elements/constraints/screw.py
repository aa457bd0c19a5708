"""Screw: a lead screw and its nut."""

from math import pi
from typing import Any

import numpy as np

from ...declare.declarations import Output, Parameter
from ..joints.prismatic import Prismatic
from ..joints.revolute import Revolute
from .coupling import Coupling


class Lead(Parameter):
    """A length in each turn: (5, "mm") and (5, "mm/rev") are the same."""

    def normalized(self, value: Any, unit: str) -> np.ndarray:
        by_angle = isinstance(value, tuple) and isinstance(value[-1], str) and any(angle in value[-1] for angle in ("rad", "rev", "deg"))
        return super().normalized(value, "m/rev" if by_angle else unit)


class Screw(Coupling):
    """Couples a revolute and a prismatic joint by a lead screw and a nut: in each turn of the screw, the nut moves by `lead`.

    frame_a of both joints is on the housing. The lead is negative for a left-handed thread. Play and losses are neglected, so that the nut
    can drive the screw.
    """

    attachments = {"screw": Revolute, "nut": Prismatic}
    units = ("m",)
    efforts = ("tau", "f")
    lead = Lead("m", "way of the nut in one turn of the screw")
    offset = Parameter("m", "displacement of the nut where the angle of the screw is zero", 0.0)
    tau = Output("N.m", "torque of the nut on the screw, along its joint")
    f = Output("N", "force of the screw on the nut, along its joint")

    check_messages = ("{lead} must not be 0 m: give the way of the nut in one turn of the screw, such as (5, 'mm')",)

    @staticmethod
    def checks(p):
        return np.array([abs(p.lead)])

    @staticmethod
    def weights(p):
        return -p.lead / (2.0 * pi), 1.0
