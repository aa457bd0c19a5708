"""A tractor with a semi-trailer, 32 t together, on a flat road: double wishbones in front, solid axles behind and under the trailer.

Axes: x forward, y to the left, z up; the origin is on the ground below the middle of the front axle.
"""

from dataclasses import replace

from mbfmu import Body, Box, EnergyError, FlatRoad, FreeMotion, JointTorque, LinearTire, Model, RollPitchYawSensor, Universal, VelocitySensor, World
from mbfmu.model.vehicles import DoubleWishbone, Mass, Point, RackSteering, SolidAxle, Stop, SuspensionSpring, Wheel

REAR, HITCH, TRAILER = -3.6, -3.0, -10.6  # m: rear axle of the tractor, king pin, and axle of the trailer
CENTRE, RADIUS, DEFLECTED = 0.5, 0.53, 0.03  # m: height of wheels, and tires without load and by what they are deflected
STEERED = Wheel(m=110.0, I_axle=12.0, I_across=8.0, radius=RADIUS, width=0.32)
TWIN = Wheel(m=230.0, I_axle=26.0, I_across=18.0, radius=RADIUS, width=0.6)

front = DoubleWishbone(
    lower_front=Point(0.30, 0.45, 0.42),
    lower_rear=Point(-0.30, 0.45, 0.42),
    lower_ball=Point(0.0, 0.90, 0.36),
    upper_front=Point(0.25, 0.50, 0.78),
    upper_rear=Point(-0.25, 0.50, 0.78),
    upper_ball=Point(-0.03, 0.86, 0.74),
    tie_rod_inner=Point(-0.30, 0.47, 0.50),
    tie_rod_outer=Point(-0.32, 0.88, 0.46),
    spring_foot=Point(0.0, 0.75, 0.38),
    spring_top=Point(0.0, 0.72, 1.00),
    wheel_centre=Point(0.0, 1.02, CENTRE),
    lower_arm=Mass(35.0, Point(0.0, 0.65, 0.40), (1.0, 0.8, 1.6, 0.0, 0.0, 0.0)),
    upper_arm=Mass(20.0, Point(0.0, 0.65, 0.77), (0.5, 0.4, 0.8, 0.0, 0.0, 0.0)),
    knuckle=Mass(90.0, Point(-0.02, 0.92, 0.52), (3.0, 2.5, 1.5, 0.0, 0.0, 0.0)),
    wheel=STEERED,
    spring=SuspensionSpring(c=550e3, d=22e3, force=46835.7, bump=Stop(0.07, c=5e5, c_3=5e8, d=0.2), rebound=Stop(0.08, c=5e5, c_3=5e8, d=0.2)),
)
axle = SolidAxle(
    lower_link_body=Point(0.90, 0.42, 0.45),
    lower_link_beam=Point(0.05, 0.42, 0.45),
    upper_link_body=Point(0.85, 0.0, 0.78),
    upper_link_beam=Point(0.0, 0.0, 0.78),
    panhard_body=Point(-0.20, 0.45, 0.56),
    panhard_beam=Point(-0.20, -0.45, 0.56),
    spring_foot=Point(0.0, 0.55, 0.62),
    spring_top=Point(0.0, 0.55, 1.02),
    wheel_centre=Point(0.0, 0.93, CENTRE),
    beam=Mass(600.0, Point(0.0, 0.0, 0.5), (230.0, 15.0, 230.0, 0.0, 0.0, 0.0)),
    wheel=TWIN,
    spring=SuspensionSpring(c=1e6, d=36e3, bump=Stop(0.08, c=1e6, c_3=1e9, d=0.2), rebound=Stop(0.09, c=1e6, c_3=1e9, d=0.2)),
)
LOADS = {"front": 33e3, "rear": 54.6e3, "trailer": 67.5e3}  # N: of each wheel at rest, by moments


def loaded(template: SolidAxle, force: float, x: float) -> SolidAxle:
    """An axle at x whose springs push with `force` [N]."""
    return replace(template, spring=replace(template.spring, force=force)).ahead(x)


truck = Model("Truck", "Tractor with a semi-trailer", stop_time=10.0, step_size=1e-3)
speed = truck.parameter("speed", 0.0, "m/s", "speed ahead at the start")
truck.world, truck.road = World(g=9.81), FlatRoad()
cab = [Box(size=[2.2, 2.4, 2.4], r=[0.4, 0, 2.1], colour="#b33a3acc"), Box(size=[6.0, 0.9, 0.3], r=[-1.9, 0, 0.85], colour="#4a4f55")]
truck.tractor = Body(m=6000.0, r_CM=[-0.9, 0, 1.1], I=[4500.0, 14e3, 14e3], visual=cab)
truck.motion = FreeMotion(truck.world.frame_b, truck.tractor.frame_a, v_start=[speed, 0, 0])
box = Box(size=[12.6, 2.5, 2.7], r=[-8.2, 0, 2.6], colour="#d9dde1cc")
truck.trailer = Body(m=23e3, r_CM=[-7.2, 0, 1.9], I=[30e3, 270e3, 265e3], visual=[box])
kingpin = [HITCH, 0, 1.2]
truck.fifth_wheel = Universal(truck.tractor.at(kingpin), truck.trailer.at(kingpin), n_a=[0, 1, 0], n_b=[0, 0, 1])

rack_mass = Mass(8.0, Point(-0.3, 0, 0.5), (0.8, 0.05, 0.8, 0, 0, 0))
rack = RackSteering(front.tie_rod_inner, rack_mass, c=3e6, d=4e4).add(truck, "steering", truck.tractor)
left = front.add(truck, "front_left", truck.tractor, rack.rack)
right = front.mirrored().add(truck, "front_right", truck.tractor, rack.rack)
rear = loaded(axle, 49415.7, REAR).add(truck, "rear", truck.tractor)
behind = loaded(axle, 62345.1, TRAILER).add(truck, "trailer_axle", truck.trailer)
wheels = {"FL": left, "FR": right, "RL": rear.left, "RR": rear.right, "TL": behind.left, "TR": behind.right}
for (corner, wheel), load in zip(wheels.items(), [load for load in LOADS.values() for _ in range(2)]):
    wheel.bearing.w_start = speed / CENTRE
    tire = LinearTire(wheel.wheel.frame_a, truck.road, radius=RADIUS, c_z=load / DEFLECTED, d_z=500.0, c_kappa=12.0, c_alpha=6.0, sigma_alpha=0.7)
    truck.add(f"tire_{corner}", tire)
truck.heading, truck.body_speed, truck.energy = RollPitchYawSensor(truck.tractor.frame_a), VelocitySensor(truck.tractor.frame_a), EnergyError()
for side, wheel in (("left", rear.left), ("right", rear.right)):
    truck.add(f"drive_{side}", JointTorque(wheel.bearing))
truck.expose(
    inputs={
        "steering": rack.input,
        "drive": [truck.drive_left.tau, truck.drive_right.tau],
        **{f"brake_{corner}": wheel.brake.torque for corner, wheel in wheels.items()},
    },
    outputs={
        "position": truck.motion.r,
        "velocity": truck.motion.v,
        "turning": truck.body_speed.w,
        "yaw": truck.heading.yaw,
        "roll": truck.heading.roll,
        "hitch_angle": truck.fifth_wheel.phi_b,
        **{f"tire_force_{corner}": getattr(truck, f"tire_{corner}").F for corner in wheels},
        "energy_error": truck.energy.error,
    },
)

model = truck
