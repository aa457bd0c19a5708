"""One communication step of 1 ms of the library's models as native, portable and interpreted FMUs in FMPy.

Each model runs its experiment of tests/library.py: all inputs are set before each step, all outputs are read after it, by one call each. The
kinds run the same steps in turn, in short bursts of one process, which begin at the start again; times are medians of processor time, ratios
medians of those of a round. An empty slave in the wrapper of pythonfmu has the model's inputs and outputs: what it takes beyond three empty calls,
on top of the portable FMU, no interpreted FMU goes below. `--busy` copies large arrays on every core at the same time. Run it from the source tree:
`python -m benchmarks.kinds [MODEL ...]`
"""

from __future__ import annotations

import ctypes
import json
import os
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, nullcontext
from ctypes import c_double, c_int, c_uint32
from pathlib import Path
from time import process_time
from typing import Any

import fmpy
import numpy as np
import typer
from fmpy.fmi2 import FMU2Slave

from mbfmu import build_fmu, build_native, build_portable
from mbfmu.problem.data.problem import Problem
from tests.library import EXPERIMENTS, problem_of

STEP = 1e-3  # s
SAME = 1e-6
KINDS: Mapping[str, Callable[[Problem, Path], Path]] = {"native": build_native, "portable": build_portable, "interpreted": build_fmu}
DISTURBING = "import numpy; a = numpy.zeros(4_000_000); b = a.copy()\nwhile True: b[:] = a; a[::8] += b[::8]"  # 64 MB: more than caches hold
EMPTY = """class Fmi2Slave:
    def __init__(self, **_): self.values, self.messages = [0.0] * {outputs}, []
    def _get_log_queue(self): return self.messages
    def setup_experiment(self, *_): pass
    def enter_initialization_mode(self): pass
    def exit_initialization_mode(self): pass
    def terminate(self): pass
    def do_step(self, t, h): return True
    def get_real(self, references): return self.values
    def set_real(self, references, values): pass
class Empty(Fmi2Slave): pass
"""
FLOOR = "interpreted / portable at least"
AIMS = {"portable / native": 1.8, "interpreted / portable": 1.3}


class Stepped:
    """An FMU that takes the first steps of a model's experiment, as often as asked."""

    def __init__(self, fmu: Path, folder: Path, problem: Problem, values: Mapping[str, float]):
        description = fmpy.read_model_description(fmu)
        self._loaded = lambda: FMU2Slave(
            guid=description.guid,
            unzipDirectory=str(folder),
            instanceName=problem.name,
            modelIdentifier=description.coSimulation.modelIdentifier,
        )
        fmpy.extract(fmu, str(folder))
        pictures = {v.name for v in problem.variables if v.is_picture}
        reals = [v for v in description.modelVariables if v.type == "Real" and v.name.split("[")[0] not in pictures]
        references = {v.name: v.valueReference for v in reals}
        inputs = {v.name: float(v.start) for v in reals if v.causality == "input"}
        outputs = [v.valueReference for v in reals if v.causality == "output"]
        self._start = [references[name] for name in values], list(values.values())
        given = [values.get(name, start) for name, start in inputs.items()]
        self._inputs = (c_uint32 * len(given))(*(references[name] for name in inputs)), len(given), (c_double * len(given))(*given)
        self._outputs = (c_uint32 * len(outputs))(*outputs), len(outputs), (c_double * len(outputs))()

    def emptied(self, folder: Path) -> Stepped:
        """With a slave that does nothing, in place of that of the interpreted FMU in `folder`."""
        resources = folder / "resources"
        (resources / f"empty_{self._outputs[1]}.py").write_text(EMPTY.format(outputs=self._outputs[1]))
        (resources / "slavemodule.txt").write_text(f"empty_{self._outputs[1]}")
        return self

    def empty_calls(self, steps: int) -> float:
        """Processor time of three calls of a function that does nothing, with the arguments of a step [s]."""
        fmu = self._loaded()
        address = ctypes.cast(fmu.dll.fmi2GetTypesPlatform, ctypes.c_void_p).value
        of = (fmu.dll.fmi2SetReal, fmu.dll.fmi2DoStep, fmu.dll.fmi2GetReal)
        set_real, do_step, get_real = (ctypes.CFUNCTYPE(c_int, *function.argtypes)(address) for function in of)
        has_inputs, begin, status = self._inputs[1] > 0, process_time(), 0
        for i in range(steps):
            if has_inputs:
                status |= set_real(None, *self._inputs)
            status |= do_step(None, i * STEP, STEP, 1)
            status |= get_real(None, *self._outputs)
        return (process_time() - begin) / steps

    def burst(self, steps: int) -> float:
        """Processor time of a step [s]."""
        fmu = self._loaded()
        fmu.instantiate()
        fmu.setupExperiment(startTime=0.0)  # with the tolerance that the FMU was built with
        fmu.setReal(*self._start)
        fmu.enterInitializationMode()
        fmu.exitInitializationMode()
        component, has_inputs = fmu.component, self._inputs[1] > 0
        set_real, do_step, get_real = fmu.dll.fmi2SetReal, fmu.dll.fmi2DoStep, fmu.dll.fmi2GetReal  # without what FMPy's own functions add
        begin, status = process_time(), 0
        for i in range(steps):
            if has_inputs:
                status |= set_real(component, *self._inputs)
            status |= do_step(component, i * STEP, STEP, 1)
            status |= get_real(component, *self._outputs)
        taken = (process_time() - begin) / steps
        fmu.terminate()
        fmu.freeInstance()
        assert status == 0, f"{fmu.instanceName} refused a step"
        return taken

    @property
    def results(self) -> np.ndarray:
        """The outputs after the last step."""
        return np.array(self._outputs[2])


@contextmanager
def disturbed() -> Iterator[None]:
    """Other work on all cores."""
    others = [subprocess.Popen([sys.executable, "-c", DISTURBING]) for _ in range(os.cpu_count() or 1)]
    try:
        yield
    finally:
        for other in others:
            other.kill()
            other.wait()


def measure(name: str, steps: int, rounds: int) -> dict[str, Any]:
    """Times [us] and ratios of a model. What portable and interpreted FMUs give must be the same, and that of native ones but for roundoff."""
    problem, values = problem_of(name), EXPERIMENTS[name].values
    with tempfile.TemporaryDirectory() as folder:
        fmus = [Stepped(build(problem, Path(folder)), Path(folder) / kind, problem, values) for kind, build in KINDS.items()]
        for fmu in fmus:
            fmu.burst(steps)
        native, portable, interpreted = (fmu.results for fmu in fmus)
        assert np.array_equal(portable, interpreted) and np.allclose(portable, native, rtol=SAME, atol=SAME), f"{name}: kinds differ"
        folder_of_empty = Path(folder) / "empty"
        empty = Stepped(next(Path(folder).glob("*.fmu")), folder_of_empty, problem, values).emptied(folder_of_empty)
        rounds_taken = [[*(fmu.burst(steps) for fmu in fmus), empty.burst(steps) - fmus[1].empty_calls(steps)] for _ in range(rounds)]
    times = np.array(rounds_taken) * 1e6
    native, portable, interpreted, least = times.T
    ratios = dict(zip((*AIMS, FLOOR), (portable / native, interpreted / portable, 1.0 + least / portable)))
    medians = dict(zip(KINDS, map(float, np.median(times, axis=0))))
    return {"name": name, **medians, **{of: float(np.median(r)) for of, r in ratios.items()}}


def main(
    models: list[str] = typer.Argument(None), steps: int = 500, rounds: int = 15, busy: bool = False, as_json: bool = typer.Option(False, "--json")
) -> None:
    """Print a table of the times of a step of each kind, and their ratios."""
    measured = []
    with disturbed() if busy else nullcontext():
        for name in models or EXPERIMENTS:
            m = measure(name, steps, rounds)
            measured.append(m)
            if not as_json:
                times = "".join(f"{m[kind]:>9.2f} us {kind}" for kind in KINDS)
                ratios = "".join(f"{m[of]:>7.2f} {of} (aim: at most {aim})" for of, aim in AIMS.items())
                print(f"{name:<22}{times}{ratios}{m[FLOOR]:>7.2f} {FLOOR}", flush=True)
    if as_json:
        print(json.dumps(measured, indent=2))


if __name__ == "__main__":
    typer.run(main)
