"""Coupling: what all constraints share that couple the coordinates of joints linearly."""

from itertools import combinations
from typing import ClassVar

import numpy as np

from .base import Constraint


class Coupling(Constraint):
    """Keeps a weighted sum of the coordinates of joints at its parameter `offset`. A new coupling supplies

    1. `weights(p)` -> a number for each joint it is attached to, in this order.
    2. `efforts`: for each of these joints the name of the output that is the force or torque along it.

    The residual is that of Modelica's IdealGear and IdealPlanetary. The efforts are the weights times the multiplier, so they do no work together.
    """

    efforts: ClassVar[tuple[str, ...]] = ()

    def own_problems(self):
        twice = [
            f"{self.path}: {a} and {b} are both {joint.path}: give each a joint of its own"
            for (a, joint), (b, other) in combinations(self.attached.items(), 2)
            if joint is other
        ]
        return twice or super().own_problems()

    @classmethod
    def residual(cls, p, u, t, *joints):
        return np.array([sum(weight * joint.q[0] for weight, joint in zip(cls.weights(p), joints)) - p.offset])

    @classmethod
    def outputs(cls, p, u, t, multipliers, *joints):
        return {name: weight * multipliers[0] for name, weight in zip(cls.efforts, cls.weights(p))}
