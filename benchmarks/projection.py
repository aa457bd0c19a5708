"""What a projection onto constraints costs in chains whose end is held, with the mass metric body by body and with a mass matrix that is written out.

A projection takes states that are off by 1e-7 back onto the constraints; what the same call costs on them, where it only looks, is subtracted. Times
are processor times of one projection, medians of batches. Numbers are those that the metric is computed of: nonzeros of the mass matrix, or those of
the bodies. The exponent is the slope of log cost over log size: 1 is linear. Sizes beyond FEW speeds are not written out: they compile for minutes.

`python -m benchmarks.projection [bodies | modes | large | rigid ...]`
"""

from __future__ import annotations

import sys
import time
from collections.abc import Callable
from statistics import median

import numpy as np

from benchmarks.flexible_growth import LINK, OFF, chain
from mbfmu import Body, Model, Revolute, Spherical, World
from mbfmu.engine.instance import Instance
from mbfmu.problem.mechanism import mass_tree
from mbfmu.problem.mechanism.mechanics import compile_model

WAYS = {"by bodies": 0.0, "written out": np.inf}  # mass_tree.WORTH
FEW = 130
BATCHES, BATCH = 21, 50


def rigid_chain(bodies: int) -> Model:
    """Rigid links on hinges that hang in an arc, the end held at a point."""
    model = Model("RigidChain")
    model.world = World(g=9.81, n=[0, 0, -1])
    slopes, end = np.linspace(0.6, -0.6, bodies), model.world.frame_b
    for i, turn in enumerate(np.diff(slopes, prepend=0.0)):
        link = model.add(f"link{i}", Body(m=1.0, r_CM=[LINK / 2, 0, 0], I=[1e-3, 0.02, 0.02]))
        model.add(f"joint{i}", Revolute(end, link.frame_a, n=[0, 1, 0], phi_start=turn))
        end = link.at([LINK, 0, 0])
    model.closing = Spherical(model.world.at([LINK * np.cos(slopes).sum(), 0, -LINK * np.sin(slopes).sum()]), end)
    return model


GROWTHS: dict[str, tuple[tuple[int, ...], Callable[[int], Model]]] = {
    "bodies": ((2, 3, 5, 10, 20, 40), lambda n: chain(n, 4)),
    "modes": ((4, 8, 16), lambda n: chain(5, n)),
    "large": ((5, 10, 20), lambda n: chain(n, 16)),
    "rigid": ((10, 20, 40, 60, 80, 120), rigid_chain),
}


def measured(model: Model) -> tuple[int, float]:
    """How many numbers the metric has, and microseconds of a projection."""
    instance = Instance(compile_model(model))
    instance.initialize(0.0)
    x = instance.buffers["x"].copy()

    def microseconds(off: float) -> float:
        begin = time.process_time()
        for _ in range(BATCH):
            instance.buffers["x"][:] = x
            instance.buffers["x"][0] += off
            instance.project()
        return 1e6 * (time.process_time() - begin) / BATCH

    looking, projecting = (median(microseconds(off) for _ in range(BATCHES)) for off in (0.0, OFF))
    return instance.buffers["M_nonzeros"].size, projecting - looking


def main(names: list[str]) -> None:
    for name in names or GROWTHS:
        sizes, model_of = GROWTHS[name]
        print(f"{name:>12}" + "".join(f"{way + ' [us]':>20}{'numbers':>10}" for way in WAYS))
        found: dict[str, list[float]] = {way: [] for way in WAYS}
        for size in sizes:
            print(f"{size:>12}", end="", flush=True)
            for way, mass_tree.WORTH in WAYS.items():
                model = model_of(size)
                if way == "written out" and sum(e.nv for e in model.elements.values() if hasattr(e, "nv") and e is not model.closing) > FEW:
                    continue
                numbers, cost = measured(model)
                found[way].append(cost)
                print(f"{cost:>20.1f}{numbers:>10}", end="", flush=True)
            print()
        for way, costs in found.items():
            if len(costs) < 2:
                continue
            print(f"{way:>12}, exponent over all {np.polyfit(np.log(sizes[: len(costs)]), np.log(costs), 1)[0]:.2f}", end="")
            print(f", of the last two {np.diff(np.log(costs[-2:]))[0] / np.diff(np.log(sizes[len(costs) - 2 : len(costs)]))[0]:.2f}")


if __name__ == "__main__":
    main(sys.argv[1:])
