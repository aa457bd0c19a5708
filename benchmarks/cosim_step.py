"""One communication step of 1 ms of a damped chain with ten joints at tolerance 1e-6, reading 20 outputs.

The interpreted FMU in FMPy against the portable one, which has the same engine inside, and against SciPy's solve_ivp (RK45) restarted every step
on the engine's derivatives: medians over several runs, all in one process. Run it: `python -m benchmarks.cosim_step`
"""

from __future__ import annotations

import json
import tempfile
from collections.abc import Callable
from ctypes import c_double, c_uint32
from pathlib import Path
from time import perf_counter

import fmpy
import numpy as np
import typer
from fmpy.fmi2 import FMU2Slave
from scipy.integrate import solve_ivp

from mbfmu.cli.library import library_file
from mbfmu.engine.instance import Instance
from mbfmu.fmu.package.portable_fmu import build_portable
from mbfmu.fmu.package.python_fmu import build_fmu
from mbfmu.problem.data.problem import Problem
from mbfmu.problem.load_problem import load_problem

STEP, TOLERANCE = 1e-3, 1e-6


def fmu_seconds(build: Callable[[Problem, Path], Path], problem: Problem, steps: int) -> float:
    """Seconds per step of an FMU."""
    with tempfile.TemporaryDirectory() as folder:
        path = build(problem, Path(folder))
        description = fmpy.read_model_description(path)
        outputs = [v.valueReference for v in description.modelVariables if v.causality == "output"]
        fmu = FMU2Slave(
            guid=description.guid,
            unzipDirectory=fmpy.extract(path, folder),
            instanceName="chain",
            modelIdentifier=description.coSimulation.modelIdentifier,
        )
        return step_seconds(fmu, outputs, steps, TOLERANCE, perf_counter)


def step_seconds(fmu: FMU2Slave, outputs: list[int], steps: int, tolerance: float, clock: Callable[[], float]) -> float:
    """Seconds per step in FMPy by a clock, reading all outputs after each into one array; the instance is freed."""
    fmu.instantiate()
    fmu.setupExperiment(startTime=0.0, tolerance=tolerance)
    fmu.enterInitializationMode()
    fmu.exitInitializationMode()
    count = len(outputs)
    references, values = (c_uint32 * count)(*outputs), (c_double * count)()
    begin = clock()
    for i in range(steps):
        fmu.fmi2DoStep(fmu.component, i * STEP, STEP, 1)
        fmu.fmi2GetReal(fmu.component, references, count, values)
    seconds = (clock() - begin) / steps
    fmu.terminate()
    fmu.freeInstance()
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


def main(steps: int = 2000, repetitions: int = 7, as_json: bool = typer.Option(False, "--json")) -> None:
    """Print the time of one step of all three, and the ratios."""
    problem = load_problem(library_file("fmus/pendulum_chain/model.py"))
    once = lambda: (fmu_seconds(build_fmu, problem, steps), fmu_seconds(build_portable, problem, steps), scipy_seconds(problem, steps))
    runs = np.array([once() for _ in range(repetitions)])
    fmu, portable, peer = np.median(runs, axis=0) * 1e6
    to_portable, to_peer = (float(np.median(runs[:, 0] / runs[:, i])) for i in (1, 2))
    if as_json:
        print(json.dumps({"fmu_us": fmu, "portable_us": portable, "solve_ivp_us": peer, "to_portable": to_portable, "to_solve_ivp": to_peer}))
    else:
        print(f"interpreted FMU in FMPy {fmu:.0f} us, portable {portable:.0f} us, ratio {to_portable:.2f} (aim: at most 2)")
        print(f"solve_ivp restarted {peer:.0f} us, ratio {to_peer:.3f} (aim: at most 0.5)")


if __name__ == "__main__":
    typer.run(main)
