"""Bushing: springs and dampers in all six directions between two frames."""

import numpy as np

from ....base.spatial.rotations import cross
from ...declare.declarations import Output, Parameter
from ...declare.frame import Frame
from .base import Force


class Bushing(Force):
    """Holds frame_b at frame_a elastically, in the axes of frame_a; relative rotations must stay below 180 degrees.

    Rotation is measured by phi = 2 e, twice the vector part of the Euler parameters: the rotation vector where it is small,
    and a torque that derives from a stored energy everywhere.
    """

    attachments = {"frame_a": Frame, "frame_b": Frame}
    c = Parameter("N/m", "stiffness along the axes of frame_a", [0, 0, 0], shape=3, min=0.0)
    d = Parameter("N.s/m", "damping along the axes of frame_a", [0, 0, 0], shape=3, min=0.0)
    c_phi = Parameter("N.m/rad", "stiffness about the axes of frame_a", [0, 0, 0], shape=3, min=0.0)
    d_phi = Parameter("N.m.s/rad", "damping about the axes of frame_a", [0, 0, 0], shape=3, min=0.0)
    r = Output("m", "displacement of frame_b, resolved in frame_a", shape=3)
    phi = Output("rad", "rotation of frame_b relative to frame_a", shape=3)

    @staticmethod
    def deformation(a, b):
        """Displacement and its rate, rotation and relative angular velocity, all resolved in frame_a, and e4."""
        r = a.R.T @ (b.r - a.r)
        r_dot = a.R.T @ (b.v - a.v) - cross(a.w, r)
        R = a.R.T @ b.R
        e4 = 0.5 * (1.0 + R[0, 0] + R[1, 1] + R[2, 2]) ** 0.5
        e = np.array([R[2, 1] - R[1, 2], R[0, 2] - R[2, 0], R[1, 0] - R[0, 1]]) / (4.0 * e4)
        return r, r_dot, 2.0 * e, R @ b.w - a.w, e4

    @staticmethod
    def elastic(p, r, phi):
        """Force and moment of its springs against a displacement and a rotation."""
        return p.c * r, p.c_phi * phi

    @staticmethod
    def stored(p, r, phi):
        """What its springs store."""
        return 0.5 * (p.c @ (r * r) + p.c_phi @ (phi * phi))

    @classmethod
    def wrenches(cls, p, u, t, a, b):
        r, r_dot, phi, w, e4 = cls.deformation(a, b)
        force, moment = cls.elastic(p, r, phi)
        f = -(force + p.d * r_dot)
        # phi_dot = e4 w - e x w for w resolved in frame_a, and the torque is what does this work
        t = -(e4 * moment + cross(0.5 * phi, moment)) - p.d_phi * w
        f_0, t_0 = a.R @ f, a.R @ t
        return (-f_0, -t_0 - cross(b.r - a.r, f_0)), (f_0, t_0)

    @classmethod
    def energy(cls, p, u, t, a, b):
        r, _, phi, _, _ = cls.deformation(a, b)
        return cls.stored(p, r, phi)

    @staticmethod
    def dissipation(p, u, t, a, b):
        _, r_dot, _, w, _ = Bushing.deformation(a, b)
        return p.d @ (r_dot * r_dot) + p.d_phi @ (w * w)

    @staticmethod
    def outputs(p, u, t, a, b):
        r, _, phi, _, _ = Bushing.deformation(a, b)
        return {"r": r, "phi": phi}
