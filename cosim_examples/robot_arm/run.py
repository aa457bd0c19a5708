"""Build the four FMUs, co-simulate them, and write a CSV file, a plot and the system as SSP into the folder `results`."""

from system import FOLDER, GAINS, system  # beside this file

from mbfmu.cosim import signal_units, simulate_system, write_csv, write_system
from mbfmu.view import plot

result = simulate_system(system)
write_csv(FOLDER / "robot_arm.csv", result)
plot(result, FOLDER / "robot_arm.png", signals=[f"arm.{name}.phi" for name in GAINS], units=signal_units(system))
write_system(system, FOLDER / "system.ssd")
write_system(system, FOLDER / "robot_arm.ssp")
