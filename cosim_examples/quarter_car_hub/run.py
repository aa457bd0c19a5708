"""Build the two FMUs, co-simulate them, and write a CSV file, a plot and the system as SSP into the folder `results`."""

from system import FOLDER, system  # beside this file

from mbfmu.cosim import signal_units, simulate_system, write_csv, write_system
from mbfmu.view import plot

result = simulate_system(system)
write_csv(FOLDER / "quarter_car_hub.csv", result)
plot(result, FOLDER / "quarter_car_hub.png", signals=["car.hub.s", "car.body", "tire.hub.f"], units=signal_units(system))
write_system(system, FOLDER / "system.ssd")
write_system(system, FOLDER / "quarter_car_hub.ssp")
