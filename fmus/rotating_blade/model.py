"""A rotor blade on a hub that is driven up to speed, with the stress at its root.

Axes: x along the blade, y the way it turns, z up. The blade has a thick cuff at its root and is a flexible body in modes.
"""

import numpy as np

from mbfmu import (
    Body,
    Cylinder,
    ElasticStress,
    EnergyError,
    Fixed,
    FlexibleBody,
    JointMotionTime,
    Material,
    Model,
    Parameter,
    PositionSensor,
    RectangleSection,
    Revolute,
    World,
    beam_data,
    where,
)

ALUMINIUM = Material(E=70e9, rho=2700.0, nu=0.33)
HUB, CUFF, LENGTH, G = 0.3, 0.5, 6.0, 9.81  # m, m/s2
SECTIONS = [RectangleSection(width=0.3, height=0.12), RectangleSection(width=0.3, height=0.08)]


class SpinUp(JointMotionTime):
    """Turns a joint from rest up to the speed w, at the rate w / T (1 - cos(2 pi t / T)). Source: Simo and Vu-Quoc (1986)."""

    w = Parameter("rad/s", "speed that is reached")
    T = Parameter("s", "time until it is reached", min=0.0, exclusive_min=True)

    @staticmethod
    def s(p, t):
        a = 2.0 * np.pi / p.T
        return where(t < p.T, p.w / p.T * (0.5 * t * t + (np.cos(a * t) - 1.0) / a**2), p.w * (t - 0.5 * p.T))


blade = Model("RotatingBlade", "Flexible rotor blade on a hub that is driven up to speed", tolerance=1e-8, stop_time=8.0, step_size=1e-2)
speed = blade.parameter("speed", 30.0, "rad/s", "speed of the hub that is reached")
spin_up = blade.parameter("spin_up", 4.0, "s", "time until it is reached")

blade.world = World(g=G)
blade.hub = Body(m=500.0, I=[2e3, 2e3, 4e3], visual=[Cylinder(radius=HUB, length=0.2, axis=[0, 0, 1])])  # with the drive train
blade.shaft = Revolute(blade.world.frame_b, blade.hub.frame_a, n=[0, 0, 1])
blade.drive = SpinUp(blade.shaft, w=speed, T=spin_up)

# Two of the 14 modes stretch the blade: without them the stress would lack the centrifugal force.
blade.blade = FlexibleBody(beam_data({"root": [0, 0, 0], "cuff": [CUFF, 0, 0], "tip": [LENGTH, 0, 0]}, SECTIONS, ALUMINIUM, elements=8, modes=2))
blade.root = Fixed(blade.hub.at([HUB, 0, 0]), blade.blade.node("root"))
held = blade.blade.entered_at("root")  # seen from its centre of mass
root = held.nodes["root"]
bent = held.m * (root.Phi[2] + root.x[0] * root.Psi[1])  # by force and moment that bear its weight at the root
blade.blade.e_start = G * bent / np.diag(held.Ke)  # it hangs at rest
blade.top, blade.bottom = ElasticStress(blade.blade, place="root.top"), ElasticStress(blade.blade, place="root.bottom")
blade.tip = PositionSensor(blade.blade.node("tip"))
blade.energy = EnergyError()

blade.expose(
    outputs={
        "hub_angle": blade.shaft.phi,
        "hub_speed": blade.shaft.w,
        "drive_torque": blade.drive.tau,
        "tip": blade.tip.r,
        "stress_top": blade.top.sigma,
        "stress_bottom": blade.bottom.sigma,
        "von_mises": blade.top.von_mises,
        "energy_error": blade.energy.error,
    },
    tunable=[blade.blade.zeta],
)

model = blade
