"""BeamElement: an elastic beam between two frames that move and turn as far as they like."""

import numpy as np

from ....base.scalars import kernel
from ...declare.declarations import Output, Parameter
from ...declare.frame import Frame
from .base import Force
from .screw_motion import screw_motion, screw_rate, wrenches_along

MOST_TURN = 3.1  # rad: near pi the shortest turn from one frame to the other jumps to the other side


class BeamElement(Force):
    """A beam between two frames under large deformation, geometrically exact: x of both frames is its axis, y and z are axes of its section.

    Its strains are constant along it: gamma (stretch, then shear along y and z) and kappa (twist, then bending about y and z) of the screw motion
    that takes frame_a to frame_b, less those of the undeformed beam. Shear yields by the beam's bending between the frames, too (MacNeal), so
    that errors fall with the fourth power of its length:

        (gamma + gamma_0 + e_x, kappa + kappa_0) = log(H_a^-1 H_b) / length,    1 / GA_y* = 1 / GA_y + length^2 / (12 EI_z)

    Without GA_y and GA_z it is a beam of Euler and Bernoulli. It has no mass: bodies at its ends carry that, as `beam` makes them.
    Damping is Kelvin and Voigt's: a strain rate acts as `tau` times as much strain. It is zero unless given; a good choice for a chain of elements
    is length / (20 c), where c = sqrt(E / rho): 5 % of critical damping for the fastest waves along the chain, and less for all others.
    The frames must be less than 3.1 rad apart: outputs are refused beyond. Use more elements there.

    Sections of `mbfmu` give the stiffnesses: BeamElement(a, b, length=0.1, **section.stiffness(material)).
    Source: Sonneville, Cardona, Bruls (2014), Geometrically exact beam finite element formulated on the special Euclidean group SE(3).
    """

    attachments = {"frame_a": Frame, "frame_b": Frame}
    length = Parameter("m", "undeformed length", min=0.0, exclusive_min=True)
    EA = Parameter("N", "stiffness against stretching", min=0.0)
    GA_y = Parameter("N", "stiffness against shearing along y", np.inf, min=0.0, exclusive_min=True)
    GA_z = Parameter("N", "stiffness against shearing along z", np.inf, min=0.0, exclusive_min=True)
    GJ = Parameter("N.m2", "stiffness against twisting", min=0.0)
    EI_y = Parameter("N.m2", "stiffness against bending about y", min=0.0, exclusive_min=True)
    EI_z = Parameter("N.m2", "stiffness against bending about z", min=0.0, exclusive_min=True)
    gamma_0 = Parameter("1", "stretch and shear of the undeformed beam, as where its axis is curved", [0, 0, 0], shape=3)
    kappa_0 = Parameter("rad/m", "twist and curvature about y and z of the undeformed beam", [0, 0, 0], shape=3)
    tau = Parameter("s", "damping: time that turns strain rates into strains", 0.0, min=0.0)
    gamma = Output("1", "stretch, and shear along y and z", shape=3)
    kappa = Output("rad/m", "twist, and bending about y and z", shape=3)
    f_a = Output("N", "force in the section at frame_a, tension along x, resolved in frame_a", shape=3)
    t_a = Output("N.m", "moment in the section at frame_a, resolved in frame_a", shape=3)
    f_b = Output("N", "force in the section at frame_b, tension along x, resolved in frame_b", shape=3)
    t_b = Output("N.m", "moment in the section at frame_b, resolved in frame_b", shape=3)
    turn = Output("rad", "angle between its ends")

    def limits(self, see):
        return {"turn": (_turn(*self.motion(see)), MOST_TURN)}

    @staticmethod
    def strains(p, a, b):
        """gamma, kappa and the screw motion that they are of."""
        screw = screw_motion(a, b)
        return screw.u / p.length - np.array([1.0, 0.0, 0.0]) - p.gamma_0, screw.theta / p.length - p.kappa_0, screw

    @staticmethod
    def stiffness(p):
        """Against gamma and against kappa."""
        by_bending = p.length * p.length / 12.0
        shear_y, shear_z = 1.0 / (1.0 / p.GA_y + by_bending / p.EI_z), 1.0 / (1.0 / p.GA_z + by_bending / p.EI_y)
        return np.array([p.EA, shear_y, shear_z]), np.array([p.GJ, p.EI_y, p.EI_z])

    @classmethod
    def section_loads(cls, p, a, b):
        """Force and moment in the sections at both ends."""
        gamma, kappa, screw = cls.strains(p, a, b)
        u_dot, theta_dot = screw_rate(screw, a, b)
        C_gamma, C_kappa = cls.stiffness(p)
        lag = p.tau / p.length
        return wrenches_along(screw, C_gamma * (gamma + lag * u_dot), C_kappa * (kappa + lag * theta_dot))

    @classmethod
    def wrenches(cls, p, u, t, a, b):
        (f_a, t_a), (f_b, t_b) = cls.section_loads(p, a, b)
        return (a.R @ f_a, a.R @ t_a), (-(b.R @ f_b), -(b.R @ t_b))

    @classmethod
    def energy(cls, p, u, t, a, b):
        gamma, kappa, _ = cls.strains(p, a, b)
        C_gamma, C_kappa = cls.stiffness(p)
        return 0.5 * p.length * (C_gamma @ (gamma * gamma) + C_kappa @ (kappa * kappa))

    @classmethod
    def dissipation(cls, p, u, t, a, b):
        u_dot, theta_dot = screw_rate(screw_motion(a, b), a, b)
        C_gamma, C_kappa = cls.stiffness(p)
        return p.tau / p.length * (C_gamma @ (u_dot * u_dot) + C_kappa @ (theta_dot * theta_dot))

    @classmethod
    def outputs(cls, p, u, t, a, b):
        gamma, kappa, screw = cls.strains(p, a, b)
        (f_a, t_a), (f_b, t_b) = cls.section_loads(p, a, b)
        return {"gamma": gamma, "kappa": kappa, "f_a": f_a, "t_a": t_a, "f_b": f_b, "t_b": t_b, "turn": screw.turn}


@kernel
def _turn(a, b):
    return screw_motion(a, b).turn
