"""Build the FMUs, co-simulate them, and write a CSV file, a plot and the system as SSP into the folder `results`."""

from system import CORNERS, FOLDER, system  # beside this file

from mbfmu.cosim import signal_units, simulate_system, write_csv, write_system
from mbfmu.view import plot

result = simulate_system(system)
write_csv(FOLDER / "full_car.csv", result)
shown = ["car.velocity[1]", "car.yaw", *(f"abs_{corner}.{what}" for what in ("slip", "torque") for corner in CORNERS)]
plot(result, FOLDER / "full_car.png", signals=shown, units=signal_units(system))
write_system(system, FOLDER / "system.ssd")
write_system(system, FOLDER / "full_car.ssp")
