"""One communication step of 1 ms of a damped chain with ten joints at tolerance 1e-6, reading 20 outputs.

The FMU in FMPy against SciPy's solve_ivp (RK45) restarted every step on the same compiled functions: medians over several
runs, both in one process. Run it: `python -m benchmarks.cosim_step`
"""

from __future__ import annotations

import json
import shutil
import tempfile
from pathlib import Path
from time import perf_counter

import fmpy
import numpy as np
import typer
from fmpy.fmi2 import FMU2Slave
from scipy.integrate import solve_ivp

from mbfmu.engine.instance import Instance
from mbfmu.fmu.python_fmu import build_fmu
from mbfmu.library import library_file
from mbfmu.load import load_problem
from mbfmu.runtime.problem import Problem

STEP, TOLERANCE = 1e-3, 1e-6


def fmu_seconds(problem: Problem, steps: int) -> float:
    """Seconds per step of the FMU, reading all outputs after each."""
    folder = Path(tempfile.mkdtemp())
    path = build_fmu(problem, folder)
    description = fmpy.read_model_description(path)
    outputs = [v.valueReference for v in description.modelVariables if v.causality == "output"]
    unpacked = fmpy.extract(path)
    fmu = FMU2Slave(
        guid=description.guid, unzipDirectory=unpacked, instanceName="chain",
        modelIdentifier=description.coSimulation.modelIdentifier,
    )  # fmt: skip
    fmu.instantiate()
    fmu.setupExperiment(startTime=0.0, tolerance=TOLERANCE)
    fmu.enterInitializationMode()
    fmu.exitInitializationMode()
    begin = perf_counter()
    for i in range(steps):
        fmu.doStep(currentCommunicationPoint=i * STEP, communicationStepSize=STEP)
        fmu.getReal(outputs)
    seconds = (perf_counter() - begin) / steps
    fmu.terminate()
    fmu.freeInstance()
    shutil.rmtree(unpacked, ignore_errors=True)
    shutil.rmtree(folder)
    return seconds


def scipy_seconds(problem: Problem, steps: int) -> float:
    """Seconds per step of solve_ivp restarted every step, computing all outputs after each."""
    instance = Instance(problem)
    instance.initialize(0.0)
    x = instance.buffers["x"].copy()
    derivative = lambda t, x: instance.derivative(t, x).copy()
    begin = perf_counter()
    for i in range(steps):
        t = i * STEP
        x = solve_ivp(derivative, (t, t + STEP), x, rtol=TOLERANCE, atol=TOLERANCE).y[:, -1]
        instance.derivative(t + STEP, x)
        instance.outputs()
    return (perf_counter() - begin) / steps


def main(steps: int = 2000, repetitions: int = 5, as_json: bool = typer.Option(False, "--json")) -> None:
    """Print the time of one step of both, and their ratio."""
    problem = load_problem(library_file("fmus/pendulum_chain/model.py"))
    pairs = np.array([[fmu_seconds(problem, steps), scipy_seconds(problem, steps)] for _ in range(repetitions)])
    fmu, peer = np.median(pairs, axis=0)
    ratio = float(np.median(pairs[:, 0] / pairs[:, 1]))
    if as_json:
        print(json.dumps({"fmu_us": fmu * 1e6, "solve_ivp_us": peer * 1e6, "ratio": ratio}))
    else:
        print(f"FMU in FMPy {fmu * 1e6:.0f} us, solve_ivp restarted {peer * 1e6:.0f} us, ratio {ratio:.3f} (aim: at most 0.5)")


if __name__ == "__main__":
    typer.run(main)
