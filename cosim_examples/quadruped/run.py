"""Build the two FMUs, co-simulate them, and write a CSV file, a plot and the system as SSP into the folder `results`."""

from system import FOLDER, system  # beside this file

from mbfmu.cosim import signal_units, simulate_system, write_csv, write_system
from mbfmu.view import plot

result = simulate_system(system)
write_csv(FOLDER / "quadruped.csv", result)
shown = ["controller.speed", "robot.v_x", "robot.floating_base.r[1]", "robot.pitch", "robot.FL_foot.r[3]", "robot.FL_foot.N"]
plot(result, FOLDER / "quadruped.png", signals=shown, units=signal_units(system))
write_system(system, FOLDER / "system.ssd")
write_system(system, FOLDER / "quadruped.ssp")
