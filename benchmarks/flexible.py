"""What flexible bodies cost: one evaluation of a robot whose upper arm deforms in n modes, beside the same robot with rigid links.

The robot has six revolute joints. Medians of processor time of the compiled derivative in the engine, the robots in turn, and its instructions. The
exponent is that between the first and the last number of modes: invariants couple all modes with each other, so their number grows with the
square in the end; all else grows in proportion.

`python -m benchmarks.flexible`.
"""

from __future__ import annotations

import argparse
import json
import time
from collections.abc import Sequence

import numpy as np

from mbfmu import Body, FlexibleBody, Material, Model, RectangleSection, Revolute, World, beam_data
from mbfmu.engine.instance import Instance
from mbfmu.model.structure.elastic_data import ElasticData
from mbfmu.problem.mechanism.mechanics import compile_model

MODES = (4, 8, 16, 32)
AXES = ([0, 0, 1], [0, 1, 0], [0, 1, 0], [1, 0, 0], [0, 1, 0], [1, 0, 0])
LENGTHS = (0.4, 1.0, 0.8, 0.2, 0.1, 0.1)  # m
STEEL, SECTION = Material(E=2.1e11, rho=7850.0, nu=0.3), RectangleSection(width=0.05, height=0.08)


def arm() -> ElasticData:
    """The upper arm, with more modes than are asked for."""
    return beam_data({"shoulder": [0, 0, 0], "elbow": [LENGTHS[1], 0, 0]}, SECTION, STEEL, elements=24, modes=40)


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


def measured(instances: dict[int, Instance], rounds: int, repetitions: int) -> dict[int, float]:
    """The median processor time of an evaluation [us] of each, in turn."""
    times: dict[int, list[float]] = {modes: [] for modes in instances}
    for _ in range(rounds):
        for modes, instance in instances.items():
            start = time.process_time()
            for _ in range(repetitions):
                instance.evaluate()
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
    instances = {modes: Instance(problem) for modes, problem in problems.items()}
    for instance in instances.values():
        instance.initialize()
    times = measured(instances, options.rounds, options.repetitions)
    instructions = {modes: problem.functions["derivative"].n_instructions() for modes, problem in problems.items()}
    exponent = float(np.log(instructions[MODES[-1]] / instructions[MODES[0]]) / np.log(MODES[-1] / MODES[0]))
    if options.json:
        print(json.dumps({"microseconds": times, "instructions": instructions, "exponent": exponent}))
        return
    print(f"{'modes':>6} {'us':>8} {'ratio':>6} {'instructions':>13} {'ratio':>6}")
    for modes in times:
        print(f"{modes:6d} {times[modes]:8.2f} {times[modes] / times[0]:6.2f} {instructions[modes]:13d} {instructions[modes] / instructions[0]:6.2f}")
    print(f"instructions grow with the power {exponent:.2f} of the modes, from {MODES[0]} to {MODES[-1]}")


if __name__ == "__main__":
    main()
