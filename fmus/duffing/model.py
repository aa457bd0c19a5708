"""Duffing's oscillator with two wells: a mass on a spring that pushes near its middle and pulls far away, under a harmonic force."""

import numpy as np

from mbfmu import Body, Box, JointLoad, Model, Parameter, Prismatic, World


class CubicSpring(JointLoad):
    """A spring with the force c s + c_3 s^3 against the displacement s, and a linear damper."""

    attachments = {"joint": Prismatic}
    c = Parameter("N/m", "stiffness in the middle; negative where the spring pushes away from it", -1.0)
    c_3 = Parameter("N/m3", "how the stiffness grows: force over displacement cubed", 1.0, min=0.0)
    d = Parameter("N.s/m", "damping constant", 0.2, min=0.0)

    @staticmethod
    def load(p, u, t, q, v):
        return np.array([-p.c * q[0] - p.c_3 * q[0] ** 3 - p.d * v[0]])

    @staticmethod
    def energy(p, u, t, q, v):
        return p.c * q[0] ** 2 / 2 + p.c_3 * q[0] ** 4 / 4

    @staticmethod
    def dissipation(p, u, t, q, v):
        return p.d * v[0] ** 2


class HarmonicForce(JointLoad):
    """The force amplitude cos(w t) on frame_b of a joint."""

    attachments = {"joint": Prismatic}
    amplitude = Parameter("N", "largest force", 0.32)
    w = Parameter("rad/s", "circular frequency", 1.0)

    @staticmethod
    def load(p, u, t, q, v):
        return np.array([p.amplitude * np.cos(p.w * t)])


oscillator = Model("Duffing", "Duffing oscillator with two wells under a harmonic force", stop_time=100.0, step_size=0.1)
oscillator.world = World(g=0.0)
oscillator.mass = Body(m=1.0, visual=[Box(size=[0.4, 0.4, 0.4], colour="#3d6da2")])
oscillator.guide = Prismatic(oscillator.world.frame_b, oscillator.mass.frame_a, n=[1, 0, 0], s_start=1.0)
oscillator.spring = CubicSpring(oscillator.guide)
oscillator.force = HarmonicForce(oscillator.guide)
oscillator.expose(
    outputs={"s": oscillator.guide.s, "v": oscillator.guide.v},
    tunable=[oscillator.spring.c, oscillator.spring.c_3, oscillator.spring.d, oscillator.force.amplitude, oscillator.force.w],
)

model = oscillator
