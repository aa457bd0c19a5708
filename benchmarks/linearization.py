"""The derivatives of `linearize` beside central differences of the same instance: time and error; and modes with multipliers beside those without.

Derivatives are those of all rates and outputs by all states and inputs. Differences take steps of 6e-6 of nominal values and two evaluations for each
column. Their error is the largest of any entry of a rate, relative to the largest of its row; outputs may be sizes of what is zero, with a kink
there. Wall times in ms without compilation, medians of several runs: python -m benchmarks.linearization
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from statistics import median
from time import perf_counter
from typing import TypeVar

import numpy as np

from mbfmu import Body, Model, Revolute, World, compile_problem, linearize, modes_near
from mbfmu.analysis.linearize.linearize import derivatives
from mbfmu.engine.instance import Instance
from mbfmu.problem.data.problem import Problem
from mbfmu.problem.data.ref import Ref
from mbfmu.problem.load_problem import load_problem
from mbfmu.problem.mechanism.mechanics import compile_model

REPETITIONS = 5
STEP = 6e-6  # of nominal values: where rounding and curvature err alike
LINKS, LENGTH, MASS = 100, 1.5, 1.7595  # m, kg
FMUS = Path(__file__).parent.parent / "fmus"
Found = TypeVar("Found")


def chain() -> Model:
    """Slender rods that hang from each other."""
    model = Model("Chain")
    model.world = World(g=9.81)
    hanger = model.world.frame_b
    for i in range(1, LINKS + 1):
        link = model.add(f"link{i}", Body(m=MASS, r_CM=[LENGTH / 2, 0, 0], I=[1e-3, MASS * LENGTH**2 / 12, MASS * LENGTH**2 / 12]))
        model.add(f"hinge{i}", Revolute(hanger, link.frame_a, n=[0, 1, 0], phi_start=np.pi / 2 if i == 1 else 0.0))
        hanger = link.at([LENGTH, 0, 0])
    return model


def exact(instance: Instance) -> np.ndarray:
    """By the engine's tangents."""
    return np.hstack([np.vstack(derivatives(instance, slot, instance.buffers[slot].size)) for slot in ("x", "u")])


def by_differences(instance: Instance) -> np.ndarray:
    """By two evaluations a column."""
    columns = []
    for slot, sizes in (("x", instance.problem.nominal_x), ("u", np.ones(instance.buffers["u"].size))):
        here = instance.buffers[slot].copy()
        for step in np.diag(STEP * np.array(sizes)):
            sides = [_evaluated(instance, slot, here + side * step) for side in (1.0, -1.0)]
            columns.append((sides[0] - sides[1]) / (2.0 * step.max()))
        _evaluated(instance, slot, here)
    return np.array(columns).T


def _evaluated(instance: Instance, slot: str, numbers: np.ndarray) -> np.ndarray:
    if slot == "x":
        instance.place(instance.t, numbers)
    else:
        instance.set(Ref("u", 0, len(numbers)), numbers)
    instance.evaluate()
    return np.concatenate([instance.buffers["x_dot"].copy(), instance.outputs()])


def timed(find: Callable[[], Found]) -> tuple[float, Found]:
    """The median wall time [ms], and what was found last."""
    times = []
    for _ in range(REPETITIONS):
        begin = perf_counter()
        found = find()
        times.append(1e3 * (perf_counter() - begin))
    return median(times), found


def compared(name: str, problem: Problem) -> None:
    """A line on one problem at its start."""
    instance = Instance(problem)
    instance.initialize()
    instance.outputs()
    tangents, derived = timed(lambda: exact(instance))
    differences, approximate = timed(lambda: by_differences(instance))
    rates, off = derived[: problem.sizes["x"]], np.abs(derived - approximate)[: problem.sizes["x"]]
    error = float((off.max(axis=1) / np.maximum(1.0, np.abs(rates).max(axis=1))).max())
    shape = f"{derived.shape[0]} x {derived.shape[1]}"
    print(f"{name:16}{shape:>12}{tangents:12.1f}{differences:14.1f}{differences / tangents:8.2f}{error:12.1e}", flush=True)


def main() -> None:
    print(f"{'':16}{'':>12}{'tangents':>12}{'differences':>14}{'ratio':>8}{'error':>12}")
    compared("wheel loader", load_problem(FMUS / "wheel_loader" / "model.py"))
    compared("chain, 100 links", compile_problem(chain()))
    problem, sparse = compile_problem(chain()), compile_model(chain(), "newton_euler")
    dense, every = timed(lambda: linearize(problem).modes())
    begin = perf_counter()
    near = modes_near(sparse, 0.0, 6)
    with_multipliers = 1e3 * (perf_counter() - begin)
    apart = max(abs(a.eigenvalue - b.eigenvalue) / abs(a.eigenvalue) for a, b in zip(every, near))
    print(f"modes of the chain: all {len(every)} by linearize {dense:.1f}, {len(near)} by modes_near {with_multipliers:.1f}; apart by {apart:.1e}")


if __name__ == "__main__":
    main()
