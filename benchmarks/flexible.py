"""What flexible bodies cost: one evaluation of a robot whose upper arm deforms in n modes, beside the same robot with rigid links.

The robot has six revolute joints. Medians of processor time of the derivative, the robots in turn: of native FMUs, called by FMPy with time and
states; as the engine runs it in this process, called from Python; and in C as native FMUs have it, in a loop. Its instructions.
`benchmarks.flexible_growth` shows more modes, and beams.

`python -m benchmarks.flexible`.
"""

from __future__ import annotations

import argparse
import ctypes
import json
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Sequence
from pathlib import Path

import numpy as np
from fmpy import extract, instantiate_fmu, read_model_description

from mbfmu import Body, FlexibleBody, Material, Model, RectangleSection, Revolute, World, beam_data, build_native
from mbfmu.engine.compile import OPTIONS, PLATFORMS, present
from mbfmu.engine.instance import Instance
from mbfmu.engine.sources import INCLUDED
from mbfmu.model.structure.elastic_data import ElasticData
from mbfmu.problem.codegen.functions import generate_functions
from mbfmu.problem.data.problem import Problem
from mbfmu.problem.mechanism.mechanics import compile_model

MODES = (4, 8, 16, 32)
AXES = ([0, 0, 1], [0, 1, 0], [0, 1, 0], [1, 0, 0], [0, 1, 0], [1, 0, 0])
LENGTHS = (0.4, 1.0, 0.8, 0.2, 0.1, 0.1)  # m
LOOP = b"""
void loop(int count, const double **argument, double **result, double *w)
{
    for (int i = 0; i < count; ++i) value_derivative(argument, result, 0, w, 0);
}
"""
STEEL, SECTION = Material(E=2.1e11, rho=7850.0, nu=0.3), RectangleSection(width=0.05, height=0.08)


def arm() -> ElasticData:
    """The upper arm, with more modes than are asked for."""
    return beam_data({"shoulder": [0, 0, 0], "elbow": [LENGTHS[1], 0, 0]}, SECTION, STEEL, elements=24, modes=70)


def robot(data: ElasticData | None, modes: int) -> Model:
    """The robot; its second link deforms where there are modes."""
    model = Model("Robot")
    model.world = World()
    end = model.world.frame_b
    for i, (axis, length) in enumerate(zip(AXES, LENGTHS), 1):
        rigid = Body(m=30.0 * length, r_CM=[length / 2, 0, 0], I=[0.05, 2.5 * length**3, 2.5 * length**3])
        part = FlexibleBody(data, modes=modes) if i == 2 and modes else rigid
        model.add(f"link{i}", part)
        start, next_end = (part.node("shoulder"), part.node("elbow")) if i == 2 and modes else (part.frame_a, part.at([length, 0, 0]))
        model.add(f"joint{i}", Revolute(end, start, n=axis, phi_start=0.2 * i, w_start=0.1))
        end = next_end
    return model


def in_c(problem: Problem, file: Path) -> Callable[[int], object]:
    """Evaluates the derivative of a problem so many times, as C that is compiled as a `file`."""
    (call,) = problem.derivative
    functions = generate_functions(problem, adjoint=False)
    source, library = file.with_suffix(".c"), file.with_suffix(".so")
    source.write_bytes(functions.source + LOOP)
    options = [option for option in OPTIONS if "visibility" not in option] + [f"-I{path}" for path in INCLUDED]
    subprocess.run(
        [sys.executable, "-m", "ziglang", "cc", "-target", PLATFORMS[present()].target, *options, "-fPIC", str(source), "-lm", "-o", str(library)],
        check=True,
    )
    buffers = {slot: np.zeros(size) for slot, size in problem.sizes.items()}
    pointers = [(ctypes.c_void_p * len(refs))(*(ref.view(buffers).ctypes.data for ref in refs)) for refs in (call.arguments, call.results)]
    work, loop = np.zeros(functions.w + 1), ctypes.CDLL(str(library)).loop
    return lambda count: loop(count, *pointers, ctypes.c_void_p(work.ctypes.data)) and buffers


def in_engine(problem: Problem) -> Callable[[int], object]:
    """Evaluates the derivative of a problem from Python so many times."""
    instance = Instance(problem)
    instance.initialize()
    return lambda count: [instance.evaluate() for _ in range(count)]


def in_fmpy(problem: Problem, folder: Path) -> Callable[[int], object]:
    """Evaluates the derivative of a native FMU by FMPy so many times, with the time and the states set before each."""
    fmu = build_native(problem, folder, pictures=False)
    model = instantiate_fmu(extract(str(fmu), str(folder / "files")), read_model_description(str(fmu)), fmi_type="ModelExchange")
    model.setupExperiment()
    model.enterInitializationMode()
    model.exitInitializationMode()
    model.enterContinuousTimeMode()
    n = problem.sizes["x"]
    x, x_dot = (ctypes.c_double * n)(), (ctypes.c_double * n)()
    model.getContinuousStates(x, n)

    def evaluate(count: int) -> object:
        for k in range(count):
            model.setTime(1e-6 * k)
            model.setContinuousStates(x, n)
            model.getDerivatives(x_dot, n)
        return x_dot

    return evaluate


def medians(evaluated: dict[int, Callable[[int], object]], rounds: int, repetitions: int) -> dict[int, float]:
    """The median processor time of an evaluation [us] of each, in turn."""
    times: dict[int, list[float]] = {modes: [] for modes in evaluated}
    for _ in range(rounds):
        for modes, evaluate in evaluated.items():
            start = time.process_time()
            evaluate(repetitions)
            times[modes].append(1e6 * (time.process_time() - start) / repetitions)
    return {modes: float(np.median(found)) for modes, found in times.items()}


def main(arguments: Sequence[str] | None = None) -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rounds", type=int, default=9)
    parser.add_argument("--repetitions", type=int, default=2000)
    parser.add_argument("--json", action="store_true")
    options = parser.parse_args(arguments)
    data = arm()
    problems = {modes: compile_model(robot(data, modes)) for modes in (0, *MODES)}
    with tempfile.TemporaryDirectory() as folder:
        fmus = medians(
            {modes: in_fmpy(problem, Path(folder, f"fmu{modes}")) for modes, problem in problems.items()}, options.rounds, options.repetitions
        )
        native = medians({modes: in_c(problem, Path(folder, str(modes))) for modes, problem in problems.items()}, options.rounds, options.repetitions)
    engine = medians({modes: in_engine(problem) for modes, problem in problems.items()}, options.rounds, options.repetitions)
    instructions = {modes: float(problem.functions["derivative"].n_instructions()) for modes, problem in problems.items()}
    costs = {"native FMU [us]": fmus, "in C [us]": native, "in the engine [us]": engine, "instructions": instructions}
    if options.json:
        print(json.dumps(costs))
        return
    print(f"{'modes':>6}" + "".join(f"{name:>20} {'ratio':>6}" for name in costs))
    for modes in problems:
        print(f"{modes:6d}" + "".join(f"{cost[modes]:20.2f} {cost[modes] / cost[0]:6.2f}" for cost in costs.values()))


if __name__ == "__main__":
    main()
