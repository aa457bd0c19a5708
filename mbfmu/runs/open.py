"""open: a run of a model or an FMU, to be driven step by step."""

from __future__ import annotations

from pathlib import Path

from ..analysis.simulate.problem_run import ProblemRun
from ..analysis.simulate.run import Run
from ..base.real_time import Pacer
from ..problem.compile import Declared, compile_problem
from .fmu_run import FmuRun
from .subject import fmu_or_declared


def open(model: Declared, real_time: bool = False) -> Run:
    """A run of a Model, a BlockModel or a Problem, which is closed at the end of `with`.

    A path is that of a Co-Simulation FMU, of a Python file that declares `model`, or of a robot: `open("ur5.urdf")`.

    A controller that raises a mass of 2 kg by 0.5 m:

    >>> import mbfmu
    >>> model = mbfmu.Model("Lift")
    >>> model.world, model.mass = mbfmu.World(g=9.81), mbfmu.Body(m=2.0)
    >>> model.guide = mbfmu.Prismatic(model.world.frame_b, model.mass.frame_a, n=[0, 0, 1])
    >>> model.motor = mbfmu.JointForce(model.guide)
    >>> model.expose(inputs={"force": model.motor.f}, outputs={"height": model.guide.s, "speed": model.guide.v})
    >>> with mbfmu.open(model) as run:
    ...     total, h = 0.0, 1e-2
    ...     for _ in range(500):
    ...         error = 0.5 - run["height"]
    ...         total += error * h
    ...         run["force"] = 60.0 * error + 50.0 * total - 30.0 * run["speed"]
    ...         run.step(h)
    ...     print(f"{run['height']:.2f} m at {run.time:.2f} s")
    0.50 m at 5.00 s

    Values set before the first step are start values. A model runs in the engine with a relative tolerance of 1e-9, as in `simulate`. With
    `real_time`, a step returns when as much time has gone by on the wall clock as the run has simulated since its first step; `run.pacer` counts
    the steps that came late, and the logger "mbfmu" warns of them when the run is closed.
    """
    given = fmu_or_declared(model)
    run = FmuRun(given) if isinstance(given, Path) else ProblemRun(compile_problem(given))
    run.pacer = Pacer() if real_time else None
    return run
