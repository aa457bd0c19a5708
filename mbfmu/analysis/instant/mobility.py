"""mobility(problem): how freely a mechanism with constraints can move."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from ...engine.instance import Instance
from ...problem.data.constraint_manifold import ConstraintManifold
from ...problem.data.problem import Problem


@dataclass(frozen=True)
class Mobility:
    """The `freedoms` that `rows` of constraints leave, of which `independent` many say something that the others do not.

    `superelements` name groups of constraints and closed loops that share coordinates: each group has one system of equations.
    """

    freedoms: int
    rows: int
    independent: int
    superelements: list[list[str]]

    def __str__(self) -> str:
        freedoms = f"{self.freedoms} degree{'' if self.freedoms == 1 else 's'} of freedom"
        rows = f"{self.rows} constraint row{'' if self.rows == 1 else 's'}, {self.independent} of them independent"
        groups = "; ".join(", ".join(names) for names in self.superelements)
        return f"{freedoms}; {rows}" + (f"; loops and constraints: {groups}" if groups else "")


def mobility(problem: Problem) -> list[Mobility]:
    """The mobility of each mechanism in a problem, found at its start; StepFailed where it cannot be assembled."""
    if not problem.manifolds:
        return []
    instance = Instance(problem)
    instance.initialize()
    return [_of(manifold, int(np.count_nonzero(instance.buffers[f"{manifold.prefix}independent"]))) for manifold in problem.manifolds]


def _of(manifold: ConstraintManifold, independent: int) -> Mobility:
    named = [list(dict.fromkeys(manifold.rows[i].element for i in rows)) for rows in manifold.superelements]
    return Mobility(manifold.nv - independent, len(manifold.rows), independent, named)
