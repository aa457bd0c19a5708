"""How the cost of each stage grows with a model: chains of links, and FMUs of many variables.

`chain` has N links on hinges turned at random; the torque of each hinge is an input, its angle an output. `variables` is a block of gains,
with a third of N inputs, parameters and outputs each in FMI 2.

Stages are those of a user. The model is compiled and built as a portable and as a native FMU, with pictures. The portable FMU is instantiated and
initialized, takes its first step of 1 ms, is checked as a component of a system, and is given to `mbfmu info`, `simulate`, `check` and `view`.
Times are processor times [s], those of child processes included; `page` is what `view` writes [MB]. The exponents are slopes of log cost over log N
from the first and from the last but one size to the last: 1 is linear. Commands take a second to start, so that theirs are too small.

A stage is left out once it has taken longer than `--longest`. Run it with one thread for the linear algebra:
`OPENBLAS_NUM_THREADS=1 python -m benchmarks.growth chain --sizes 500 1000 2000`
"""

from __future__ import annotations

import argparse
import ctypes
import os
import resource
import subprocess
import sys
import tempfile
from collections.abc import Callable, Collection
from contextlib import suppress
from math import inf, log, nan
from pathlib import Path
from time import process_time
from typing import Any

import numpy as np
from fmpy import extract
from fmpy.fmi2 import FMU2Slave
from lxml import etree

from mbfmu import Block, BlockModel, Body, Input, JointTorque, Model, Output, Parameter, Revolute, World
from mbfmu.base.safe_zip import read_entry
from mbfmu.cosim import Component, System, check_system
from mbfmu.fmu.package.native_fmu import build_native
from mbfmu.fmu.package.portable_fmu import build_portable
from mbfmu.problem.compile import compile_problem

STAGES = ("compile", "native", "portable", "load", "first step", "system", "info", "simulate", "check", "view", "page")
STEP = 1e-3  # s
ADOPT = 36  # PR_SET_CHILD_SUBREAPER of Linux: processes that commands leave behind are then ours


def chain(n: int) -> Model:
    """A chain of n links."""
    rng = np.random.default_rng(n)
    model, inputs, outputs = Model("Chain", step_size=STEP), {}, {}
    lower = model.add("world", World())
    for i in range(1, n + 1):
        place, axis = (of / np.linalg.norm(of) for of in rng.normal(size=(2, 3)))
        body = model.add(f"body{i}", Body(m=rng.uniform(1, 2), r_CM=rng.uniform(-0.3, 0.3, 3), I=np.diag(rng.uniform(0.1, 0.15, 3))))
        joint = model.add(f"joint{i}", Revolute(lower.at(rng.uniform(-0.5, 0.5, 3), n=place, angle=rng.uniform(-2, 2)), body.frame_a, n=axis))
        inputs[f"joint{i}.tau"] = model.add(f"drive{i}", JointTorque(joint)).tau
        outputs[f"joint{i}.phi"] = joint.phi
        lower = body
    model.expose(inputs, outputs)
    return model


def variables(n: int) -> BlockModel:
    """Gains with n variables in all: inputs, gains and outputs."""
    size = n // 3

    class Gains(Block):
        """Gains beside each other."""

        k = Parameter("1", "gains", np.ones(size), shape=size)
        u = Input("1", "inputs", shape=size)
        y = Output("1", "outputs", shape=size)

        @staticmethod
        def respond(p: Any, u: Any, t: Any, x: Any) -> tuple[dict, dict]:
            return {}, {"y": p.k * u.u}

    return BlockModel("Gains", Gains())


FAMILIES: dict[str, Callable[[int], Model | BlockModel]] = {"chain": chain, "variables": variables}
SIZES = {"chain": (125, 250, 500, 1000), "variables": (1000, 5000, 10_000, 50_000)}


class Costs:
    """What the stages of one model cost; those `skipped` are not run."""

    def __init__(self, skipped: Collection[str]):
        self.skipped, self.of = skipped, dict.fromkeys(STAGES, nan)

    def timed(self, stage: str, run: Callable[..., Any], *made: Any) -> Any:
        """What a stage makes of what others have `made`; None where it or one of these is skipped."""
        if stage in self.skipped or any(of is None for of in made):
            return None
        begin = busy()
        result = run(*made)
        self.of[stage] = busy() - begin
        return True if result is None else result


def busy() -> float:
    """The processor time [s] of this process and those it has waited for."""
    waited = resource.getrusage(resource.RUSAGE_CHILDREN)
    return process_time() + waited.ru_utime + waited.ru_stime


def measure(model: Model | BlockModel, folder: Path, skipped: Collection[str]) -> dict[str, float]:
    """The costs of all stages, NaN where they are skipped."""
    costs, page = Costs(skipped), folder / "page.html"
    problem = costs.timed("compile", lambda: compile_problem(model, pictures=True))
    costs.timed("native", lambda problem: build_native(problem, folder / "native"), problem)
    path = costs.timed("portable", lambda problem: build_portable(problem, folder), problem)
    fmu = costs.timed("load", initialized, path)
    costs.timed("first step", lambda fmu: fmu.doStep(0.0, STEP), fmu)
    costs.timed("system", lambda path: check_system(System({"alone": Component(path)}, stop_time=1.0, step_size=STEP)), path)
    costs.timed("info", lambda path: command("info", path), path)
    costs.timed("simulate", lambda path: command("simulate", path, "--stop", "0.01", "--no-plot", "-o", folder), path)
    costs.timed("check", lambda path: command("check", path, "--skip", "robustness", "--skip", "comparison"), path)
    costs.timed("view", lambda path: command("view", path, "--stop", "0.1", "-o", page), path)
    if page.is_file():
        costs.of["page"] = page.stat().st_size / 1e6
    return costs.of


def initialized(path: Path) -> FMU2Slave:
    """An instance of an FMU in this process."""
    root = etree.fromstring(read_entry(path, "modelDescription.xml"), etree.XMLParser(huge_tree=True))
    unpacked = extract(path, path.parent / "unpacked")
    fmu = FMU2Slave(guid=root.get("guid"), unzipDirectory=unpacked, instanceName="grown", modelIdentifier=root.get("modelName"))
    fmu.instantiate()
    fmu.setupExperiment(startTime=0.0)
    fmu.enterInitializationMode()
    fmu.exitInitializationMode()
    return fmu


def command(name: str, *arguments: object) -> None:
    """Run a command of mbfmu, whatever it finds, and wait for all processes that it leaves behind: so `busy` knows of them."""
    subprocess.run([sys.executable, "-m", "mbfmu", name, *map(str, arguments)], stdout=subprocess.DEVNULL)
    with suppress(ChildProcessError):
        while True:
            os.wait()


def exponent(sizes: list[int], costs: list[float], first: int) -> float:
    """The slope of log cost over log size from number `first` of those that are known to the last; NaN where fewer than two are known."""
    known = [(size, cost) for size, cost in zip(sizes, costs) if cost > 0]
    if len(known) < 2:
        return nan
    (n, before), (m, now) = known[first], known[-1]
    return log(now / before) / log(m / n)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("family", choices=list(FAMILIES))
    parser.add_argument("--sizes", type=int, nargs="+")
    parser.add_argument("--skip", nargs="+", default=[], choices=STAGES, help="stages to leave out")
    parser.add_argument("--longest", type=float, default=inf, help="processor time after which a stage is left out [s]")
    options = parser.parse_args()
    ctypes.CDLL(None).prctl(ADOPT, 1)
    sizes = options.sizes or list(SIZES[options.family])
    skipped, found = {*options.skip}, []
    print(f"{options.family}\n{'N':>8}" + "".join(f"{stage:>12}" for stage in STAGES))
    for n in sizes:
        with tempfile.TemporaryDirectory() as folder:
            found.append(measure(FAMILIES[options.family](n), Path(folder), skipped))
        print(f"{n:>8}" + "".join(f"{cost:>12.2f}" for cost in found[-1].values()), flush=True)
        skipped |= {stage for stage, cost in found[-1].items() if cost > options.longest and stage != "page"}
    for name, first in (("overall", 0), ("last", -2)):
        print(f"{name:>8}" + "".join(f"{exponent(sizes, [costs[stage] for costs in found], first):>12.2f}" for stage in STAGES))


if __name__ == "__main__":
    main()
