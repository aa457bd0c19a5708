"""Build the FMUs, co-simulate them, and write a CSV file, plots of paths and of gap and speeds, and the system as SSP into the folder `results`."""

import matplotlib.pyplot as plt
from system import FOLDER, HEADWAY, system  # beside this file

from mbfmu.cosim import simulate_system, write_csv, write_system

result = simulate_system(system)
write_csv(FOLDER / "convoy.csv", result)
write_system(system, FOLDER / "convoy.ssp")
figure, (paths, gaps) = plt.subplots(2, 1, figsize=(8, 5), layout="constrained")
for name, style in (("first", "-"), ("second", "--")):
    paths.plot(result[f"{name}.x"], result[f"{name}.y"], style, label=f"{name} car")
paths.set(xlabel="x in m", ylabel="y in m", xlim=(40, 220))
gaps.plot(result["time"], result["controller.seen.distance"], label="gap in m")
gaps.plot(result["time"], HEADWAY * result["second.v"], "--", label="headway of 1.2 s at its speed, in m")
gaps.set(xlabel="time in s")
for axes in (paths, gaps):
    axes.legend()
    axes.grid(alpha=0.3)
figure.savefig(FOLDER / "convoy.png", dpi=100)
