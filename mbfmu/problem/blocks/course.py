"""The line on the ground that a block follows, for pictures."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from ...base.errors import MbfmuError
from ...base.scalars import Record
from ...model.blocks import Block
from ...model.declare.dry_run import ask
from ...scene import course_scene
from ..data.problem import Problem


def with_course(problem: Problem, block: Block) -> Problem:
    """The Problem of a block with a Scene of its course, if it has one; MbfmuError where its points are none."""
    if not hasattr(type(block), "course"):
        return problem
    found = ask(block, "course", Record(block.values))
    points = np.array(found, dtype=float) if np.ndim(found) == 2 else np.empty((0, 0))
    if len(points) < 2 or points.shape[1] != 3 or not np.all(np.isfinite(points)):
        says = f"course of {type(block).__name__} gives {repr(found)[:200]}"
        raise MbfmuError(f"{problem.name}: {says}; it must be an array (n, 3) of two or more points [m]")
    return replace(problem, scene=course_scene(problem.name, points))
