"""Build both FMUs, co-simulate them with enough and with too little force, and write CSV files, plots and the system as SSP into `results`."""

import numpy as np
from system import FOLDER, system, weak  # beside this file

from mbfmu.cosim import signal_units, simulate_system, write_csv, write_system
from mbfmu.view import plot

firm, slipping = (simulate_system(one) for one in (system, weak))
for name, result in (("gripper", firm), ("weak_gripper", slipping)):
    write_csv(FOLDER / f"{name}.csv", result)
    plot(result, FOLDER / f"{name}.png", signals=["gripper.height", "gripper.r[3]", "gripper.right_N"], units=signal_units(system))
heights = {
    "height of the hand": firm["gripper.height"],
    "height of the box, 60 N": firm["gripper.r[3]"],
    "height of the box, 12 N": slipping["gripper.r[3]"],
}
table = np.array(list(zip(firm["time"], *heights.values())), dtype=[("time", float), *((name, float) for name in heights)])
plot(table, FOLDER / "both.png", units=dict.fromkeys(heights, "m"), signals=list(heights))
write_system(system, FOLDER / "system.ssd")
write_system(system, FOLDER / "gripper.ssp")
