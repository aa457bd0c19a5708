"""An overhung rotor: a disk at the free end of a massless shaft that is clamped at the other, the rotor of Stodola and Green.

The shaft lies along x. Its end moves across and tilts; the disk spins there on a bearing without friction, as on an axle that does not turn. For a
round shaft without damping that makes no difference. Shear and torsion of the shaft are left out.
"""

import numpy as np

from mbfmu import Body, Bushing, Cylinder, FrameForce, Model, Prismatic, Revolute, Universal, World

X, Y, Z = np.eye(3)
LENGTH, DIAMETER = 0.5, 0.02  # m: of the shaft
EI = 210e9 * np.pi * DIAMETER**4 / 64  # N.m2: steel

rotor = Model("Rotor", "Overhung disk on an elastic shaft", stop_time=1.0, step_size=1e-3)
speed = rotor.parameter("speed", 400.0, "rad/s", "spin of the disk at the start")

rotor.world = World(g=0)
rotor.guide, rotor.hub = Body(m=0.0), Body(m=0.0, visual=[Cylinder(radius=DIAMETER / 2, length=LENGTH, axis=X, r=-X * LENGTH / 2)])
rotor.disk = Body(m=10.0, I=[0.16, 0.08, 0.08], visual=[Cylinder(radius=0.18, length=0.0125, axis=X)])
rotor.across_y = Prismatic(rotor.world.at(X * LENGTH), rotor.guide.frame_a, n=Y)
rotor.carriage = Body(m=0.0)
rotor.across_z = Prismatic(rotor.guide.frame_a, rotor.carriage.frame_a, n=Z)
rotor.tilt = Universal(rotor.carriage.frame_a, rotor.hub.frame_a, n_a=Y, n_b=Z)
rotor.spin = Revolute(rotor.hub.frame_a, rotor.disk.frame_a, n=X, w_start=speed)
# A force at the end of a beam tilts it, and a torque moves it. Seen from the middle of the beam each has its own stiffness: 12 EI / L^3 and EI / L.
across, turning = 12 * EI / LENGTH**3, EI / LENGTH
rotor.shaft = Bushing(rotor.world.at(X * LENGTH / 2), rotor.hub.at(-X * LENGTH / 2), c=[0, across, across], c_phi=[0, turning, turning])
rotor.push = FrameForce(rotor.hub.frame_a)
rotor.expose(
    inputs={"force": rotor.push.f},
    outputs={
        "y": rotor.across_y.s,
        "z": rotor.across_z.s,
        "tilt_y": rotor.tilt.phi_a,
        "tilt_z": rotor.tilt.phi_b,
        "spin": rotor.spin.w,
    },
    tunable=[rotor.disk.m, rotor.shaft.c, rotor.shaft.d, rotor.shaft.c_phi, rotor.shaft.d_phi],
)

model = rotor
