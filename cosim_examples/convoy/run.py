"""Build the FMUs, co-simulate them, and write a CSV file, plots of paths and of gap and speeds, and the system as SSP into the folder `results`."""

import matplotlib.pyplot as plt
import numpy as np
from system import FOLDER, cruise, system  # beside this file

from mbfmu.cosim import simulate_system, write_csv, write_system

result = simulate_system(system)
write_csv(FOLDER / "convoy.csv", result)
write_system(system, FOLDER / "system.ssd")
write_system(system, FOLDER / "convoy.ssp")
figure, (paths, gaps) = plt.subplots(2, 1, figsize=(8, 5), layout="constrained")
for name, style in (("first", "-"), ("second", "--")):
    paths.plot(result[f"{name}.position[1]"], result[f"{name}.position[2]"], style, label=f"{name} car")
paths.set(xlabel="x in m", ylabel="y in m", xlim=(-30, 180))
speed = np.hypot(result["second.velocity[1]"], result["second.velocity[2]"])
gaps.plot(result["time"], result["controller.cruise.distance"], label="distance in m")
gaps.plot(result["time"], cruise.values["r_0"] + cruise.values["h"] * speed, "--", label="wanted: 6 m, and 1.2 s at its speed, in m")
gaps.set(xlabel="time in s")
for axes in (paths, gaps):
    axes.legend()
    axes.grid(alpha=0.3)
figure.savefig(FOLDER / "convoy.png", dpi=100)
