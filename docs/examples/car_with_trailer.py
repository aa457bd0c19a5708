"""A car with a trailer on a plane: steered front axle, blades for wheels that cannot slip sideways, a drive at the rear axle."""

import numpy as np

from mbfmu import Body, Box, Cylinder, JointMotionFiltered, KnifeEdge, Model, Planar, Ramp, Revolute, VelocitySensor, World, simulate
from mbfmu.view import view_model

WHEELBASE, HITCH, TRAILER = 2.7, 1.0, 3.5  # m: front to rear axle, rear axle to hitch, hitch to the trailer's axle
STEER = np.radians(12.0)
UP = [0, 0, 1]


def wheels(x, y=0.75):
    """Two wheels of an axle at x, to be seen."""
    return [Cylinder(radius=0.32, length=0.2, axis=[0, 1, 0], r=[x, side * y, 0.32], colour="#343a42") for side in (-1, 1)]


model = Model("CarWithTrailer", "Car and trailer that do not slip sideways", stop_time=20.0, step_size=1e-2)
model.world = World(g=9.81)
car_box = Box(size=[4.3, 1.7, 0.9], r=[1.3, 0, 0.8], colour="steelblue")
model.car = Body(m=1400.0, r_CM=[1.3, 0, 0], I=[500.0, 2000.0, 2200.0], visual=[car_box, *wheels(0.0)])  # measured from its rear axle
model.road = Planar(model.world.frame_b, model.car.frame_a, v_x_start=3.0, q_fixed=True, v_fixed=True)
model.front = Body(m=60.0, I=[3.0, 3.0, 3.0], visual=wheels(0.0))
model.kingpin = Revolute(model.car.at([WHEELBASE, 0, 0]), model.front.frame_a, n=UP, q_fixed=True)
model.steering = JointMotionFiltered(model.kingpin, w=3.0)

model.trailer = Body(m=800.0, r_CM=[-3.3, 0, 0], I=[300.0, 900.0, 1100.0], visual=[Box(size=[3.0, 1.7, 1.2], r=[-3.3, 0, 0.9]), *wheels(-TRAILER)])
model.hitch = Revolute(model.car.at([-HITCH, 0, 0]), model.trailer.frame_a, n=UP, q_fixed=True)

model.rear_axle = KnifeEdge(model.world.frame_b, model.car.frame_a)
model.front_axle = KnifeEdge(model.world.frame_b, model.front.frame_a)
model.trailer_axle = KnifeEdge(model.world.frame_b, model.trailer.at([-TRAILER, 0, 0]))

model.speed = VelocitySensor(model.car.frame_a)
model.expose(
    inputs={"steer": model.steering.s},
    outputs={"x": model.road.s_x, "y": model.road.s_y, "yaw": model.road.phi, "yaw_rate": model.road.w, "hitch_angle": model.hitch.phi,
             "v": model.speed.v, "side_force": model.trailer_axle.f},
)  # fmt: skip

if __name__ == "__main__":
    turn = {"steer": Ramp(at=1.0, duration=1.0, height=STEER)}
    result = simulate(model, inputs=turn)
    last = result[-1]
    speed = np.hypot(last["v[1]"], last["v[2]"])
    print(f"radius {speed / last['yaw_rate']:.3f} m, by the wheelbase {WHEELBASE / np.tan(STEER):.3f} m")
    print(f"hitch angle {np.degrees(last['hitch_angle']):.2f} deg")
    view_model(model, "car_with_trailer.html", inputs=turn)
