"""An ellipsoid that rolls on a plane without slipping, wobbling twice and more in each turn: a constraint of a user's own."""

import numpy as np

from mbfmu import Body, Constraint, ConstraintDrift, Frame, FrameForce, FreeMotion, KineticEnergy, Model, World
from mbfmu.base.spatial.rotations import cross

SEMI_AXES = np.array([0.30, 0.20, 0.15])  # m
M = 4.0  # kg
ROLLING_RATE = 30.0  # rad/s


class RollingEllipsoid(Constraint):
    """Lets an ellipsoid around frame_body, its axes along those of the frame, roll without slip on the plane z = 0 of frame_plane."""

    attachments = {"frame_plane": Frame, "frame_body": Frame}
    units = ("m", "m", "m")
    holonomic = (True, False, False)

    @staticmethod
    def residual(p, u, t, plane, body):
        up = body.R.T @ plane.R[:, 2]
        height = (up @ (SEMI_AXES**2 * up)) ** 0.5
        to_contact = -(SEMI_AXES**2) * up / height
        slip = plane.R.T @ (body.v + body.R @ cross(body.w, to_contact))
        return np.array([(plane.R.T @ (body.r - plane.r))[2] - height, slip[0], slip[1]])


rolling = Model("RollingEllipsoid", stop_time=5.0, step_size=5e-2)
rolling.world = World(g=9.81)
rolling.ellipsoid = Body(m=M, I=M / 5 * (np.sum(SEMI_AXES**2) - SEMI_AXES**2))
rolling.free = FreeMotion(
    rolling.world.frame_b,
    rolling.ellipsoid.frame_a,
    r_start=[0, 0, SEMI_AXES[2]],
    v_start=[ROLLING_RATE * SEMI_AXES[2], 0, 0],
    w_start=[1.0, ROLLING_RATE, 0.5],
)
rolling.contact = RollingEllipsoid(rolling.world.frame_b, rolling.ellipsoid.frame_a)
rolling.push = FrameForce(rolling.ellipsoid.frame_a)
rolling.kinetic, rolling.drift = KineticEnergy(), ConstraintDrift()
rolling.expose(
    inputs={"push": rolling.push.f},
    outputs={
        "r": rolling.free.r,
        "v": rolling.free.v,
        "w": rolling.free.w,
        "kinetic_energy": rolling.kinetic.T,
        "drift": rolling.drift.position,
    },
    tunable=[rolling.ellipsoid.m],
)

model = rolling
