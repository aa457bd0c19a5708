"""Build the FMUs, co-simulate them, and write a CSV file and a plot into the folder `results`."""

from system import CORNERS, FOLDER, system  # beside this file

from mbfmu.cosim import signal_units, simulate_system, write_csv
from mbfmu.view import plot

result = simulate_system(system)
write_csv(FOLDER / "full_car.csv", result)
shown = ["car.velocity[1]", "car.yaw", *(f"abs_{corner}.{what}" for what in ("slip", "torque") for corner in CORNERS)]
plot(result, FOLDER / "full_car.png", signals=shown, units=signal_units(system))
