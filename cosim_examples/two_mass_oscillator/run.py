"""Build the two FMUs, co-simulate them, and write a CSV file, a plot and the system as SSP into the folder `results`."""

from system import folder, system  # beside this file

from mbfmu.cosim import signal_units, simulate_system, write_csv, write_system
from mbfmu.view import plot

result = simulate_system(system)
write_csv(folder / "two_mass_oscillator.csv", result)
plot(result, folder / "two_mass_oscillator.png", signals=["left.s", "right.s", "left.f.residual_energy"], units=signal_units(system))
write_system(system, folder / "system.ssd")
write_system(system, folder / "two_mass_oscillator.ssp")
