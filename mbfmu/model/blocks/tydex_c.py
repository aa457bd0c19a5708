"""TydexC: a hub port for tires that use the C axis system of TYDEX."""

import numpy as np

from ...base.spatial.rotations import cross
from ..declare.declarations import Input, Output
from ..declare.port import HubPort
from .base import Block

XYZ = ("x", "y", "z")


class TydexC(Block):
    """An adapter to the Standard Tire Interface: turns a hub port into the C axes of TYDEX, and the forces of the tire back into the world.

    The C axes have their origin at the hub; y_C is the spin axis, which is the y axis of the hub, x_C lies in the wheel plane and is parallel to the
    road, forward, z_C points up in the wheel plane. Forces and torques of TYDEX act on the wheel at its centre, so the port needs no change of sign.
    A hub does not know how its carrier turns about y_C: all of the angular velocity about y_C is `omega_r`, and that of `omega` is zero.

    Source: TYDEX-Format and Interface 1.3 (Unrau and Zamow, 1997), sections on axis systems and on the Standard Tire Interface.
    """

    hub = HubPort()
    normal = Input("1", "upward normal of the road where the tire stands, resolved in the world", start=[0.0, 0.0, 1.0], pieces=XYZ)
    force_C = Input("N", "force on the wheel at its centre, resolved in C", pieces=XYZ)
    torque_C = Input("N.m", "torque on the wheel about its centre, resolved in C", pieces=XYZ)
    dis = Output("m", "position of the wheel centre, resolved in the world", pieces=XYZ)
    tramat = Output("1", "matrix that takes vectors of C into the world", shape=(3, 3))
    vel = Output("m/s", "velocity of the wheel centre, resolved in C", pieces=XYZ)
    omega = Output("rad/s", "angular velocity of the C axes about x_C and z_C, resolved in C", pieces=XYZ)
    omega_r = Output("rad/s", "angular velocity of the wheel about y_C")

    @staticmethod
    def respond(p, u, t, x):
        hub = u.hub
        C = TydexC.axes(hub.rot, u.normal)
        w = C.T @ hub.ang_vel
        forces = {"hub.point": hub.pos, "hub.force": C @ u.force_C, "hub.moment": C @ u.torque_C}
        return {}, {**forces, "dis": hub.pos, "tramat": C, "vel": C.T @ hub.lin_vel, "omega": w * np.array([1.0, 0.0, 1.0]), "omega_r": w[1]}

    @staticmethod
    def axes(rot, normal):
        """The matrix (3, 3) that takes vectors of C into the world, of the hub's quaternion (e0 = cos first) and the road's normal."""
        e0, e = rot[0], rot[1:]
        spin = np.array([2.0 * (e[0] * e[1] - e0 * e[2]), 1.0 - 2.0 * (e[0] * e[0] + e[2] * e[2]), 2.0 * (e[1] * e[2] + e0 * e[0])])
        forward = cross(spin, normal)
        forward = forward / (forward @ forward) ** 0.5
        up = cross(forward, spin)
        return np.array([[forward[i], spin[i], up[i]] for i in range(3)])
