"""Build the three FMUs, co-simulate them, and write a CSV file, a plot and the system as SSP into the folder `results`."""

from system import FOLDER, system  # beside this file

from mbfmu.cli.demo import SHOWN
from mbfmu.cosim import signal_units, simulate_system, write_csv, write_system
from mbfmu.view import plot

result = simulate_system(system)
write_csv(FOLDER / "hydraulic_crane.csv", result)
plot(result, FOLDER / "hydraulic_crane.png", signals=SHOWN, units=signal_units(system))
write_system(system, FOLDER / "system.ssd")
write_system(system, FOLDER / "hydraulic_crane.ssp")
