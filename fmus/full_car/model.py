"""A car of 19 bodies with a hub port at each wheel, for tires that are FMUs of their own.

Axes: x forward, y to the left, z up; the origin is on the ground below the middle of the front axle.
"""

from mbfmu.model.vehicles import MID_SIZE_CAR, car_model

model, car = car_model("FullCar", "Car of 19 bodies with hub ports for its tires", MID_SIZE_CAR)

# forces are held between communication points, which errs far more than this
model.integrator, model.tolerance = "bogacki_shampine", 1e-5

# where nobody drives it, it stands on what its tires carry
front, rear = MID_SIZE_CAR.front.wheel_centre, MID_SIZE_CAR.rear.wheel_centre
for corner, x, y in (("FL", front.x, front.y), ("FR", front.x, -front.y), ("RL", rear.x, rear.y), ("RR", rear.x, -rear.y)):
    model.expose(start={f"wheel_{corner}.point": [x, y, 0.0], f"wheel_{corner}.force": [0.0, 0.0, 3520.3185]})
