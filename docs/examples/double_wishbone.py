"""A double-wishbone suspension on a test rig: how camber and toe change with wheel travel.

Axes: x forward, y to the left (towards the wheel), z up; all points in m. The knuckle is measured from the lower ball joint.
"""

from math import degrees

from mbfmu import Body, Cylinder, Distance, Model, PositionSensor, Revolute, RollPitchYawSensor, SineJointMotion, Spherical, World, simulate
from mbfmu.view import view_model

LOWER_PIVOT, LOWER_BALL = [0.0, 0.35, 0.20], [0.0, 0.75, 0.18]
UPPER_PIVOT, UPPER_BALL = [0.0, 0.42, 0.47], [-0.03, 0.69, 0.50]
RACK_END, STEERING_ARM = [-0.14, 0.37, 0.255], [-0.14, 0.72, 0.25]
WHEEL_CENTRE = [0.0, 0.80, 0.31]


def between(a, b):
    """The vector from point a to point b."""
    return [end - start for start, end in zip(a, b)]


model = Model("DoubleWishbone", "Double-wishbone suspension on a test rig", stop_time=1.0, step_size=1e-3)
model.world = World(g=9.81)

model.lower_arm = Body(m=6.0, r_CM=[0, 0.2, 0], I=[0.1, 0.05, 0.1])
model.lower_bush = Revolute(model.world.at(LOWER_PIVOT), model.lower_arm.frame_a, n=[1, 0, 0])
model.upper_arm = Body(m=4.0, r_CM=[0, 0.15, 0], I=[0.05, 0.03, 0.05])
model.upper_bush = Revolute(model.world.at(UPPER_PIVOT), model.upper_arm.frame_a, n=[1, 0, 0])

model.knuckle = Body(m=12.0, r_CM=[0, 0.02, 0.12], I=[0.2, 0.2, 0.2])
model.lower_joint = Spherical(model.lower_arm.at(between(LOWER_PIVOT, LOWER_BALL)), model.knuckle.frame_a)
upper_eye = model.knuckle.at(between(LOWER_BALL, UPPER_BALL))
model.upper_joint = Spherical(model.upper_arm.at(between(UPPER_PIVOT, UPPER_BALL)), upper_eye)

steering_eye = model.knuckle.at(between(LOWER_BALL, STEERING_ARM))
length = sum(x * x for x in between(RACK_END, STEERING_ARM)) ** 0.5
model.tie_rod = Distance(model.world.at(RACK_END), steering_eye, s=length)

model.wheel = Body(m=18.0, I=[0.6, 1.1, 0.6], visual=[Cylinder(radius=0.31, length=0.2, axis=[0, 1, 0], colour="#343a4266")])
centre = model.knuckle.at(between(LOWER_BALL, WHEEL_CENTRE))
model.bearing = Revolute(centre, model.wheel.frame_a, n=[0, 1, 0])

model.rig = SineJointMotion(model.lower_bush, amplitude=0.2, frequency=1.0)  # moves the wheel by about 80 mm up and down
model.travel, model.angles = PositionSensor(centre), RollPitchYawSensor(model.knuckle.frame_a)
model.expose(outputs={"centre": model.travel.r, "roll": model.angles.roll, "yaw": model.angles.yaw, "rig_torque": model.rig.tau})

if __name__ == "__main__":
    result = simulate(model)
    for row in result[:: len(result) // 8]:
        # of a left wheel: the top leans in when it rolls to the right, the front points in when it yaws to the right
        travel = 1e3 * (row["centre[3]"] - WHEEL_CENTRE[2])
        print(f"travel {travel:6.1f} mm   camber {-degrees(row['roll']):6.2f} deg   toe {-degrees(row['yaw']):6.2f} deg")
    view_model(model, "double_wishbone.html")
