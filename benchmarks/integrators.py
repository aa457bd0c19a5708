"""Adams' method against that of Dormand and Prince on models of fmus/, at three tolerances: evaluations, time, and error at the end.

Each runs from its start in one communication step, the driven one in steps of 10 ms with an input set in each. Processor times are medians of
runs that alternate between both; errors are those of states, relative to their size and at least 1, against a run at 1e-13:
python -m benchmarks.integrators
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from statistics import median
from time import process_time

import numpy as np

from mbfmu.engine.instance import Instance
from mbfmu.problem.data.problem import Problem
from tests.library import problem_of

INTEGRATORS = ("adams", "dormand_prince")
TOLERANCES = (1e-6, 1e-9, 1e-12)
REFERENCE = 1e-13
REPETITIONS = 9
INTERVAL = 0.01  # s


def in_one_step(instance: Instance, stop: float, tolerance: float) -> None:
    instance.advance(stop, tolerance)


def driven(instance: Instance, stop: float, tolerance: float) -> None:
    """As a master does that sets an input whenever it communicates."""
    for k in range(round(stop / INTERVAL)):
        instance.set("motor_torque", 5.0 * np.sin(3.0 * k * INTERVAL))
        instance.advance((k + 1) * INTERVAL, tolerance)


Run = Callable[[Instance, float, float], None]
CASES: dict[str, tuple[str, float, Run]] = {  # model, seconds
    "chain_50": ("chain_50", 2.0, in_one_step),
    "pendulum_chain": ("pendulum_chain", 2.0, in_one_step),
    "spacecraft": ("spacecraft", 500.0, in_one_step),
    "andrews_squeezer": ("andrews_squeezer", 0.03, in_one_step),
    "four_bar": ("four_bar", 2.0, in_one_step),
    "wheel_loader": ("wheel_loader", 1.0, in_one_step),
    "crane": ("crane", 2.0, in_one_step),
    "pendulum_chain, driven": ("pendulum_chain", 2.0, driven),
}


@dataclass(frozen=True)
class Done:
    """A run: evaluations, processor time [s] and the states at its end."""

    evaluations: int
    time: float
    states: np.ndarray


def done(problem: Problem, stop: float, run: Run, tolerance: float) -> Done:
    instance = Instance(problem)
    instance.initialize()
    before, begin = instance.evaluations, process_time()
    run(instance, stop, tolerance)
    return Done(instance.evaluations - before, process_time() - begin, instance.buffers["x"].copy())


def compare(name: str, model: str, stop: float, run: Run) -> None:
    problems = {integrator: replace(problem_of(model), integrator=integrator) for integrator in INTEGRATORS}
    exact = done(problems["dormand_prince"], stop, run, REFERENCE).states
    error = lambda of: np.max(np.abs(of.states - exact) / np.maximum(1.0, np.abs(exact)))
    for tolerance in TOLERANCES:
        runs = [{integrator: done(problem, stop, run, tolerance) for integrator, problem in problems.items()} for _ in range(REPETITIONS)]
        adams, other = (runs[0][integrator] for integrator in INTEGRATORS)
        times = {integrator: median(each[integrator].time for each in runs) for integrator in INTEGRATORS}
        print(
            f"{name:22} {tolerance:.0e}: {adams.evaluations:6} evaluations against {other.evaluations:6}, "
            f"{adams.evaluations / other.evaluations:.2f} times; "
            f"{1e3 * times['adams']:7.2f} ms against {1e3 * times['dormand_prince']:7.2f} ms, {times['adams'] / times['dormand_prince']:.2f} times; "
            f"error {error(adams):.0e} against {error(other):.0e}",
            flush=True,
        )


def main() -> None:
    for name, case in CASES.items():
        compare(name, *case)


if __name__ == "__main__":
    main()
