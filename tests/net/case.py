"""Case: a description under test, with its run, and how much roundoff may matter to it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from math import inf

import numpy as np

from mbfmu.base.errors import MbfmuError
from mbfmu.problem.data.problem import Problem

from ..tolerances import NET_CLOSE, NET_MAGNIFIED, NET_NOISE
from .description import Description, Item, Place
from .runs import Deviation, Run, apart, compiled, run, seen


@dataclass(frozen=True)
class Case:
    """A description, and the number from which rewritings of it are drawn."""

    found: Description
    seed: int = 0

    @cached_property
    def problem(self) -> Problem:
        """Compiled with what is compared as outputs."""
        return compiled(self.found)

    @cached_property
    def run(self) -> Run:
        """By the engine, in the default formulation."""
        return seen(self.found, self.problem)

    def apart(self, other: Run) -> Deviation:
        """How far another run is from it."""
        return apart(self.run, other)

    def rng(self) -> np.random.Generator:
        """Random numbers, the same every time."""
        return np.random.default_rng(self.seed)

    @cached_property
    def conditioning(self) -> float:
        """How far a perturbation of all numbers by NET_NOISE moves the run; infinite where it ends it."""
        return max(self._moved(np.random.default_rng(i)) for i in range(2))

    def _moved(self, rng: np.random.Generator) -> float:
        try:
            return self.apart(run(perturbed(self.found, rng))).size
        except MbfmuError:
            return inf

    def allows(self, deviation: Deviation) -> bool:
        """Whether a deviation is no more than roundoff and integration make."""
        return deviation.size <= NET_CLOSE or deviation.size <= NET_CLOSE + NET_MAGNIFIED * self.conditioning


def perturbed(found: Description, rng: np.random.Generator) -> Description:
    """All numbers are others by NET_NOISE."""

    def noisy(value: np.ndarray) -> np.ndarray:
        return value * (1.0 + NET_NOISE * rng.uniform(-1.0, 1.0, np.shape(value)))

    def numbers(values: Mapping[str, np.ndarray]) -> dict[str, np.ndarray]:
        return {name: noisy(value) for name, value in values.items()}

    def item(of: Item) -> Item:
        attached = tuple(Place(to.part, noisy(to.r), noisy(to.turn)) if isinstance(to, Place) else to for to in of.attached)
        return replace(of, attached=attached, values=numbers(of.values), inputs=numbers(of.inputs))

    return replace(found, items=tuple(map(item, found.items)))
