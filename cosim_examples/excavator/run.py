"""Build the seven FMUs, co-simulate them, and write a CSV file, a plot and the system as SSP into the folder `results`."""

from system import FOLDER, STROKES, system  # beside this file

from mbfmu.cosim import signal_units, simulate_system, write_csv, write_system
from mbfmu.view import plot

result = simulate_system(system)
write_csv(FOLDER / "excavator.csv", result)
shown = [f"{part}_{what}" for what in ("pid.error", "cylinder.rod.f", "cylinder.p_A") for part in STROKES]
plot(result, FOLDER / "excavator.png", signals=shown, units=signal_units(system))
write_system(system, FOLDER / "system.ssd")
write_system(system, FOLDER / "excavator.ssp")
