"""Build the crane's three FMUs, co-simulate them, and write a CSV file, a plot and the system as SSP into the folder `results`."""

from pathlib import Path

from mbfmu.cosim import open_system, signal_units, simulate_system, write_csv, write_system
from mbfmu.demo import SHOWN, build_demo
from mbfmu.view import plot

results = Path("results")

with open_system(build_demo(results)) as system:
    result = simulate_system(system)
    write_csv(results / "hydraulic_crane.csv", result)
    plot(result, results / "hydraulic_crane.png", signals=SHOWN, units=signal_units(system))
    write_system(system, results / "hydraulic_crane.ssp")
