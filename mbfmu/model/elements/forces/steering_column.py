"""SteeringColumn: a steering wheel that moves a rack through an elastic column, with assistance."""

import numpy as np

from ....base.spatial.rotations import cross
from ...declare.declarations import Input, Output, Parameter, State
from ...declare.frame import Frame
from ...declare.lookup_table import LookupTable
from ...declare.table_parameter import TableParameter
from .base import Force

UNASSISTED = LookupTable([-1.0, 1.0], [0.0, 1.0], np.zeros((2, 2)))


class SteeringColumn(Force):
    """Moves a rack by a steering wheel: a torsion bar between wheel and pinion, and an assistance that a map gives.

    frame_a stands on the body, with x ahead, frame_b on the rack; they coincide where the rack is in the middle. The rack has the travel s along
    `n` of frame_a, and the pinion the angle s / `ratio`. Hands turn the wheel: its angle follows the input `angle` by
    w_hands^2 (angle - phi) - 2 w_hands phi_dot, so `angle` may jump. The bar has the torque tau = c (phi - s / ratio) + d (phi_dot - s_dot / ratio),
    the pinion besides that of the map `assist` for tau and for the speed ahead of frame_a. The hands feel `torque`, tau and the inertia of the wheel.
    """

    attachments = {"frame_a": Frame, "frame_b": Frame}
    n = Parameter("1", "direction of the rack in frame_a, of length 1", [0, 1, 0], shape=3)
    ratio = Parameter("m/rad", "travel of the rack for each unit of the pinion's angle", min=0.0, exclusive_min=True)
    I = Parameter("kg.m2", "moment of inertia of the steering wheel and the upper column", 0.0, min=0.0)
    c = Parameter("N.m/rad", "stiffness of column and torsion bar", min=0.0, exclusive_min=True)
    d = Parameter("N.m.s/rad", "damping of column and torsion bar", 0.0, min=0.0)
    assist = TableParameter(("N.m", "m/s"), "N.m", "torque on the pinion over torque of the torsion bar and speed", UNASSISTED)
    w_hands = Parameter("rad/s", "natural frequency with which the wheel follows the angle", 50.0, min=0.0, exclusive_min=True)
    phi_start = Parameter("rad", "angle of the steering wheel at the start", 0.0, start=True)
    phi_dot_start = Parameter("rad/s", "rate of the steering wheel at the start", 0.0, start=True)
    angle = Input("rad", "angle of the steering wheel that the driver wants")
    torque = Output("N.m", "torque of the driver on the steering wheel")
    tau = Output("N.m", "torque of the torsion bar on the pinion")
    assisting = Output("N.m", "torque of the assistance on the pinion")
    phi = State("rad", "angle of the steering wheel", nominal=0.1)
    phi_dot = State("rad/s", "rate of the steering wheel", nominal=0.1)

    check_messages = ("the length of {n} must be 1",)

    @staticmethod
    def checks(p):
        return np.array([1e-6 - abs(p.n @ p.n - 1.0)])

    @staticmethod
    def twist(p, u, a, b):
        """The twist of the torsion bar and its rate."""
        r = a.R.T @ (b.r - a.r)
        r_dot = a.R.T @ (b.v - a.v) - cross(a.w, r)
        return u.phi - p.n @ r / p.ratio, u.phi_dot - p.n @ r_dot / p.ratio

    @staticmethod
    def torques(p, u, a, b):
        """Those of the torsion bar and of the assistance on the pinion."""
        twist, twist_dot = SteeringColumn.twist(p, u, a, b)
        tau = p.c * twist + p.d * twist_dot
        return tau, p.assist(tau, (a.R.T @ a.v)[0])

    @staticmethod
    def hands(p, u):
        """The acceleration of the steering wheel."""
        return p.w_hands * (p.w_hands * (u.angle - u.phi) - 2.0 * u.phi_dot)

    @staticmethod
    def wrenches(p, u, t, a, b):
        tau, assisting = SteeringColumn.torques(p, u, a, b)
        f = a.R @ (p.n * ((tau + assisting) / p.ratio))
        return (-f, -cross(b.r - a.r, f)), (f, np.zeros(3))

    @staticmethod
    def energy(p, u, t, a, b):
        twist = SteeringColumn.twist(p, u, a, b)[0]
        return 0.5 * p.c * twist * twist

    @staticmethod
    def dissipation(p, u, t, a, b):
        twist_dot = SteeringColumn.twist(p, u, a, b)[1]
        return p.d * twist_dot * twist_dot

    @staticmethod
    def outputs(p, u, t, a, b):
        tau, assisting = SteeringColumn.torques(p, u, a, b)
        return {"torque": tau + p.I * SteeringColumn.hands(p, u), "tau": tau, "assisting": assisting}

    @staticmethod
    def rates(p, u, t, a, b):
        return {"phi": u.phi_dot, "phi_dot": SteeringColumn.hands(p, u)}
