"""Hoecken's four-bar linkage: while its crank turns, a point of its coupler goes forth along a nearly straight line.

Axes: x along the frame, from the crank's pivot to the rocker's, y to the left, z up; angles are positive upward.
"""

from mbfmu import (
    Body,
    ConstraintDrift,
    EnergyError,
    JointReaction,
    JointTorque,
    Model,
    PositionSensor,
    Revolute,
    TorsionSpringDamper,
    VelocitySensor,
    World,
    WorldForce,
)

UP = [0, -1, 0]


def rod(m, length):
    """A slender rod of mass m [kg] along x."""
    return Body(m=m, r_CM=[length / 2, 0, 0], I=[1e-5, m * length**2 / 12, m * length**2 / 12])


linkage = Model("FourBar", "Four-bar linkage with a straight coupler curve", stop_time=5.0, step_size=1e-3)
crank = linkage.parameter("crank_length", 0.1, "m", "length of the crank", min=0.01)
frame = linkage.parameter("frame_length", 0.2, "m", "distance of the rocker's shaft from the crank's", min=0.01)
rocker = linkage.parameter("rocker_length", 0.25, "m", "length of the rocker, of the coupler, and from there to its point", min=0.01)

linkage.world = World(g=9.81)
linkage.crank, linkage.coupler, linkage.rocker = rod(0.5, crank), rod(1.5, 2 * rocker), rod(0.8, rocker)
linkage.drive_shaft = Revolute(
    linkage.world.frame_b, linkage.crank.frame_a, n=UP, phi_start=1.5707963267948966, w_start=6.0, q_fixed=True, v_fixed=True
)
linkage.crank_pin = Revolute(linkage.crank.at([crank, 0, 0]), linkage.coupler.frame_a, n=UP, phi_start=-1.0)
linkage.rocker_shaft = Revolute(linkage.world.at([frame, 0, 0]), linkage.rocker.frame_a, n=UP, phi_start=1.5)
linkage.rocker_pin = Revolute(linkage.rocker.at([rocker, 0, 0]), linkage.coupler.at([rocker, 0, 0]), n=UP)

tip = linkage.coupler.at([2 * rocker, 0, 0])
linkage.drive = JointTorque(linkage.drive_shaft)
linkage.friction = TorsionSpringDamper(linkage.drive_shaft, d=0.02)
linkage.load = WorldForce(tip)
linkage.tip, linkage.tip_speed = PositionSensor(tip), VelocitySensor(tip)
linkage.shaft_load = JointReaction(linkage.drive_shaft)
linkage.drift, linkage.energy = ConstraintDrift(), EnergyError()

linkage.expose(
    inputs={"drive_torque": linkage.drive.tau, "tip_force": linkage.load.f},
    outputs={
        "crank_angle": linkage.drive_shaft.phi,
        "crank_speed": linkage.drive_shaft.w,
        "rocker_angle": linkage.rocker_shaft.phi,
        "tip": linkage.tip.r,
        "tip_velocity": linkage.tip_speed.v,
        "shaft_force": linkage.shaft_load.f,
        "shaft_force_unique": linkage.shaft_load.f_unique,
        "drift": linkage.drift.position,
        "energy_error": linkage.energy.error,
    },
    tunable=[linkage.coupler.m, linkage.friction.d],
)

model = linkage
