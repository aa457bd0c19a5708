"""The full car as a native FMU in communication steps of 1 ms: how much faster than real time it runs on one core.

On its tires at 72 km/h, while its steering is set before each step; and with hub ports, standing on forces that are set before each step. In FMPy,
processor time, medians over several runs. Run it: `python -m benchmarks.full_car`
"""

from __future__ import annotations

import json
import tempfile
from ctypes import c_double, c_uint32
from pathlib import Path
from time import process_time

import fmpy
import numpy as np
import typer
from fmpy.fmi2 import FMU2Slave

from mbfmu.driving.load import load_problem
from mbfmu.fmu.native_fmu import build_native
from mbfmu.library import library_file

STEP, TOLERANCE = 1e-3, 1e-6


class Driven:
    """A native FMU with the numbers of an input that is set before each step."""

    def __init__(self, name: str, driven: str, folder: Path):
        path = build_native(load_problem(library_file(f"fmus/{name}/model.py")), folder)
        self.description, self.unzipped = fmpy.read_model_description(path), fmpy.extract(path, folder / name)
        self.references = {v.name: v.valueReference for v in self.description.modelVariables}
        self.driven = self.references[driven]

    def seconds(self, speed: float, start: float, size: float, steps: int) -> float:
        """Processor time of a step, in which the input swings about `start`."""
        model = self.description.coSimulation.modelIdentifier
        fmu = FMU2Slave(guid=self.description.guid, unzipDirectory=self.unzipped, instanceName="car", modelIdentifier=model)
        fmu.instantiate()
        fmu.setupExperiment(startTime=0.0, tolerance=TOLERANCE)
        fmu.setReal([self.references["speed"]], [speed])
        fmu.enterInitializationMode()
        fmu.exitInitializationMode()
        reference, value = (c_uint32 * 1)(self.driven), (c_double * 1)()
        begin = process_time()
        for i in range(steps):
            value[0] = start + size * np.sin(0.01 * i)
            fmu.fmi2SetReal(fmu.component, reference, 1, value)
            fmu.fmi2DoStep(fmu.component, i * STEP, STEP, 1)
        seconds = (process_time() - begin) / steps
        fmu.terminate()
        fmu.freeInstance()
        return seconds


def main(steps: int = 2000, repetitions: int = 5, as_json: bool = typer.Option(False, "--json")) -> None:
    """Print how many times faster than real time both run."""
    with tempfile.TemporaryDirectory() as folder:
        cars = {
            "on its tires": (Driven("full_car_on_tires", "steering", Path(folder)), 20.0, 0.0, 1e-3),
            "with hub ports": (Driven("full_car", "wheel_FL.force.z", Path(folder)), 0.0, 3520.3185, 10.0),
        }
        found = {name: float(np.median([car.seconds(*run, steps) for _ in range(repetitions)])) for name, (car, *run) in cars.items()}
    if as_json:
        print(json.dumps({name: seconds * 1e6 for name, seconds in found.items()}))
        return
    for name, seconds in found.items():
        print(f"{name}: {seconds * 1e6:.0f} us a step, {STEP / seconds:.0f} times real time (aim: 50)")


if __name__ == "__main__":
    typer.run(main)
