"""The benchmark bicycle of Meijaard, Papadopoulos, Ruina & Schwab (2007), Linearized dynamics equations for the balance and steer
of a bicycle: four bodies, two wheels that roll without slipping. Axes: x forward, y to the left, z up."""

import numpy as np

from mbfmu import Body, ConstraintDrift, FreeMotion, JointTorque, Model, Revolute, RollingDisk, World

WHEELBASE, TRAIL, TILT = 1.02, 0.08, np.pi / 10  # m, m, rad
REAR, FRONT = 0.3, 0.35  # m: radii of the wheels
SPEED = 4.6  # m/s: within the range where it balances itself
LEAN_RATE = 0.5  # rad/s

down_the_fork = np.array([np.sin(TILT), 0.0, -np.cos(TILT)])  # the steering axis
rear_axle, front_axle = np.array([0, 0, REAR]), np.array([WHEELBASE, 0, FRONT])
head = np.array([WHEELBASE + TILT, 0, 0]) - 1.0 * down_the_fork  # a point of the steering axis

bicycle = Model("Bicycle", stop_time=2.0, step_size=1e-2)
bicycle.world = World(g=9.81)
# positions and moments of inertia of the benchmark, whose y points to the right and z down: products 13 keep their sign
bicycle.frame = Body(m=85.0, r_CM=np.array([0.3, 0, 0.9]) - rear_axle, I=[9.2, 11.0, 2.8, 0, 2.4, 0])
bicycle.fork = Body(m=4.0, r_CM=np.array([0.9, 0, 0.7]) - head, I=[0.05892, 0.06, 0.00708, 0, -0.00756, 0])
bicycle.rear_wheel = Body(m=2.0, I=[0.0603, 0.12, 0.0603])
bicycle.front_wheel = Body(m=3.0, I=[0.1405, 0.28, 0.1405])
bicycle.free = FreeMotion(
    bicycle.world.frame_b, bicycle.frame.frame_a, r_start=rear_axle, v_start=[SPEED, -LEAN_RATE * REAR, 0], w_start=[LEAN_RATE, 0, 0]
)
bicycle.rear_hub = Revolute(bicycle.frame.frame_a, bicycle.rear_wheel.frame_a, n=[0, 1, 0], w_start=SPEED / REAR)
bicycle.steering = Revolute(bicycle.frame.at(head - rear_axle), bicycle.fork.frame_a, n=down_the_fork)
bicycle.front_hub = Revolute(bicycle.fork.at(front_axle - head), bicycle.front_wheel.frame_a, n=[0, 1, 0], w_start=SPEED / FRONT)
bicycle.rear_contact = RollingDisk(bicycle.world.frame_b, bicycle.rear_wheel.frame_a, radius=REAR)
bicycle.front_contact = RollingDisk(bicycle.world.frame_b, bicycle.front_wheel.frame_a, radius=FRONT)
bicycle.rider = JointTorque(bicycle.steering)
bicycle.drift = ConstraintDrift()
bicycle.expose(
    inputs={"steering_torque": bicycle.rider.tau},
    outputs={
        "r": bicycle.free.r,
        "w": bicycle.free.w,
        "steering_angle": bicycle.steering.phi,
        "steering_rate": bicycle.steering.w,
        "front_force": bicycle.front_contact.f,
        "drift": bicycle.drift.position,
    },
    tunable=[bicycle.frame.m],
)

model = bicycle
