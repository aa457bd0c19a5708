"""One communication step of 1 ms of a damped chain with ten joints at tolerance 1e-6, reading 20 outputs, as a native FMU.

FMPy against a loop in C on the same library: processor time, medians over several runs. Run it from the source tree (the C loop is the
tests' host): `python -m benchmarks.native_step`
"""

from __future__ import annotations

import json
import tempfile
from pathlib import Path
from time import process_time

import fmpy
import numpy as np
import typer
from fmpy.fmi2 import FMU2Slave

from benchmarks.cosim_step import STEP, step_seconds
from mbfmu.cli.library import library_file
from mbfmu.problem.load_problem import load_problem
from tests.fmu.native.hosting import TOLERANCE, HostedFmu, host, run, run_text


def fmpy_seconds(fmu: HostedFmu, outputs: list[int], steps: int) -> float:
    """Seconds per step in FMPy."""
    slave = FMU2Slave(guid=fmu.token, unzipDirectory=str(fmu.folder), instanceName="chain", modelIdentifier=fmu.name)
    return step_seconds(slave, outputs, steps, TOLERANCE, process_time)


def main(steps: int = 5000, repetitions: int = 7, as_json: bool = typer.Option(False, "--json")) -> None:
    """Print the time of one step of both, and their ratio."""
    with tempfile.TemporaryDirectory() as folder:
        fmu = HostedFmu(load_problem(library_file("fmus/pendulum_chain/model.py")), 2, Path(folder))
        description = fmpy.read_model_description(fmu.path)
        outputs = [v for v in description.modelVariables if v.causality == "output"]
        fmu.run.write_text(run_text([], outputs, fmu.token, steps, STEP))
        program, references = host(Path(folder)), [v.valueReference for v in outputs]
        pairs = np.array([[fmpy_seconds(fmu, references, steps), float(run(program, fmu, "time").stdout)] for _ in range(repetitions)])
    in_fmpy, in_c = np.median(pairs, axis=0)
    ratio = float(np.median(pairs[:, 0] / pairs[:, 1]))
    if as_json:
        print(json.dumps({"fmpy_us": in_fmpy * 1e6, "c_us": in_c * 1e6, "ratio": ratio}))
    else:
        print(f"in FMPy {in_fmpy * 1e6:.1f} us, in a loop in C {in_c * 1e6:.1f} us, ratio {ratio:.2f} (aim: at most 1.3)")


if __name__ == "__main__":
    typer.run(main)
