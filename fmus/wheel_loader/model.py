"""A wheel loader of 15 t with articulated steering, as in Omar (2014), figs. 1 and 2; two closed loops raise its boom and tilt its bucket.

Axes: x forward, y to the left, z up; angles of boom and bucket are positive upward. Frames, wheels and lift cylinder are measured from the point
of the ground below the hitch; the boom from its hinge, along the line to the hinge of the bucket, and the bucket from that hinge.
"""

from math import pi

import numpy as np

from mbfmu import (
    Body,
    ConstraintDrift,
    EnergyError,
    Fixed,
    Force,
    Frame,
    FreeMotion,
    JointReaction,
    JointTorque,
    LineActuator,
    Model,
    Output,
    Parameter,
    Prismatic,
    Revolute,
    RevoluteEndStop,
    SpringDamperParallel,
    TorsionSpringDamper,
    VelocitySensor,
    World,
)
from mbfmu.base.scalars import Record, switch
from mbfmu.base.spatial.rotations import cross

UP = [0, -1, 0]
AXLES, TRACK, RADIUS = 1.5, 2.0, 0.72  # m; axles are as far from the hitch in front as behind
BOOM, HINGE = 2.65, [0.35, 0, 2.0]  # m
LIFT_FOOT, LIFT_EYE = [0.45, 0, 1.40], [1.5, 0, -0.1]  # m, on front frame and boom
CRANK, CRANK_TO_LINK, LINK_TO_BUCKET = [1.66, 0, 0.27], [0.263, 0, -0.586], [-0.102, 0, 0.337]  # m, on boom, bell crank and bucket
LINK = 0.68  # m
TILT_FOOT, TILT_EYE = [0.35, 0, 2.35], [0.05, 0, 0.55]  # m, on front frame and bell crank
STEER_REAR, STEER_FRONT = [-0.65, 0.45, 0.8], [0.45, 0.35, 0.8]  # m, of the left cylinder


class Tire(Force):
    """A wheel on the ground z = 0 of the world: a spring with damping below it, and friction that grows with slip.

    The wheel's axle is y of its frame. Friction is mu f v / sqrt(v^2 + v_0^2) against the slip velocity v of the point of contact.
    """

    attachments = {"wheel": Frame}
    radius = Parameter("m", "radius of the unloaded wheel", min=0.0, exclusive_min=True)
    c = Parameter("N/m", "vertical stiffness", min=0.0)
    d = Parameter("s/m", "vertical damping, relative to the elastic force", 0.0, min=0.0)
    mu = Parameter("1", "coefficient of friction at much slip", 0.8, min=0.0)
    v_0 = Parameter("m/s", "slip velocity at which friction has reached 0.7 of its largest value", 0.5, min=0.0, exclusive_min=True)
    f = Output("N", "vertical force of the ground on the wheel")
    slip = Output("m/s", "velocity of the wheel's lowest point over the ground, forward and to the left", shape=2)

    @staticmethod
    def contact(p, wheel):
        """How deep the wheel is in the ground, zero above it, the forces there, and its point of contact from the centre with its velocity."""
        x, y, z = wheel.R[:, 1]
        upright = (x * x + y * y) ** 0.5
        to_ground = p.radius * np.array([x * z / upright, y * z / upright, -upright])
        v = wheel.v + cross(wheel.R @ wheel.w, to_ground)
        height = wheel.r[2] + to_ground[2]
        depth = switch("on_ground", -height, -height, 0.0 * height)
        f = p.c * depth * (1.0 - p.d * v[2])
        slip = np.array([v[0], v[1], 0.0])
        friction = -p.mu * f / (slip @ slip + p.v_0 * p.v_0) ** 0.5 * slip
        return Record(depth=depth, f=f, friction=friction, to_ground=to_ground, v=v, ahead=np.array([y / upright, -x / upright]))

    @staticmethod
    def wrenches(p, u, t, wheel):
        contact = Tire.contact(p, wheel)
        f = contact.friction + np.array([0.0, 0.0, 1.0]) * contact.f
        return ((f, cross(contact.to_ground, f)),)

    @staticmethod
    def energy(p, u, t, wheel):
        depth = Tire.contact(p, wheel).depth
        return 0.5 * p.c * depth * depth

    @staticmethod
    def dissipation(p, u, t, wheel):
        contact = Tire.contact(p, wheel)
        return p.c * contact.depth * p.d * contact.v[2] * contact.v[2] - contact.friction @ contact.v

    @staticmethod
    def outputs(p, u, t, wheel):
        contact = Tire.contact(p, wheel)
        (x, y), v = contact.ahead, contact.v
        return {"f": contact.f, "slip": np.array([x * v[0] + y * v[1], x * v[1] - y * v[0]])}


loader = Model("WheelLoader", "Wheel loader with articulated steering, boom and bucket", stop_time=10.0, step_size=5e-3)
loader.world = World(g=9.81)

# rear frame with engine, cab and counterweight, and front frame, each with its axle
loader.rear_frame = Body(m=7800.0, r_CM=[-1.5, 0, 1.20], I=[4000.0, 8700.0, 8200.0])
loader.front_frame = Body(m=2400.0, r_CM=[1.15, 0, 0.95], I=[1400.0, 1500.0, 1700.0])
loader.chassis = FreeMotion(
    loader.world.frame_b, loader.rear_frame.frame_a, r_start=[0, 0, -0.06593122], Q_start=[0, -0.00032376517, 0, 1], q_fixed=True, v_fixed=True
)
loader.hitch = Revolute(loader.rear_frame.at([0, 0, 0.9]), loader.front_frame.at([0, 0, 0.9]), n=[0, 0, 1], q_fixed=True, v_fixed=True)
loader.hitch_stop = RevoluteEndStop(loader.hitch, lower=-40 * pi / 180, upper=40 * pi / 180, c=2e6, d=0.2)

CORNERS = {
    f"{end}_{side}": (frame, [x, y, RADIUS])
    for end, frame, x in (("rear", loader.rear_frame, -AXLES), ("front", loader.front_frame, AXLES))
    for side, y in (("left", TRACK / 2), ("right", -TRACK / 2))
}
for corner, (frame, centre) in CORNERS.items():
    wheel = loader.add(f"wheel_{corner}", Body(m=500.0, I=[90.0, 150.0, 90.0]))
    axle = loader.add(f"axle_{corner}", Revolute(frame.at(centre), wheel.frame_a, n=[0, 1, 0]))
    loader.add(f"drive_{corner}", JointTorque(axle))
    loader.add(f"rolling_{corner}", TorsionSpringDamper(axle, d=150.0))
    loader.add(f"tire_{corner}", Tire(wheel.frame_a, radius=RADIUS, c=6e5, d=0.25))

# first loop: front frame, boom, and the pair of lift cylinders as one, barrel and rod
loader.boom = Body(m=1300.0, r_CM=[1.25, 0, 0.05], I=[200.0, 850.0, 1000.0])
loader.boom_hinge = Revolute(loader.front_frame.at(HINGE), loader.boom.frame_a, n=UP, phi_start=-0.6, q_fixed=True, v_fixed=True)
loader.boom_stop = RevoluteEndStop(loader.boom_hinge, lower=-0.672, upper=0.78, c=2e7, d=0.5)
loader.barrel = Body(m=160.0, r_CM=[0.45, 0, 0], I=[2.0, 14.0, 14.0])
loader.barrel_hinge = Revolute(loader.front_frame.at(LIFT_FOOT), loader.barrel.frame_a, n=UP, phi_start=-0.26)
loader.rod = Body(m=110.0, r_CM=[-0.45, 0, 0], I=[0.5, 9.0, 9.0])
loader.stroke = Prismatic(loader.barrel.frame_a, loader.rod.frame_a, n=[1, 0, 0], s_start=1.16)
loader.rod_hinge = Revolute(loader.boom.at(LIFT_EYE), loader.rod.frame_a, n=UP)
lift_ends = loader.front_frame.at(LIFT_FOOT), loader.boom.at(LIFT_EYE)
loader.lift, loader.lift_leakage = LineActuator(*lift_ends), SpringDamperParallel(*lift_ends, d=1e5)

# second loop: boom, bell crank, link and bucket, tilted by a cylinder between front frame and bell crank
loader.bell_crank = Body(m=190.0, r_CM=[0.1, 0, -0.02], I=[10.0, 24.0, 16.0])
loader.crank_hinge = Revolute(loader.boom.at(CRANK), loader.bell_crank.frame_a, n=UP, phi_start=-0.25, q_fixed=True, v_fixed=True)
loader.tilt_stop = RevoluteEndStop(loader.crank_hinge, lower=-0.33, upper=0.80, c=5e6, d=0.5)
loader.link = Body(m=70.0, r_CM=[LINK / 2, 0, 0], I=[0.5, 3.0, 3.0])
loader.link_hinge = Revolute(loader.bell_crank.at(CRANK_TO_LINK), loader.link.frame_a, n=UP)
loader.bucket = Body(m=1100.0, r_CM=[0.45, 0, 0.15], I=[750.0, 220.0, 800.0])
loader.bucket_hinge = Revolute(loader.boom.at([BOOM, 0, 0]), loader.bucket.frame_a, n=UP, phi_start=1.0)
loader.bucket_pin = Revolute(loader.link.at([LINK, 0, 0]), loader.bucket.at(LINK_TO_BUCKET), n=UP)
tilt_ends = loader.front_frame.at(TILT_FOOT), loader.bell_crank.at(TILT_EYE)
loader.tilt, loader.tilt_leakage = LineActuator(*tilt_ends), SpringDamperParallel(*tilt_ends, d=5e4)
loader.load = Body(m=1000.0, I=[350.0, 100.0, 350.0])
loader.heap = Fixed(loader.bucket.at([0.55, 0, 0.35]), loader.load.frame_a)

for side, mirrored in (("left", 1), ("right", -1)):
    steer_ends = loader.rear_frame.at(STEER_REAR * np.array([1, mirrored, 1])), loader.front_frame.at(STEER_FRONT * np.array([1, mirrored, 1]))
    loader.add(f"steer_{side}", LineActuator(*steer_ends))
    loader.add(f"steer_{side}_leakage", SpringDamperParallel(*steer_ends, d=5e4))

loader.speed = VelocitySensor(loader.rear_frame.at([0, 0, 0.9]))
loader.hitch_load, loader.boom_load, loader.link_load = (JointReaction(joint) for joint in (loader.hitch, loader.boom_hinge, loader.bucket_pin))
loader.drift, loader.energy = ConstraintDrift(), EnergyError()

cylinders = {"lift": loader.lift, "tilt": loader.tilt, "steer_left": loader.steer_left, "steer_right": loader.steer_right}
loader.expose(
    inputs={
        **{f"drive_torque_{corner}": getattr(loader, f"drive_{corner}").tau for corner in CORNERS},
        **{f"{name}_force": cylinder.f for name, cylinder in cylinders.items()},
    },
    outputs={
        "position": loader.chassis.r,
        "velocity": loader.speed.v,
        "turning": loader.speed.w,
        "articulation": loader.hitch.phi,
        "boom_angle": loader.boom_hinge.phi,
        "bucket_angle": loader.bucket_hinge.phi,
        **{f"{name}_stroke": cylinder.s for name, cylinder in cylinders.items()},
        **{f"{name}_rate": cylinder.v for name, cylinder in cylinders.items()},
        **{f"wheel_speed_{corner}": getattr(loader, f"axle_{corner}").w for corner in CORNERS},
        **{f"wheel_load_{corner}": getattr(loader, f"tire_{corner}").f for corner in CORNERS},
        "hitch_force": loader.hitch_load.f,
        "boom_hinge_force": loader.boom_load.f,
        "link_force": loader.link_load.f,
        "link_force_unique": loader.link_load.f_unique,
        "drift": loader.drift.position,
        "energy_error": loader.energy.error,
    },
    tunable=[loader.load.m],
)

model = loader
