"""How the cost of flexible bodies grows: with the modes of an arm, the nodes of a beam, and the modes and bodies of a chain whose end is held.

Of each size: instructions and processor time of one evaluation of the derivative; a step, which is what `Instance.advance` does between two accepted
points of the integrator; where constraints are, a projection of states that are off by 1e-7; and compiling, from the Model to the Problem. The
exponent is the slope of log cost over log size: 1 is linear.

`python -m benchmarks.flexible_growth [modes | nodes | loop_modes | loop_bodies ...]`
"""

from __future__ import annotations

import sys
import time
from collections.abc import Callable

import numpy as np

from benchmarks.flexible import SECTION, STEEL, arm, robot
from benchmarks.step_growth import milliseconds
from mbfmu import FlexibleBody, Model, RectangleSection, Revolute, Spherical, World, beam, beam_data
from mbfmu.engine.instance import Instance
from mbfmu.problem.mechanism.mechanics import compile_model

LINK, STRIP = 0.5, RectangleSection(width=0.02, height=0.03)  # m
SECONDS, RTOL = 0.02, 1e-5  # of motion in which steps are counted
OFF = 1e-7
COLUMNS = ("instructions", "derivative [us]", "step [us]", "projection [us]", "compile [s]")


def arm_of(modes: int) -> Model:
    """The robot of `benchmarks.flexible`."""
    return robot(arm(), modes)


def beam_of(nodes: int) -> Model:
    """A cantilever that falls from where it is straight."""
    model = Model("Beam", integrator="radau")
    model.world = World(g=9.81, n=[0, 0, -1])
    beam(model, "beam", model.world.frame_b, SECTION, STEEL, nodes - 1, length=10.0)
    return model


def chain(bodies: int, modes: int) -> Model:
    """Flexible links on hinges that hang in an arc, the end held at a point."""
    data = beam_data({"a": [0, 0, 0], "b": [LINK, 0, 0]}, STRIP, STEEL, elements=12, modes=modes + 6)
    model = Model("Chain", integrator="radau")
    model.world = World(g=9.81, n=[0, 0, -1])
    slopes, end = np.linspace(0.6, -0.6, bodies), model.world.frame_b
    for i, turn in enumerate(np.diff(slopes, prepend=0.0)):
        link = model.add(f"link{i}", FlexibleBody(data, modes=modes))
        model.add(f"joint{i}", Revolute(end, link.node("a"), n=[0, 1, 0], phi_start=turn))
        end = link.node("b")
    model.closing = Spherical(model.world.at([LINK * np.cos(slopes).sum(), 0, -LINK * np.sin(slopes).sum()]), end)
    return model


GROWTHS: dict[str, tuple[tuple[int, ...], Callable[[int], Model]]] = {
    "modes": ((4, 8, 16, 32, 64), arm_of),
    "nodes": ((10, 25, 50, 100, 200, 400), beam_of),
    "loop_modes": ((4, 8, 16, 32), lambda n: chain(2, n)),
    "loop_bodies": ((2, 4, 8, 16), lambda n: chain(n, 4)),
}


def measured(model: Model) -> list[float]:
    """In the order of COLUMNS."""
    begin = time.process_time()
    problem = compile_model(model)
    compiling = time.process_time() - begin
    instance = Instance(problem)
    instance.initialize(0.0)
    x = instance.buffers["x"].copy()
    evaluation = min(1e3 * milliseconds(instance.evaluate, 100) for _ in range(5))

    def projected() -> None:
        instance.buffers["x"][:] = x
        instance.buffers["x"][0] += OFF
        instance.project()

    projection = min(1e3 * milliseconds(projected, 10) for _ in range(5)) if problem.manifolds else np.nan
    instance.initialize(0.0)
    steps: list[float] = []
    instance.passing = steps.append
    step = 1e3 * milliseconds(lambda: instance.advance(SECONDS, RTOL)) / len(steps)
    return [problem.functions["derivative"].n_instructions(), evaluation, step, projection, compiling]


def main(names: list[str]) -> None:
    for name in names or GROWTHS:
        sizes, model_of = GROWTHS[name]
        print(f"{name:>12}" + "".join(f"{column:>17}" for column in COLUMNS))
        found = []
        for size in sizes:
            found.append(measured(model_of(size)))
            print(f"{size:>12}" + "".join(f"{cost:>17.1f}" for cost in found[-1]), flush=True)
        slopes = np.polyfit(np.log(sizes), np.log(found), 1)[0]
        print(f"{'exponent':>12}" + "".join(f"{slope:>17.2f}" for slope in slopes), flush=True)


if __name__ == "__main__":
    main(sys.argv[1:])
