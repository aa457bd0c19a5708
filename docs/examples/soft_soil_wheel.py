"""A driven wheel on soft soil: it sinks, digs itself in under torque, and leaves a rut in which it comes back.

`mbfmu build docs/examples/soft_soil_wheel.py` writes its FMU.
"""

import numpy as np

from mbfmu import Body, Box, JointTorque, LookupTable, Model, Prismatic, Revolute, Soil, SoilWheel, Table, World, simulate
from mbfmu.view import view_model

RADIUS, WIDTH = 0.4, 0.25  # m
LOAD = 2000.0  # N
X, Y = np.linspace(-1.0, 9.0, 201), np.linspace(-0.5, 0.5, 21)  # m: where the soil remembers
VIRGIN = LookupTable(X, Y, np.zeros((201, 21)))

model = Model("SoftSoilWheel", "driven wheel on soft soil", stop_time=4.0, step_size=2e-3)
model.world = World(g=9.81)
model.soil = Soil(k_c=1e3, k_phi=1.5e6, n=1.1, k_e=5e7, c=1e3, phi=np.radians(31), K=0.02, damping=5.0, sinkage=VIRGIN)
model.slide = Body(m=10.0, visual=[Box(size=[0.2, 0.1, 0.1], r=[0, 0, 0.6], colour="#777777")])
model.carrier = Body(m=LOAD / 9.81 - 40.0, visual=[Box(size=[0.6, 0.3, 0.2], r=[0, 0, 0.55], colour="#b58a5a")])
model.wheel = Body(m=40.0, I=[2.0, 3.5, 2.0], visual=[Box(size=[0.5, 0.27, 0.06], colour="#444444")])
model.along = Prismatic(model.world.frame_b, model.slide.frame_a, n=[1, 0, 0])
model.lift = Prismatic(model.slide.frame_a, model.carrier.frame_a, n=[0, 0, 1], s_start=RADIUS - 0.03)
model.axle = Revolute(model.carrier.frame_a, model.wheel.frame_a, n=[0, 1, 0])
model.drive = JointTorque(model.axle)
model.rim = SoilWheel(model.wheel.frame_a, model.soil, radius=RADIUS, breadth=WIDTH)
model.expose(
    inputs={"torque": model.drive.tau},
    outputs={
        "x": model.along.s,
        "v": model.along.v,
        "z": model.lift.s,
        "w": model.axle.w,
        "f": model.rim.f,
        "sinkage": model.rim.sinkage,
        "rut": model.rim.rut,
    },
    tunable=[model.soil.c, model.soil.phi],
)

if __name__ == "__main__":
    torque = Table([0.0, 2.0, 2.0, 4.0], [250.0, 250.0, -250.0, -250.0])
    result = simulate(model, inputs={"torque": torque})
    for row in result[::25]:
        print(f"t {row['time']:4.2f} s   x {row['x']:6.3f} m   v {row['v']:6.3f} m/s   rut {1e3 * row['rut']:5.1f} mm")
    view_model(model, "soft_soil_wheel.html", inputs={"torque": torque})
