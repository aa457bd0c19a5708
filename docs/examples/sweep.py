"""Two hundred payloads on the crane's hook: which cylinder force holds each, and what happens to runs that fail."""

from pathlib import Path

import numpy as np

from mbfmu import Body, LineActuator, Model, Revolute, SpringDamperParallel, TorsionSpringDamper, World, sweep

REACH = 3.0  # m

model = Model("Boom", "A boom on a spring that stands for its cylinder", stop_time=4.0, step_size=0.01)
model.world = World(g=9.81)
model.boom = Body(m=250.0, r_CM=[1.5, 0, 0], I=[5.0, 190.0, 190.0])
model.pivot = Revolute(model.world.frame_b, model.boom.frame_a, n=[0, -1, 0])
model.load = Body(m=100.0, I=[1.0, 1.0, 1.0])
model.hook = Revolute(model.boom.at([REACH, 0, 0]), model.load.at([0, 0, 0.5]), n=[0, -1, 0])
ends = model.world.at([0.5, 0, -0.8]), model.boom.at([1.5, 0, 0])
model.oil = SpringDamperParallel(*ends, c=4e5, d=2e4, s_unstretched=1.281)
model.friction = TorsionSpringDamper(model.hook, d=400.0)
model.cylinder = LineActuator(*ends)
model.expose(
    inputs={"cylinder_force": model.cylinder.f},
    outputs={"angle": model.pivot.phi, "oil_force": model.oil.f},
    tunable=[model.load.m],
)

if __name__ == "__main__":
    masses = [*np.linspace(0.1, 800.0, 197), -1.0, float("nan"), 0.0]  # the last three are no masses of a body that can swing
    table = sweep(model, {"load.m": masses}, keep={"angle": "angle", "lowest": lambda result: result["angle"].min(), "force": "oil_force"})
    failed = table[table["error"] != ""]
    print(table.iloc[::40])
    print(f"{len(failed)} of {len(table)} runs failed:")
    for error in failed["error"]:
        print(" ", error)
    table.to_csv(Path("payloads.csv"), index=False)
