"""A grapple skidder of 17 t with 2 t of logs, as in Omar (2014), figs. 11 to 13; two closed loops swing its arch and its boom.

Axes: x forward, y to the left, z up; angles of arch and boom are positive upward from ahead. Frames, wheels and feet of cylinders are measured from
the point of the ground below the hitch; the boom from its hinge, the logs from the tongs that hold them.
"""

from math import cos, hypot, pi, sin

import numpy as np

from mbfmu import (
    Body,
    Box,
    ConstraintDrift,
    Cylinder,
    EnergyError,
    Force,
    Frame,
    FreeMotion,
    JointTorque,
    LineActuator,
    LinearTire,
    Model,
    Output,
    Parameter,
    Prismatic,
    Revolute,
    RevoluteEndStop,
    Road,
    RollPitchYawSensor,
    SpringDamperParallel,
    TorsionSpringDamper,
    VelocitySensor,
    WashboardRoad,
    World,
)
from mbfmu.base.scalars import Record, switch
from mbfmu.base.spatial.rotations import cross
from mbfmu.model.elements.roads.base import surface

UP = [0, -1, 0]
AXLES, TRACK, RADIUS = 1.8, 2.4, 0.8  # m; axles are as far from the hitch in front as behind
ARCH_FOOT, ARCH_LENGTH, ARCH_ANGLE = np.array([-1.6, 0, 1.6]), 1.5, 110 * pi / 180  # hinge on the rear frame; m; rad
BOOM_LENGTH, BOOM_ANGLE = 1.4, 190 * pi / 180  # m; rad, against the horizontal
ARCH_CYLINDER, ARCH_EYE = [-0.6, 0, 1.3], [0.9, 0, 0.0]  # foot on the rear frame, eye on the arch
BOOM_CYLINDER, BOOM_EYE = [-0.7, 0, 1.9], [-0.4, 0, 0.0]  # foot on the rear frame, eye on the boom's lever
GRAPPLE, LOGS, TAIL = 0.9, 8.0, 7.2  # m: tongs below the tip of the boom; length of the logs, and what of it trails
LEAN = 0.23  # rad, of grapple and logs at the start
STEER_REAR, STEER_FRONT = [-0.65, 0.5, 0.9], [0.5, 0.4, 0.9]  # m, of the left cylinder
YELLOW, STEEL, WOOD, RUBBER = "#e0a030", "#4a5260", "#8a5a2b", "#2b2b2b"


class Drag(Force):
    """A point that drags on a road: a spring with damping normal to it, and friction against its velocity.

    The spring pushes with c times the depth below the road, along the gradient of the depth, so it stores the energy c depth^2 / 2 on any road.
    Friction is mu f v / sqrt(v^2 + v_0^2) against the velocity v along the road.
    """

    attachments = {"point": Frame, "road": Road}
    c = Parameter("N/m", "stiffness", min=0.0)
    d = Parameter("s/m", "damping, relative to the elastic force", 0.0, min=0.0)
    mu = Parameter("1", "coefficient of friction at much slip", 0.5, min=0.0)
    v_0 = Parameter("m/s", "velocity at which friction has reached 0.7 of its largest value", 0.1, min=0.0, exclusive_min=True)
    f = Output("N", "force of the road on the point, normal to it")

    @staticmethod
    def contact(p, t, point, road):
        """How deep the point is in the road, its velocity, and the forces of spring, damping and friction [N]."""
        ground = surface(road, point.r[0], point.r[1], t)
        below = ground.z - point.r[2]
        depth = switch("on_ground", below, below, 0.0 * below)
        n, steepness = ground.n, 1.0 / ground.n[2]
        sinking = -(n @ point.v) * steepness
        elastic = p.c * depth * steepness
        f = elastic * (1.0 + p.d * sinking)
        along = point.v - (n @ point.v) * n
        friction = -p.mu * f / (along @ along + p.v_0 * p.v_0) ** 0.5 * along
        return Record(depth=depth, f=f, n=n, friction=friction, damping=f - elastic)

    @staticmethod
    def wrenches(p, u, t, point, road):
        contact = Drag.contact(p, t, point, road)
        f = contact.f * contact.n + contact.friction
        return ((f, cross(0.0 * f, f)),)

    @staticmethod
    def energy(p, u, t, point, road):
        depth = Drag.contact(p, t, point, road).depth
        return 0.5 * p.c * depth * depth

    @staticmethod
    def dissipation(p, u, t, point, road):
        contact = Drag.contact(p, t, point, road)
        return -(contact.damping * contact.n + contact.friction) @ point.v

    @staticmethod
    def outputs(p, u, t, point, road):
        return {"f": Drag.contact(p, t, point, road).f}


skidder = Model("GrappleSkidder", "Grapple skidder with articulated frame, arch, grapple and logs on a washboard", stop_time=10.0, step_size=5e-3)
skidder.world, skidder.road = World(g=9.81), WashboardRoad(amplitude=0.25, wavelength=10.0, start=-100.0)

# front frame with engine, cab and blade, and rear frame with the arch
skidder.rear_frame = Body(
    m=3600.0, r_CM=[-1.5, 0, 1.10], I=[2200.0, 3600.0, 3600.0], visual=[Box(size=[2.4, 1.0, 0.6], r=[-1.5, 0, 1.1], colour=STEEL)]
)
bonnet = [Box(size=[2.6, 1.5, 0.9], r=[1.9, 0, 1.5], colour=YELLOW), Box(size=[1.2, 1.6, 1.3], r=[0.6, 0, 2.2], colour="#9fb4c4")]
skidder.front_frame = Body(m=7600.0, r_CM=[1.5, 0, 1.30], I=[4000.0, 7500.0, 7000.0], visual=bonnet)
skidder.chassis = FreeMotion(skidder.world.frame_b, skidder.rear_frame.frame_a, r_start=[-2.0, 0, 0.13], q_fixed=True, v_fixed=True)
skidder.hitch = Revolute(skidder.rear_frame.at([0, 0, 0.9]), skidder.front_frame.at([0, 0, 0.9]), n=[0, 0, 1], q_fixed=True, v_fixed=True)
skidder.hitch_stop = RevoluteEndStop(skidder.hitch, lower=-45 * pi / 180, upper=45 * pi / 180, c=2e6, d=0.2)
skidder.axle = Body(m=700.0, I=[500.0, 40.0, 500.0])
skidder.oscillation = Revolute(skidder.front_frame.at([AXLES, 0, RADIUS]), skidder.axle.frame_a, n=[1, 0, 0])
skidder.axle_stop = RevoluteEndStop(skidder.oscillation, lower=-15 * pi / 180, upper=15 * pi / 180, c=2e6, d=0.2)

CORNERS = {
    "front_left": skidder.axle.at([0, TRACK / 2, 0]),
    "front_right": skidder.axle.at([0, -TRACK / 2, 0]),
    "rear_left": skidder.rear_frame.at([-AXLES, TRACK / 2, RADIUS]),
    "rear_right": skidder.rear_frame.at([-AXLES, -TRACK / 2, RADIUS]),
}
for corner, centre in CORNERS.items():
    wheel = skidder.add(f"wheel_{corner}", Body(m=450.0, I=[90.0, 150.0, 90.0]))
    bearing = skidder.add(f"bearing_{corner}", Revolute(centre, wheel.frame_a, n=[0, 1, 0]))
    skidder.add(f"drive_{corner}", JointTorque(bearing))
    skidder.add(f"rolling_{corner}", TorsionSpringDamper(bearing, d=150.0))
    tire = LinearTire(wheel.frame_a, skidder.road, radius=RADIUS, c_z=6e5, d_z=8e3, c_kappa=8.0, c_alpha=6.0, sigma_kappa=0.4, sigma_alpha=0.8)
    skidder.add(f"tire_{corner}", tire)


def turned(angle: float, point: list[float]) -> np.ndarray:
    """A point [m] of a part that is turned upward by `angle` [rad]."""
    x, y, z = point
    return np.array([x * cos(angle) - z * sin(angle), y, x * sin(angle) + z * cos(angle)])


def locked(name: str, ends: tuple, length: float, force: float, c: float = 2e7, d: float = 1e5) -> LineActuator:
    """A cylinder along a line that is `length` [m] long: its oil is a spring that holds `force` [N] there, and an input pushes beside it."""
    skidder.add(f"{name}_oil", SpringDamperParallel(*ends, c=c, s_unstretched=length + force / c, d=d))
    return skidder.add(name, LineActuator(*ends))


# first loop: rear frame, arch, and its pair of cylinders as one, barrel and rod
skidder.arch = Body(m=800.0, r_CM=[0.8, 0, 0], I=[120.0, 220.0, 300.0], visual=[Box(size=[1.5, 0.9, 0.15], r=[0.75, 0, 0], colour=YELLOW)])
skidder.arch_hinge = Revolute(skidder.rear_frame.at(ARCH_FOOT), skidder.arch.frame_a, n=UP, phi_start=ARCH_ANGLE, q_fixed=True, v_fixed=True)
arch_line = ARCH_FOOT + turned(ARCH_ANGLE, ARCH_EYE) - ARCH_CYLINDER
arch_length = hypot(arch_line[0], arch_line[2])
skidder.barrel = Body(m=90.0, r_CM=[0.35, 0, 0], I=[1.0, 5.0, 5.0])
skidder.barrel_hinge = Revolute(skidder.rear_frame.at(ARCH_CYLINDER), skidder.barrel.frame_a, n=UP, phi_start=np.arctan2(arch_line[2], arch_line[0]))
skidder.rod = Body(m=60.0, r_CM=[-0.35, 0, 0], I=[0.3, 3.0, 3.0])
skidder.stroke = Prismatic(skidder.barrel.frame_a, skidder.rod.frame_a, n=[1, 0, 0], s_start=arch_length)
skidder.rod_hinge = Revolute(skidder.arch.at(ARCH_EYE), skidder.rod.frame_a, n=UP)
arch_cylinder = locked("arch_cylinder", (skidder.rear_frame.at(ARCH_CYLINDER), skidder.arch.at(ARCH_EYE)), arch_length, 0.0)

# second loop: rear frame, arch, boom, and the boom's cylinder; it shares the arch with the first one
skidder.boom = Body(m=350.0, r_CM=[0.6, 0, 0], I=[20.0, 90.0, 100.0], visual=[Box(size=[1.8, 0.3, 0.3], r=[0.5, 0, 0], colour=YELLOW)])
skidder.boom_hinge = Revolute(
    skidder.arch.at([ARCH_LENGTH, 0, 0]), skidder.boom.frame_a, n=UP, phi_start=BOOM_ANGLE - ARCH_ANGLE, q_fixed=True, v_fixed=True
)
boom_line = ARCH_FOOT + turned(ARCH_ANGLE, [ARCH_LENGTH, 0, 0]) + turned(BOOM_ANGLE, BOOM_EYE) - BOOM_CYLINDER
boom_length = hypot(boom_line[0], boom_line[2])
skidder.boom_barrel = Body(m=60.0, r_CM=[0.4, 0, 0], I=[0.6, 4.0, 4.0])
skidder.boom_barrel_hinge = Revolute(
    skidder.rear_frame.at(BOOM_CYLINDER), skidder.boom_barrel.frame_a, n=UP, phi_start=np.arctan2(boom_line[2], boom_line[0])
)
skidder.boom_rod = Body(m=40.0, r_CM=[-0.4, 0, 0], I=[0.2, 2.0, 2.0])
skidder.boom_stroke = Prismatic(skidder.boom_barrel.frame_a, skidder.boom_rod.frame_a, n=[1, 0, 0], s_start=boom_length)
skidder.boom_rod_hinge = Revolute(skidder.boom.at(BOOM_EYE), skidder.boom_rod.frame_a, n=UP)
boom_cylinder = locked("boom_cylinder", (skidder.rear_frame.at(BOOM_CYLINDER), skidder.boom.at(BOOM_EYE)), boom_length, 0.0)

# grapple and logs: they swing at the tip of the boom, and turn about the rotator; the tail of the logs drags on the ground
skidder.crosshead = Body(m=60.0, I=[2.0, 2.0, 2.0])
skidder.swing = Revolute(
    skidder.boom.at([BOOM_LENGTH, 0, 0]), skidder.crosshead.frame_a, n=UP, phi_start=LEAN - BOOM_ANGLE, q_fixed=True, v_fixed=True
)
skidder.grapple = Body(m=450.0, r_CM=[0, 0, -0.5], I=[60.0, 60.0, 30.0], visual=[Box(size=[0.3, 0.7, 0.8], r=[0, 0, -0.5], colour=STEEL)])
skidder.sway = Revolute(skidder.crosshead.frame_a, skidder.grapple.frame_a, n=[1, 0, 0], q_fixed=True, v_fixed=True)
trunks = [
    Cylinder(radius=0.16, length=LOGS, r=[LOGS / 2 - TAIL, y, z], axis=[1, 0, 0], colour=WOOD) for y, z in ((-0.17, -0.1), (0.17, -0.1), (0, 0.19))
]
skidder.logs = Body(m=2000.0, r_CM=[LOGS / 2 - TAIL, 0, 0], I=[60.0, 10700.0, 10700.0], visual=trunks)
skidder.rotator = Revolute(skidder.grapple.at([0, 0, -GRAPPLE]), skidder.logs.frame_a, n=[0, 0, 1], q_fixed=True, v_fixed=True)
for joint, c, d in ((skidder.swing, 0.0, 3e3), (skidder.sway, 0.0, 3e3), (skidder.rotator, 2e3, 2e3)):
    skidder.add(f"{joint.name}_brake", TorsionSpringDamper(joint, c=c, d=d))
skidder.tail = Drag(skidder.logs.at([-TAIL, 0, -0.25]), skidder.road, c=4e5, d=0.3, mu=0.6)

for side, mirrored in (("left", 1), ("right", -1)):
    steer_ends = skidder.rear_frame.at(STEER_REAR * np.array([1, mirrored, 1])), skidder.front_frame.at(STEER_FRONT * np.array([1, mirrored, 1]))
    locked(f"steer_{side}", steer_ends, float(np.linalg.norm(np.subtract(STEER_FRONT, STEER_REAR))), 0.0, c=1e6, d=5e4)

skidder.attitude, skidder.speed = RollPitchYawSensor(skidder.rear_frame.frame_a), VelocitySensor(skidder.rear_frame.at([0, 0, 0.9]))
skidder.drift, skidder.energy = ConstraintDrift(), EnergyError()
cylinders = {"arch": skidder.arch_cylinder, "boom": skidder.boom_cylinder, "steer_left": skidder.steer_left, "steer_right": skidder.steer_right}
skidder.expose(
    inputs={
        **{f"drive_torque_{corner}": getattr(skidder, f"drive_{corner}").tau for corner in CORNERS},
        **{f"{name}_force": cylinder.f for name, cylinder in cylinders.items()},
    },
    outputs={
        "position": skidder.chassis.r,
        "velocity": skidder.speed.v,
        "pitch": skidder.attitude.pitch,
        "roll": skidder.attitude.roll,
        "yaw": skidder.attitude.yaw,
        "articulation": skidder.hitch.phi,
        "axle_roll": skidder.oscillation.phi,
        "arch_angle": skidder.arch_hinge.phi,
        "boom_angle": skidder.boom_hinge.phi,
        "logs_swing": skidder.swing.phi,
        "logs_turn": skidder.rotator.phi,
        **{f"{name}_stroke": cylinder.s for name, cylinder in cylinders.items()},
        **{f"wheel_speed_{corner}": getattr(skidder, f"bearing_{corner}").w for corner in CORNERS},
        **{f"wheel_force_{corner}": getattr(skidder, f"tire_{corner}").F for corner in CORNERS},
        "tail_force": skidder.tail.f,
        "drift": skidder.drift.position,
        "energy_error": skidder.energy.error,
    },
    tunable=[skidder.logs.m],
)

model = skidder
