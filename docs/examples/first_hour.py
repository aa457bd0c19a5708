"""The first hour: a double pendulum, simulated, seen, made an FMU of each kind, checked, and run in FMPy."""

from pathlib import Path

import fmpy
import numpy as np

import mbfmu
from mbfmu import Body, Cylinder, JointTorque, KineticEnergy, Model, PotentialEnergy, Revolute, TorsionSpringDamper, World
from mbfmu.view import plot, view_model, view_start

ALONG_Y = [0, 1, 0]
ROD = [Cylinder(radius=0.02, length=1.0, axis=[1, 0, 0], r=[0.5, 0, 0])]

model = Model("DoublePendulum", "Two links that swing", stop_time=5.0, step_size=1e-2)
model.world = World(g=9.81)
model.upper = Body(m=1.0, r_CM=[0.5, 0, 0], I=[1e-4, 1 / 12, 1 / 12], visual=ROD)
model.shoulder = Revolute(model.world.frame_b, model.upper.frame_a, n=ALONG_Y, phi_start=0.5)
model.lower = Body(m=1.0, r_CM=[0.5, 0, 0], I=[1e-4, 1 / 12, 1 / 12], visual=ROD)
model.elbow = Revolute(model.upper.at([1.0, 0, 0]), model.lower.frame_a, n=ALONG_Y, phi_start=0.5)
model.bearing = TorsionSpringDamper(model.elbow, d=0.0)
model.motor = JointTorque(model.shoulder)
model.kinetic, model.potential = KineticEnergy(), PotentialEnergy()
model.expose(
    inputs={"torque": model.motor.tau},
    outputs={"shoulder": model.shoulder.phi, "elbow": model.elbow.phi, "T": model.kinetic.T, "V": model.potential.V},
    tunable=[model.lower.m, model.bearing.d],
)

if __name__ == "__main__":
    out = Path("first_hour")
    out.mkdir(exist_ok=True)

    # look at the start, simulate, plot, and see it move
    view_start(model, out / "start.html")
    result = mbfmu.simulate(model)
    energy = result["T"] + result["V"]
    print(f"energy changes by {np.ptp(energy):.1e} J of {np.ptp(result['T']):.1f} J")
    plot(result, out / "swing.png", signals=["shoulder", "elbow"], units={"shoulder": "rad", "elbow": "rad"})
    view_model(model, out / "swing.html")

    # drive it step by step: a controller of your own
    with mbfmu.open(model) as run:
        while run.time < 3.0:
            run["torque"] = -200.0 * (run["shoulder"] - 0.2)
            run.step(0.01)
        print(f"with a motor the shoulder is at {run['shoulder']:.2f} rad")

    # FMUs: as data, in Python, compiled; any tool that knows FMI runs them
    fmus = [mbfmu.build_portable(model, out / "portable"), mbfmu.build_fmu(model, out), mbfmu.build_native(model, out / "native")]
    for fmu in fmus:
        last = fmpy.simulate_fmu(str(fmu), stop_time=5.0, output_interval=0.01)[-1]
        print(f"{fmu}: elbow at {last['elbow']:.4f} rad, mbfmu.simulate has {result['elbow'][-1]:.4f} rad")
