"""What `parallel=` gains: wall time of a co-simulation on one thread over that on several, by turns, in the Jacobi master.

The systems are the examples excavator and convoy, and eight cars of 19 bodies on tires, each with its steering held. FMUs are portable. The cost of
a step is that of one thread. Gains are medians of the rounds, beside the least and the largest: others that use the processor lower them.
Run it: `python -m benchmarks.parallel --threads 2`
"""

from __future__ import annotations

import argparse
import os
import tempfile
from collections.abc import Iterator
from contextlib import chdir
from dataclasses import replace
from pathlib import Path
from runpy import run_path
from time import perf_counter

import numpy as np

from mbfmu.cli.library import library_file
from mbfmu.cosim import Component, System, simulate_system
from mbfmu.fmu.package.portable_fmu import build_portable
from mbfmu.problem.load import load_declared

CARS, SPEED = 8, 20.0  # m/s
EXAMPLES = ("excavator", "convoy")


def systems(folder: Path) -> Iterator[tuple[str, System]]:
    """The systems by name, their FMUs in a folder."""
    for name in EXAMPLES:
        (work := folder / name).mkdir()
        with chdir(work):
            of: System = run_path(str(library_file(f"cosim_examples/{name}/system.py")))["system"]
            parts = {part: replace(component, fmu=Path(component.fmu).resolve()) for part, component in of.components.items()}
        yield f"{name}, {len(parts)} FMUs", replace(of, components=parts, method="jacobi")
    car = build_portable(load_declared(library_file("fmus/full_car_on_tires/model.py")), folder)
    cars = {f"car{i}": Component(car, {"speed": SPEED}) for i in range(1, CARS + 1)}
    steering = {f"{name}.steering": 1e-3 for name in cars}
    yield f"{CARS} cars", System(cars, (), "Cars", stop_time=2.0, step_size=1e-3, inputs=steering)


def seconds(system: System, parallel: int) -> float:
    """Wall time of a run."""
    begin = perf_counter()
    simulate_system(system, show_progress=False, parallel=parallel)
    return perf_counter() - begin


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--threads", type=int, default=os.cpu_count() or 1)
    parser.add_argument("--rounds", type=int, default=5)
    given = parser.parse_args()
    print(f"| system | a step | gain on {given.threads} threads | least to largest |\n|---|---:|---:|---:|")
    with tempfile.TemporaryDirectory() as folder:
        for name, system in systems(Path(folder)):
            times = np.array([[seconds(system, 1), seconds(system, given.threads)] for _ in range(given.rounds)])
            gains, steps = times[:, 0] / times[:, 1], (system.stop_time - system.start_time) / system.step_size
            step = f"{1e6 * np.median(times[:, 0]) / steps:.0f} us"
            print(f"| {name} | {step} | {np.median(gains):.2f} | {gains.min():.2f} to {gains.max():.2f} |", flush=True)


if __name__ == "__main__":
    main()
