"""Runs of a model with all that its Scene shows."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import numpy as np

from ..analysis.instant.drive import InputDriver
from ..analysis.simulate.simulate import simulate, table
from ..base.errors import MbfmuError
from ..engine.instance import Instance
from ..problem.compile import Declared, compile_problem
from ..problem.data.problem import Problem
from ..problem.pictures import pictures_as_outputs
from ..scene import Scene

FRAMES_A_SECOND = 60
FEWEST, MOST = 600, 6000  # frames of one run, if its steps are as short
POSES, FEW = 500_000, 100  # of all parts in all frames, and frames that a run of ever so many parts has: a page of 20 MB


def watched_problem(model: Declared) -> tuple[Problem, Scene]:
    """The Problem of a model, or of several that are connected, with the outputs that its Scene names, and this Scene."""
    problem = compile_problem(model, pictures=True)
    if problem.scene is None or not any(node.position for node in problem.scene.nodes):
        raise MbfmuError(f"there is nothing to see of {problem.name}: no part of it is a Model, whose bodies and joints a view shows")
    return pictures_as_outputs(problem), problem.scene


def run(
    problem: Problem,
    stop_time: float | None,
    values: Mapping[str, Any],
    progress: Callable[[float], None],
    inputs: Mapping[str, Any] | str | Path,
    all_steps: bool = False,
) -> np.ndarray:
    """A result with as many rows as an animation needs, or of `all_steps`; to the model's own stop time if none is given [s]."""
    stop = problem.stop_time if stop_time is None else stop_time
    if not 0.0 < stop < np.inf:
        raise MbfmuError(f"stop time {stop} s must be > 0 s")
    parts = len(problem.scene.nodes) if problem.scene else 0
    intervals = max(np.ceil(min(np.inf if all_steps else frames(stop, parts), stop / problem.step_size)), 1.0)
    return simulate(problem, stop_time=stop, interval=stop / intervals, values=values, inputs=inputs, progress=progress)


def frames(duration: float, parts: int = 0) -> int:
    """How many frames show a run of some duration [s] smoothly; of many parts fewer, between which they move on straight lines."""
    return min(int(np.clip(FRAMES_A_SECOND * duration, FEWEST, MOST)), max(POSES // max(parts, 1), FEW))


def start(problem: Problem, values: Mapping[str, Any]) -> np.ndarray:
    """A result with one row, the assembled start; StepFailed where it cannot be assembled."""
    instance = Instance(problem)
    InputDriver(instance, values, {})
    instance.initialize()
    return table(problem, np.zeros(1), instance.outputs()[None])
