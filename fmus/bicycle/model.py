"""Whipple's bicycle: frame with rider, fork and two thin wheels that roll on a plane without slipping; the rider holds on without a hand on the bars.

Axes: x forward, y to the left, z up. Source: Meijaard, Papadopoulos, Ruina & Schwab (2007), Linearized dynamics equations for the balance and
steer of a bicycle: a benchmark and review, Proc. R. Soc. A 463, table 1. There y points to the right and z down, so products of inertia xz change
their sign.
"""

import numpy as np

from mbfmu import (
    Body,
    ConstraintDrift,
    EnergyError,
    FreeMotion,
    JointTorque,
    Model,
    Revolute,
    RollingDisk,
    RollPitchYawSensor,
    World,
)

WHEELBASE, TRAIL, TILT = 1.02, 0.08, np.pi / 10  # m, m, rad
REAR, FRONT = 0.3, 0.35  # m: radii of the wheels

down_the_fork = np.array([np.sin(TILT), 0.0, -np.cos(TILT)])  # the steering axis
rear_axle, front_axle = np.array([0, 0, REAR]), np.array([WHEELBASE, 0, FRONT])
head = np.array([WHEELBASE + TRAIL, 0, 0]) - 1.0 * down_the_fork  # a point of the steering axis

bicycle = Model("Bicycle", "Bicycle of Whipple with a rigid rider", stop_time=5.0, step_size=1e-2)
speed = bicycle.parameter("speed", 4.6, "m/s", "forward speed at the start")
lean_rate = bicycle.parameter("lean_rate", 0.0, "rad/s", "angular velocity of leaning at the start, about the line of the contacts")

bicycle.world = World(g=9.81)
bicycle.frame = Body(m=85.0, r_CM=np.array([0.3, 0, 0.9]) - rear_axle, I=[9.2, 11.0, 2.8, 0, -2.4, 0])
bicycle.fork = Body(m=4.0, r_CM=np.array([0.9, 0, 0.7]) - head, I=[0.05892, 0.06, 0.00708, 0, 0.00756, 0])
bicycle.rear_wheel = Body(m=2.0, I=[0.0603, 0.12, 0.0603])
bicycle.front_wheel = Body(m=3.0, I=[0.1405, 0.28, 0.1405])
bicycle.free = FreeMotion(
    bicycle.world.frame_b, bicycle.frame.frame_a, r_start=rear_axle, v_start=[speed, -lean_rate * REAR, 0], w_start=[lean_rate, 0, 0]
)
bicycle.rear_hub = Revolute(bicycle.frame.frame_a, bicycle.rear_wheel.frame_a, n=[0, 1, 0], w_start=speed / REAR)
bicycle.steering = Revolute(bicycle.frame.at(head - rear_axle), bicycle.fork.frame_a, n=down_the_fork)
bicycle.front_hub = Revolute(bicycle.fork.at(front_axle - head), bicycle.front_wheel.frame_a, n=[0, 1, 0], w_start=speed / FRONT)
bicycle.rear_contact = RollingDisk(bicycle.world.frame_b, bicycle.rear_wheel.frame_a, radius=REAR)
bicycle.front_contact = RollingDisk(bicycle.world.frame_b, bicycle.front_wheel.frame_a, radius=FRONT)
bicycle.rider = JointTorque(bicycle.steering)
bicycle.angles = RollPitchYawSensor(bicycle.frame.frame_a)
bicycle.drift, bicycle.energy = ConstraintDrift(), EnergyError()
bicycle.expose(
    inputs={"steering_torque": bicycle.rider.tau},
    outputs={
        "r": bicycle.free.r,
        "lean": bicycle.angles.roll,
        "heading": bicycle.angles.yaw,
        "steering_angle": bicycle.steering.phi,
        "steering_rate": bicycle.steering.w,
        "front_force": bicycle.front_contact.f,
        "drift": bicycle.drift.position,
        "energy_error": bicycle.energy.error,
    },
    tunable=[bicycle.frame.m],
)

model = bicycle
