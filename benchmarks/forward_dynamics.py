"""How long one evaluation of forward dynamics takes, beside Pinocchio's aba called from Python in the same run.

Chains of revolute links, with random placements and axes or, as in most robots, with axes along coordinate axes of unturned
frames, and a floating humanoid where the package example-robot-data is installed (with joint friction, which aba leaves out).
`engine` is the compiled derivative run by the engine, from tapes, `NumPy` the same kernels on floats. Times are
medians of processor time; ratios are to Pinocchio. Growth is the time per body of the longest random chain over that of one of 10: 1 is linear.
"""

from __future__ import annotations

import argparse
import json
import time
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass
from importlib import metadata
from pathlib import Path

import numpy as np
import pinocchio as pin

from mbfmu import Body, JointTorque, Model, Revolute, World
from mbfmu.base.scalars import Record
from mbfmu.engine.instance import Instance
from mbfmu.mechanics.formulations import articulated_body
from mbfmu.mechanics.formulations.derived_parameters import derive
from mbfmu.mechanics.formulations.loads import gather_loads
from mbfmu.mechanics.formulations.motion import Motion
from mbfmu.mechanics.topology import build_tree
from mbfmu.model.declare.declarations import Input
from mbfmu.model.declare.element import declarations
from mbfmu.model.elements.forces import JointLoad
from mbfmu.model.urdf import read_urdf
from mbfmu.problem.mechanism.mechanics import compile_model

CHAINS = (2, 5, 10, 20, 50, 100)
ALIGNED = (pin.JointModelRX, pin.JointModelRY, pin.JointModelRZ)
HUMANOID = "talos_reduced.urdf"


@dataclass(frozen=True)
class Measured:
    """Medians in microseconds for one mechanism."""

    name: str
    bodies: int
    instructions: int
    pinocchio: float
    engine: float
    numpy: float


def chain(n: int, aligned: bool = False) -> tuple[Model, pin.Model]:
    """The same chain of n revolute links in mbfmu and in Pinocchio, turned at random or aligned with coordinate axes."""
    rng = np.random.default_rng(n)
    model, other, inputs = Model("Chain"), pin.Model(), {}
    lower = model.add("world", World())
    for i in range(1, n + 1):
        r, n_place, angle, axis = rng.uniform(-0.5, 0.5, 3), rng.normal(size=3), rng.uniform(-2, 2), rng.normal(size=3)
        m, r_CM, I = rng.uniform(1, 2), rng.uniform(-0.3, 0.3, 3), np.diag(rng.uniform(0.1, 0.2, 3)) + 0.01
        if aligned:
            angle, axis = 0.0, np.eye(3)[i % 3]
        n_place, axis = n_place / np.linalg.norm(n_place), axis / np.linalg.norm(axis)
        body = model.add(f"body{i}", Body(m=m, r_CM=r_CM, I=I))
        joint = model.add(f"joint{i}", Revolute(lower.at(r, n=n_place, angle=angle), body.frame_a, n=axis))
        inputs[f"joint{i}.tau"] = model.add(f"drive{i}", JointTorque(joint)).tau
        place = pin.SE3(pin.AngleAxis(angle, n_place).toRotationMatrix(), r)
        number = other.addJoint(i - 1, ALIGNED[i % 3]() if aligned else pin.JointModelRevoluteUnaligned(axis), place, f"joint{i}")
        other.appendBodyToJoint(number, pin.Inertia(m, r_CM, I), pin.SE3.Identity())
        lower = body
    model.expose(inputs)
    return model, other


def humanoid() -> tuple[Model, pin.Model] | None:
    """The humanoid with a floating base, or None where example-robot-data is not installed."""
    try:
        files = metadata.files("example-robot-data")
    except metadata.PackageNotFoundError:
        return None
    path = Path(next(f for f in files if f.name == HUMANOID).locate())
    return read_urdf(path, floating=True, end_stops=False), pin.buildModelFromUrdf(str(path), pin.JointModelFreeFlyer())


def median_microseconds(evaluations: Sequence[Callable[[], object]], repetitions: int, budget: float = 0.02) -> list[float]:
    """Medians over repetitions of the mean time of one evaluation, measured in turn so that all meet the same machine.

    Each is evaluated for about `budget` [s] a repetition.
    """
    counts = [max(1, int(budget / max(mean_time(e, 2), 1e-7))) for e in evaluations]
    times = [[mean_time(e, count) for e, count in zip(evaluations, counts)] for _ in range(repetitions)]
    return [float(t) * 1e6 for t in np.median(times, axis=0)]


def mean_time(evaluate: Callable[[], object], count: int) -> float:
    """The mean processor time [s] of one of `count` evaluations: what else the machine does is not in it."""
    start = time.process_time()
    for _ in range(count):
        evaluate()
    return (time.process_time() - start) / count


def pinocchio_aba(model: pin.Model) -> Callable[[], object]:
    """One evaluation of aba, as Pinocchio's users call it from Python."""
    data, q = model.createData(), pin.neutral(model)
    v, tau = np.full(model.nv, 0.1), np.full(model.nv, 0.2)
    return lambda: pin.aba(model, data, q, v, tau)


def engine(model: Model) -> tuple[Callable[[], object], int]:
    """One evaluation of the compiled derivative in the engine, by tapes, and its number of instructions."""
    problem = compile_model(model)
    (call,) = problem.derivative
    instance = Instance(problem)
    instance.initialize()
    instance.buffers["x"][:] = 0.1
    return instance.evaluate, problem.functions[call.function].n_instructions()


def on_floats(model: Model) -> Callable[[], object]:
    """One evaluation of the recursion on NumPy's floats, loads included."""
    tree, elements = build_tree(model), list(model.elements.values())
    parameters = {e: Record(e.values) for e in elements}
    inputs = {e: Record((k, d.start) for k, d in declarations(type(e), Input).items()) for e in elements}
    d, loads = derive(tree, parameters, []), model.of_type(JointLoad)
    q, v = tree.split_q(np.full(tree.nq, 0.1)), tree.split_v(np.full(tree.nv, 0.1))

    def evaluate() -> object:
        motion = Motion(tree, d, q, v, {})
        return articulated_body.accelerations(motion, gather_loads(motion, loads, parameters, inputs, 0.0))

    return evaluate


def measure(name: str, model: Model, other: pin.Model, repetitions: int) -> Measured:
    """All three evaluations of one mechanism."""
    compiled, instructions = engine(model)
    times = median_microseconds((pinocchio_aba(other), compiled, on_floats(model)), repetitions)
    return Measured(name, len(build_tree(model).bodies), instructions, *times)


def growth(measured: list[Measured]) -> float:
    """Time per body in the engine of the longest random chain over that of one of 10."""
    per_body = {m.bodies: m.engine / m.bodies for m in measured if m.name.startswith("random")}
    return per_body[max(CHAINS)] / per_body[10]


def table(measured: list[Measured]) -> str:
    """What people read."""
    rows = [f"{'mechanism':<22}{'bodies':>7}{'instr./body':>12}{'Pinocchio':>12}{'engine':>24}{'NumPy':>22}"]
    for m in measured:
        rows.append(
            f"{m.name:<22}{m.bodies:>7}{m.instructions / m.bodies:>12.0f}{m.pinocchio:>9.1f} us"
            f"{m.engine:>12.1f} us ={m.engine / m.pinocchio:>6.2f} x{m.numpy:>11.0f} us ={m.numpy / m.pinocchio:>5.0f} x"
        )
    return "\n".join([*rows, f"growth of the engine's time per body, random chain of {max(CHAINS)} to 10: {growth(measured):.2f}"])


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--json", action="store_true", help="print numbers for programs, times in microseconds")
    parser.add_argument("--repetitions", type=int, default=7, help="medians are over so many (default: 7)")
    options = parser.parse_args()
    mechanisms = {f"random chain of {n}": chain(n) for n in CHAINS}
    mechanisms |= {f"aligned chain of {n}": chain(n, aligned=True) for n in CHAINS}
    if robot := humanoid():
        mechanisms["humanoid"] = robot
    measured = [measure(name, *pair, options.repetitions) for name, pair in mechanisms.items()]
    if options.json:
        print(json.dumps({"mechanisms": [asdict(m) for m in measured], "growth": growth(measured)}, indent=2))
    else:
        print(table(measured))


if __name__ == "__main__":
    main()
