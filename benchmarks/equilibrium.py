"""Where models come to rest: energy drainage with Newton's method, against Newton's method from the start and against damped simulation.

Omar (2014) claims that drainage finds equilibria from far off, where others do not. Newton's method alone runs from the start, with full steps. A
damped simulation has a damper on every hinge, with the best of several dampings, and ends when nothing accelerates or moves by more than 1e-5 in SI
units. All run stiff, by Radau IIA. The wheel loader of fmus/ is also counted: evaluations to its equilibrium, beside those of one second of its
simulation and of its FMU, in its own steps, both to its own tolerance. Wall times in ms without compilation, medians of several runs:
python -m benchmarks.equilibrium
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import partial
from math import inf, radians
from pathlib import Path
from statistics import median
from time import perf_counter

import numpy as np

from mbfmu import Body, Model, Revolute, TorsionSpringDamper, World, compile_problem, equilibrium
from mbfmu.analysis.linear.stability import stability
from mbfmu.analysis.linearize.linearize import derivatives, independent_system, linearized
from mbfmu.base.errors import StepFailed
from mbfmu.engine.instance import Instance
from mbfmu.problem.data.problem import Problem
from mbfmu.problem.load_problem import load_model

FMUS = Path(__file__).parents[1] / "fmus"
REPETITIONS = 5
BALANCED = 1e-9  # of accelerations, in SI units
SETTLED = 1e-5  # of speeds and accelerations, in SI units
LONGEST, PIECES = 5000.0, 2000  # s of a damped simulation, and how often it is looked at
PATIENCE = 10.0  # s of wall time after which it is given up
ROUNDS = 100  # of Newton's method
DAMPINGS = (1.0, 10.0, 100.0, 1000.0)  # of a hinge, in units of the first link's m l sqrt(g l)


def chain(links: int, first: float, turn: np.ndarray | float, pinned_at: float | None = None, damping: float = 0.0) -> Problem:
    """Slender rods of 1.5 m and 1.7595 kg from a fixed point, the first at an angle below the horizontal, each next turned against it [rad]."""
    m, length = 1.7595, 1.5
    model = Model("Chain")
    model.world = World(g=9.81)
    hanger, turns = model.world.frame_b, np.append(first, np.broadcast_to(turn, links - 1))
    for i, phi in enumerate(turns, 1):
        link = model.add(f"link{i}", Body(m=m, r_CM=[length / 2, 0, 0], I=[1e-3, m * length**2 / 12, m * length**2 / 12]))
        hinge = model.add(f"hinge{i}", Revolute(hanger, link.frame_a, n=[0, 1, 0], phi_start=float(phi)))
        if damping:
            model.add(f"damper{i}", TorsionSpringDamper(hinge, d=damping * m * length * np.sqrt(9.81 * length)))
        hanger = link.at([length, 0, 0])
    if pinned_at is not None:
        model.last = Revolute(model.world.at([pinned_at, 0, 0]), hanger, n=[0, 1, 0])
    return replace(compile_problem(model), integrator="radau")  # loaded once, and integrated by Radau IIA by all


def tangle(links: int) -> np.ndarray:
    return np.random.default_rng(1).uniform(-np.pi, np.pi, links - 1)


def garland(links: int, damping: float) -> Problem:
    """Pinned at both ends, from an arc."""
    lean = 1.2 * np.cos(np.pi * (np.arange(links) + 0.5) / links)
    return chain(links, lean[0], np.diff(lean), 0.6 * 1.5 * links, damping)


MODELS: dict[str, Callable[[float], Problem]] = {
    "pendulum, from the horizontal": lambda d: chain(1, 0.0, 0.0, damping=d),
    "10 links, 5 degrees off and 1 more each": lambda d: chain(10, radians(85), radians(-1), damping=d),
    "10 links, tangled": lambda d: chain(10, 0.3, tangle(10), damping=d),
    "50 links, 5 degrees off and 1 more each": lambda d: chain(50, radians(85), radians(-1), damping=d),
    "50 links, tangled": lambda d: chain(50, 0.3, tangle(50), damping=d),
    "20 links, pinned at both ends": lambda d: garland(20, d),
}


def by_newton(problem: Problem) -> str:
    """Newton's method from the start, full steps: where it comes to."""
    instance = Instance(problem)
    instance.initialize()
    for _ in range(ROUNDS):
        rest(instance)
        if np.abs(accelerations(instance)).max() <= BALANCED:
            return stability(linearized(instance))
        A, _ = derivatives(instance, "x", instance.buffers["x"].size)
        found, system, kept = independent_system(instance, A, None)
        step = np.linalg.solve(system[np.ix_(kept, kept)], -(found.rows @ instance.buffers["x_dot"])[kept])
        instance.place(instance.t, instance.buffers["x"] + found.columns[:, kept] @ step)
    return "none"


def rest(instance: Instance) -> None:
    """Take all speeds away, and bring the states onto the constraints."""
    of = instance.problem.mechanisms[0]
    instance.buffers["x"][of.nq + of.own :] = 0.0
    instance.project()
    instance.evaluate()


def accelerations(instance: Instance) -> np.ndarray:
    """As last evaluated."""
    of = instance.problem.mechanisms[0]
    return instance.buffers["x_dot"][of.nq + of.own :]


def by_simulation(problem: Problem) -> str:
    """A damped run until nothing moves."""
    instance, begin = Instance(problem), perf_counter()
    instance.passing = lambda t: _give_up(perf_counter() - begin)
    instance.initialize()
    for t in np.linspace(0.0, LONGEST, PIECES + 1)[1:]:
        instance.advance(t, 1e-6)
        instance.evaluate()
        speeds = instance.buffers["x"][problem.mechanisms[0].nq + problem.mechanisms[0].own :]
        if max(np.abs(accelerations(instance)).max(), np.abs(speeds).max()) < SETTLED:
            return "stable"
    return "none"


def _give_up(taken: float) -> None:
    if taken > PATIENCE:
        raise StepFailed(f"nothing after {PATIENCE} s")


def timed(find: Callable[[], str], repetitions: int = REPETITIONS) -> tuple[float, str]:
    """The median wall time [ms], infinite where it finds nothing, and what was found."""
    times, found = [], ""
    for _ in range(repetitions):
        begin = perf_counter()
        try:
            found = find()
        except (StepFailed, np.linalg.LinAlgError):
            found = "none"
        times.append(1e3 * (perf_counter() - begin))
    return (median(times) if found != "none" else inf), found


def best_simulation(model: Callable[[float], Problem]) -> tuple[float, float]:
    """The wall time [ms] of the fastest of all damped simulations, and its damping."""
    return min((timed(partial(by_simulation, model(damping)), 1)[0], damping) for damping in DAMPINGS)


def _of_a_second(problem: Problem, steps: int) -> int:
    """Evaluations in one second of motion, in so many communication steps."""
    instance = Instance(problem)
    instance.initialize()
    before = instance.evaluations
    for step in range(steps):
        instance.advance((step + 1) / steps, problem.tolerance)
    return instance.evaluations - before


def wheel_loader() -> None:
    """Evaluations to equilibrium and of one second of its motion, and the time to equilibrium beside that of a simulation until nothing moves."""
    problem = compile_problem(load_model(FMUS / "wheel_loader" / "model.py"))
    found = equilibrium(problem)
    simulated, stepped = (_of_a_second(problem, steps) for steps in (1, round(1.0 / problem.step_size)))
    settled, _ = timed(lambda: equilibrium(problem).stability)
    run, _ = timed(lambda: by_simulation(problem), 1)
    print(f"wheel loader: {found.evaluations} evaluations to equilibrium ({found.stability})")
    print(f"wheel loader: {simulated} evaluations in one second of its simulation, {stepped} of its FMU")
    print(f"wheel loader: {settled:.1f} ms to equilibrium, {run:.1f} ms by simulation")


def main() -> None:
    print(f"{'':42}{'drainage':>17}{'Newton alone':>20}{'damped simulation':>26}{'ratios':>14}")
    for name, model in MODELS.items():
        problem = model(0.0)
        drained, found = timed(lambda of=problem: equilibrium(of).stability)
        newton, at = timed(partial(by_newton, problem))
        damped, damping = best_simulation(model)
        times = f"{drained:8.1f} {found:8}{newton:11.1f} {at:8}{damped:13.1f} (damping {damping:g})"
        print(f"{name:42}{times}{newton / drained:9.2f}{damped / drained:9.2f}", flush=True)
    wheel_loader()


if __name__ == "__main__":
    main()
