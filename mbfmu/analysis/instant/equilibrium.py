"""An Equilibrium: where a model stays when it is at rest."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any

import numpy as np

from ...base.one_line import one_line
from ...problem.data.problem import Problem
from ..linear.linearization import Linearization

ROUNDED = 1e-12  # of the largest load, N or N.m: smaller ones are zero but for rounding


@dataclass(frozen=True)
class Load:
    """A force or torque [N, N.m] that a spring or joint has in equilibrium.

    `unique` has a bool for each number of it: False where redundant constraints leave this number open. Then it is that of one possible sharing.
    """

    value: float | np.ndarray
    unit: str
    meaning: str
    unique: tuple[bool, ...]


def without_roundoff(loads: Mapping[str, Load]) -> dict[str, Load]:
    """The loads with zeros in place of what is roundoff beside the largest of them."""
    least = ROUNDED * max((float(np.abs(load.value).max()) for load in loads.values()), default=0.0)
    return {name: replace(load, value=np.where(np.abs(load.value) > least, load.value, 0.0)) for name, load in loads.items()}


@dataclass(frozen=True)
class Found:
    """An input or parameter that was found."""

    value: float
    unit: str
    meaning: str


@one_line
@dataclass(frozen=True)
class Equilibrium:
    """A state at rest in which nothing accelerates by more than `acceleration` (SI units; of states of blocks in nominal values per second).

    `outputs` and `states` are dicts by name, in SI units. `moved` lists the displacements of coordinates from the assembled start, the largest first.
    `stability` is "stable" (small motions stay small), "neutral" (some continue, but do not grow by themselves) or "unstable" (some grow).
    `found_by` names the method, and `evaluations` counts evaluations of the derivative without tangents. `linearization` is the linear
    system here. A Model also has `potential_energy` and `kinetic_energy` [J], and the `loads` of forces and joints, such as
    "spring.f" or, resolved in frame_b of a joint, "hinge.f" and "hinge.t". `found` has the inputs and parameters named by `find`.
    In a steady motion, accelerations are resolved in axes that turn with the bodies. `turning` (n, n) describes this
    rotation: the states x of the steady motion have the rates `turning` @ x.
    """

    outputs: dict[str, Any]
    states: dict[str, float]
    moved: dict[str, float]
    acceleration: float
    stability: str
    found_by: str
    evaluations: int
    linearization: Linearization
    problem: Problem = field(repr=False)
    state: bytes = field(repr=False)
    potential_energy: float | None = None
    kinetic_energy: float | None = None
    loads: dict[str, Load] = field(default_factory=dict)
    found: dict[str, Found] = field(default_factory=dict)
    turning: np.ndarray | None = field(default=None, repr=False)
