"""Runs of a model with all that its Scene shows."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import numpy as np

from ..analysis.drive import Drive
from ..analysis.simulate import simulate
from ..engine.instance import Instance
from ..model.model import Model
from ..problem.data.names import element_names
from ..problem.mechanics import compile_model
from ..problem.data.problem import Problem
from ..scene import Scene, watched

FRAMES_A_SECOND = 60
FEWEST, MOST = 600, 6000  # frames of one run, if its steps are as short


def watched_problem(model: Model, scene: Scene) -> Problem:
    """The Problem of a model, with the outputs that its Scene names."""
    with watched(model, scene) as all_seen:
        return compile_model(all_seen)


def run(problem: Problem, stop: float, values: Mapping[str, Any], progress: Callable[[float], None] = lambda t: None) -> np.ndarray:
    """A result with as many rows as an animation needs."""
    frames = min(max(FRAMES_A_SECOND * stop, FEWEST), stop / problem.step_size, MOST)
    return simulate(problem, stop_time=stop, interval=stop / max(np.ceil(frames), 1.0), values=values, progress=progress)


def start(problem: Problem, values: Mapping[str, Any]) -> np.ndarray:
    """A result with one row, the assembled start."""
    instance = Instance(problem)
    Drive(instance, values, {})
    instance.initialize()
    outputs = instance.outputs()
    names = [name for v in sorted((v for v in problem.variables if v.causality == "output"), key=lambda v: v.ref.start) for name in element_names(v)]
    return np.array([(0.0, *outputs)], dtype=[(name, np.float64) for name in ("time", *names)])
