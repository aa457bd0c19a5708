"""A rover's wheel in a test rig: a carriage pulls it over dry sand at one speed while its axle turns at another."""

import numpy as np

from mbfmu import Body, Box, LookupTable, Model, Prismatic, Revolute, Soil, SoilWheel, SteadyJointMotion, World

RADIUS, BREADTH, LOAD = 0.15, 0.12, 200.0  # m, m, N
SPEED, SLIP = 0.2, 0.3  # m/s of the carriage; of the rim's speed: what it loses to the ground
X, Y = np.linspace(-0.25, 1.03, 65), np.linspace(-0.15, 0.15, 16)  # m: where the sand remembers

rig = Model("RoverWheel", "rover's wheel in a test rig, on dry sand", stop_time=4.0, step_size=5e-3)
rig.world = World(g=9.81)
rig.sand = Soil(
    k_c=990.0, k_phi=1528e3, n=1.1, k_e=2e7, c=1040.0, phi=np.radians(28), K=0.01, damping=5.0, sinkage=LookupTable(X, Y, np.zeros((65, 16)))
)
rig.carriage = Body(m=5.0, visual=[Box(size=[0.3, 0.2, 0.06], r=[0, 0, 0.42], colour="#8d949e")])
blades = [Box(size=[0.05, 0.01, 0.24], r=[0, y, 0.1], colour="#b58a5a") for y in (-0.075, 0.075)]
rig.fork = Body(m=LOAD / 9.81 - 4.0, visual=[*blades, Box(size=[0.05, 0.16, 0.03], r=[0, 0, 0.235], colour="#b58a5a")])
rig.wheel = Body(m=4.0, I=[0.03, 0.05, 0.03])
rig.rails = Prismatic(rig.world.frame_b, rig.carriage.frame_a, n=[1, 0, 0])
rig.pull = SteadyJointMotion(rig.rails, v=SPEED)
rig.lift = Prismatic(rig.carriage.frame_a, rig.fork.frame_a, n=[0, 0, 1], s_start=RADIUS)
rig.axle = Revolute(rig.fork.frame_a, rig.wheel.frame_a, n=[0, 1, 0])
rig.spin = SteadyJointMotion(rig.axle, v=SPEED / (RADIUS * (1.0 - SLIP)))
rig.rim = SoilWheel(rig.wheel.frame_a, rig.sand, radius=RADIUS, breadth=BREADTH)
rig.expose(
    outputs={
        "x": rig.rails.s,
        "z": rig.lift.s,
        "pull": rig.pull.tau,
        "torque": rig.spin.tau,
        "force": rig.rim.f,
        "sinkage": rig.rim.sinkage,
        "rut": rig.rim.rut,
    },
    tunable=[rig.pull.v, rig.spin.v, rig.sand.c, rig.sand.phi],
)

model = rig
