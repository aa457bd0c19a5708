"""A thin uniform disk that rolls on a plane without slipping, leaning and turning.

Axes: z up, the axle of the disk along its y. It starts with its contact in the origin and its heading along x.
"""

import numpy as np

from mbfmu import Body, ConstraintDrift, EnergyError, FrameTorque, FreeMotion, KineticEnergy, Model, PotentialEnergy, RollingDisk, World
from mbfmu.base.spatial.rotations import about_x

M, RADIUS = 5.0, 0.3  # kg, m
LEAN, LEAN_RATE, YAW_RATE, SPIN = 0.1, 0.3, 0.5, 4.0  # rad, rad/s

R = about_x(LEAN)
centre = R @ [0, 0, RADIUS]
w = np.array([LEAN_RATE, 0, YAW_RATE]) + R @ [0, SPIN, 0]

rolling = Model("RollingDisk", "Thin disk rolling without slip", stop_time=5.0, step_size=1e-2)
rolling.world = World(g=9.81)
rolling.disk = Body(m=M, I=M * RADIUS**2 * np.array([1 / 4, 1 / 2, 1 / 4]))
rolling.free = FreeMotion(
    rolling.world.frame_b,
    rolling.disk.frame_a,
    r_start=centre,
    Q_start=[np.sin(LEAN / 2), 0, 0, np.cos(LEAN / 2)],
    v_start=np.cross(w, centre),
    w_start=R.T @ w,
)
rolling.contact = RollingDisk(rolling.world.frame_b, rolling.disk.frame_a, radius=RADIUS)
rolling.push = FrameTorque(rolling.disk.frame_a)
rolling.kinetic, rolling.potential = KineticEnergy(), PotentialEnergy()
rolling.drift, rolling.energy = ConstraintDrift(), EnergyError()

rolling.expose(
    inputs={"torque": rolling.push.t},
    outputs={
        "r": rolling.free.r,
        "Q": rolling.free.Q,
        "w": rolling.free.w,
        "contact_point": rolling.contact.r_contact,
        "contact_force": rolling.contact.f,
        "kinetic_energy": rolling.kinetic.T,
        "potential_energy": rolling.potential.V,
        "drift": rolling.drift.position,
        "slip": rolling.drift.velocity,
        "energy_error": rolling.energy.error,
    },
    tunable=[rolling.contact.radius],
)

model = rolling
