"""What contacts cost: one evaluation of bodies that touch or are far from each other, beside the same bodies without contacts.

`python -m benchmarks.contact`. Times are the processor's, of portable equations, medians of rounds in which all are measured in turn.
"""

from __future__ import annotations

import argparse
import json
import time
from collections.abc import Sequence
from itertools import combinations

import numpy as np

from mbfmu import Body, BoxSurface, FreeMotion, HuntCrossleyContact, Model, PlaneSurface, SphereSurface, World
from mbfmu.engine.instance import Instance
from mbfmu.problem.mechanism.mechanics import compile_model

KINDS = ("balls on the ground", "boxes on the ground", "pairs of balls")
COUNTS = (1, 10, 100)
PLACES = ("no contacts", "far", "touching")
SIZE, DEPTH = 0.1, 1e-4  # m: half of a ball or box, and how deep it penetrates
LAW = {"c": 1e5, "d": 0.5, "mu": 0.5}


def bodies(kind: str, count: int, place: str) -> Model:
    """Bodies with `count` contacts of a kind, or the same without."""
    model = Model("Bodies")
    model.world, model.plane = World(g=9.81), PlaneSurface()
    model.surface = BoxSurface(size=[2 * SIZE] * 3) if kind.startswith("boxes") else SphereSurface(radius=SIZE)
    paired = kind.startswith("pairs")
    number = next(n for n in range(1, count + 2) if n * (n - 1) // 2 >= count) if paired else count
    height, apart = (SIZE - DEPTH, 2 * SIZE - DEPTH) if place == "touching" else (3.0, 1.0)
    parts = []
    for i in range(number):
        part = model.add(f"body_{i}", Body(m=1.0, I=[0.004] * 3))
        model.add(f"free_{i}", FreeMotion(model.world.frame_b, part.frame_a, r_start=[apart * i if paired else i, 0.0, height]))
        parts.append(part)
    if place != "no contacts":
        on = [(a.frame_a, b.frame_a, model.surface) for a, b in combinations(parts, 2)][:count] if paired else []
        on = on or [(part.frame_a, model.world.frame_b, model.plane) for part in parts]
        for i, (a, b, other) in enumerate(on):
            model.add(f"contact_{i}", HuntCrossleyContact(a, b, model.surface, other, **LAW))
    return model


def measured(instances: dict[str, Instance], rounds: int, repetitions: int) -> dict[str, float]:
    """The median processor time of an evaluation [us] of each, in turn."""
    times: dict[str, list[float]] = {place: [] for place in instances}
    for _ in range(rounds):
        for place, instance in instances.items():
            start = time.process_time()
            for _ in range(repetitions):
                instance.evaluate()
            times[place].append(1e6 * (time.process_time() - start) / repetitions)
    return {place: float(np.median(found)) for place, found in times.items()}


def main(arguments: Sequence[str] | None = None) -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rounds", type=int, default=9)
    parser.add_argument("--repetitions", type=int, default=1000)
    parser.add_argument("--json", action="store_true")
    options = parser.parse_args(arguments)
    found = {}
    for kind in KINDS:
        for count in COUNTS:
            instances = {place: Instance(compile_model(bodies(kind, count, place))) for place in PLACES}
            for instance in instances.values():
                instance.initialize()
            found[f"{count} {kind}"] = measured(instances, options.rounds, options.repetitions // count + 10)
    if options.json:
        print(json.dumps(found))
        return
    print(f"{'us':28}" + "".join(f"{place:>12}" for place in PLACES) + f"{'a far one':>12}{'one that touches':>18}")
    for name, times in found.items():
        bare, far, near = times.values()
        count = int(name.split()[0])
        print(f"{name:28}{bare:12.2f}{far:12.2f}{near:12.2f}{(far - bare) / count:12.3f}{(near - bare) / count:18.3f}")


if __name__ == "__main__":
    main()
