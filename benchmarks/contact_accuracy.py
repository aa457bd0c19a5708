"""Accuracy against time of contacts, beside MuJoCo on the same scene, and how the cost grows with the number of contacts.

The scene: point masses slide down a slope, each with a speed of its own, and come to rest by Coulomb's friction. How far they slide is known in
closed form. Contact is rigid (`Contact`) and compliant (`HuntCrossleyContact` with bristles) here. MuJoCo's is that of its Newton solver with
elliptic cones: by default, and "hard", with the shortest time constant that a step allows and an impedance ratio of 100. A run is 1.5 s long; its
error is the largest distance of a mass from where it should be. Times are the processor's, of runs without compiling, the shortest of some.

`python -m benchmarks.contact_accuracy [--counts 1 3 10 30 100] [--plot FILE]`. MuJoCo (`pip install mujoco`) is left out where it is not installed.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from types import ModuleType

import numpy as np

from mbfmu import Body, Contact, FreeMotion, HuntCrossleyContact, Model, PlaneSurface, SphereSurface, World
from mbfmu.engine.instance import Instance
from mbfmu.problem.mechanism.mechanics import compile_model

G, TILT, MU, M, STOP = 9.81, np.radians(20.0), 0.5, 2.0, 1.5
STIFF = 4e5  # N/m: of compliant contact
RIGID, COMPLIANT, PLAIN, HARD = "rigid", "compliant", "MuJoCo", "MuJoCo, hard"
TOLERANCES = (1e-3, 1e-5, 1e-7, 1e-9)  # of our integrator
STEPS = (1e-2, 3e-3, 1e-3, 3e-4, 1e-4, 3e-5)  # s: of MuJoCo
DEFAULTS = {RIGID: 1e-6, COMPLIANT: 1e-6, PLAIN: 2e-3, HARD: 2e-3}  # with which the number of contacts is varied
TOGETHER = 10  # masses, of which accuracy is measured
REPEATED, LONG = 3, 1.0  # runs, and the time [s] from which one is enough
EXACT = 1e-12  # m: smaller errors are shown as this


@dataclass(frozen=True)
class Run:
    """How long a run of some masses took [s], and its error [m]; `setting` is a tolerance, or a step [s]."""

    method: str
    count: int
    setting: float
    seconds: float
    error: float


def speeds(count: int) -> np.ndarray:
    """Of the masses at the start, down the slope [m/s]."""
    return np.linspace(0.5, 3.0, count) if count > 1 else np.array([1.5])


def exact(v: np.ndarray) -> np.ndarray:
    """How far they are at the end [m]."""
    braking = G * (MU * np.cos(TILT) - np.sin(TILT))
    sliding = np.minimum(STOP, v / braking)
    return v * sliding - 0.5 * braking * sliding**2


def ours(count: int, rigid: bool) -> Model:
    model = Model("Masses")
    model.world, model.point, model.ground = World(g=G, n=[np.sin(TILT), 0, -np.cos(TILT)]), SphereSurface(radius=0.0), PlaneSurface()
    height = 0.0 if rigid else -M * G * np.cos(TILT) / STIFF
    for i, v in enumerate(speeds(count)):
        body = model.add(f"body_{i}", Body(m=M, I=[0.1, 0.1, 0.1]))
        free = model.add(f"free_{i}", FreeMotion(model.world.frame_b, body.frame_a, r_start=[0, float(i), height], v_start=[v, 0, 0]))
        on = body.frame_a, model.world.frame_b, model.point, model.ground
        contact = Contact(*on, friction="coulomb", mu=MU) if rigid else HuntCrossleyContact(*on, c=STIFF, n=1.0, d=5.0, mu=MU)
        model.add(f"contact_{i}", contact)
        model.expose(outputs={f"r_{i}": free.r})
    return model


Runner = Callable[[float], tuple[float, np.ndarray]]


def run_ours(count: int, rigid: bool) -> Runner:
    """A function of the tolerance: how long a run takes, and where the masses are then."""
    problem = compile_model(ours(count, rigid))

    def run(rtol: float) -> tuple[float, np.ndarray]:
        instance = Instance(problem)
        instance.initialize()
        begin = time.process_time()
        instance.advance(STOP, rtol)
        seconds = time.process_time() - begin
        instance.outputs()
        return seconds, np.array([instance.get(f"r_{i}")[0] for i in range(count)])

    return run


def run_mujoco(mujoco: ModuleType, count: int, hard: bool) -> Runner:
    """The same of MuJoCo, as a function of its step; hard contacts are as stiff as a step allows, with little slip."""
    radius = 1e-3
    slides = "".join(f'<joint type="slide" axis="{axis}"/>' for axis in ("1 0 0", "0 1 0", "0 0 1"))
    geom = f'<geom type="sphere" size="{radius}" mass="{M}" conaffinity="0"/>'
    bodies = "".join(f'<body pos="0 {i} {radius}">{slides}{geom}</body>' for i in range(count))

    def run(step: float) -> tuple[float, np.ndarray]:
        contact = f'solref="{2 * step} 1" solimp="0.99 0.999 0.0001"' if hard else ""
        solver = 'impratio="100" tolerance="1e-12"' if hard else ""
        model = mujoco.MjModel.from_xml_string(
            f'<mujoco><option timestep="{step}" gravity="{G * np.sin(TILT)} 0 {-G * np.cos(TILT)}" cone="elliptic" {solver}/>'
            f'<default><geom condim="3" friction="{MU}" {contact}/></default>'
            f'<worldbody><geom type="plane" size="0 0 1" contype="0" conaffinity="1"/>{bodies}</worldbody></mujoco>'
        )
        data = mujoco.MjData(model)
        data.qvel[0::3] = speeds(count)
        begin = time.process_time()
        mujoco.mj_step(model, data, nstep=round(STOP / step))
        return time.process_time() - begin, data.qpos[0::3].copy()

    return run


def methods(count: int) -> dict[str, Runner]:
    """What runs so many masses."""
    found = {RIGID: run_ours(count, True), COMPLIANT: run_ours(count, False)}
    try:
        import mujoco
    except ImportError:
        return found
    return found | {PLAIN: run_mujoco(mujoco, count, False), HARD: run_mujoco(mujoco, count, True)}


def measured(method: str, run: Runner, count: int, setting: float) -> Run:
    times, where = [], np.zeros(count)
    while len(times) < REPEATED and sum(times) < LONG:
        seconds, where = run(setting)
        times.append(seconds)
    return Run(method, count, setting, min(times), float(np.abs(where - exact(speeds(count))).max()))


def accuracies() -> Iterator[Run]:
    for method, run in methods(TOGETHER).items():
        for setting in STEPS if method in (PLAIN, HARD) else TOLERANCES:
            yield measured(method, run, TOGETHER, setting)


def costs(counts: Sequence[int]) -> Iterator[Run]:
    for count in counts:
        for method, run in methods(count).items():
            yield measured(method, run, count, DEFAULTS[method])


def shown(runs: Iterator[Run]) -> list[Run]:
    """The runs, as they come."""
    found = []
    print(f"{'contacts':>8} {'method':14}{'setting':>9}{'time':>12}{'error':>12}")
    for run in runs:
        found.append(run)
        print(f"{run.count:>8} {run.method:14}{run.setting:>9.0e}{1e3 * run.seconds:>9.2f} ms{run.error:>10.1e} m", flush=True)
    return found


def plot(accuracy: Sequence[Run], growth: Sequence[Run], file: Path) -> None:
    from matplotlib.figure import Figure

    figure = Figure(figsize=(9, 3.6), layout="constrained")
    left, right = figure.subplots(1, 2)
    for method in dict.fromkeys(run.method for run in accuracy):
        by_setting, by_count = ([run for run in runs if run.method == method] for runs in (accuracy, growth))
        left.loglog([1e3 * run.seconds for run in by_setting], [max(run.error, EXACT) for run in by_setting], "o-", label=method)
        right.loglog([run.count for run in by_count], [1e3 * run.seconds for run in by_count], "o-", label=method)
    left.set(xlabel="time [ms]", ylabel="error [m]", title=f"{TOGETHER} masses")
    right.set(xlabel="contacts", ylabel="time [ms]", title="tolerance 1e-6, steps of 2 ms")
    left.legend()
    for axes in (left, right):
        axes.grid(alpha=0.3)
    figure.savefig(file, dpi=100)


def main(arguments: Sequence[str] | None = None) -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--counts", type=int, nargs="+", default=[1, 3, 10, 30, 100])
    parser.add_argument("--plot", type=Path)
    options = parser.parse_args(arguments)
    accuracy, growth = shown(accuracies()), shown(costs(options.counts))
    if options.plot:
        plot(accuracy, growth, options.plot)


if __name__ == "__main__":
    main()
