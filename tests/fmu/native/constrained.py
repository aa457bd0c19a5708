"""Constrained solves of the engine on a rig: every method, for a System."""

from __future__ import annotations

import ctypes

import numpy as np
import pytest

from mbfmu.problem.data.ref import Ref
from mbfmu.problem.data.steps import ConstrainedSolve, ConstraintMethod

from .rig import Rig
from .systems import System

METHODS = [method.name for method in ConstraintMethod]
ANY_MASS = [name for name in METHODS if name != "WEIGHTED_PSEUDO_INVERSE"]
every_method = pytest.mark.parametrize("kind", METHODS)
every_method_for_singular_masses = pytest.mark.parametrize("kind", ANY_MASS)


def rigged(solves: ctypes.CDLL, kind: str, system: System) -> Rig:
    """The step `kind` in slots M, f, A, b, k, lost, a and l."""
    values = {"M": system.M, "f": system.f, "A": system.A, "b": system.b, "k": system.kept}
    values |= {"lost": [0.0], "a": np.zeros(system.a.size), "l": np.zeros(system.l.size)}
    step = ConstrainedSolve(ConstraintMethod[kind], *(Ref(slot, 0, np.size(numbers)) for slot, numbers in values.items()), "the rig")
    return Rig(solves, kind, step, values)


def solved(solves: ctypes.CDLL, kind: str, system: System) -> tuple[np.ndarray, np.ndarray, float, Rig]:
    """a, l, how many rows are lost, and the rig."""
    rig = rigged(solves, kind, system)
    rig.run()
    return rig["a"].copy(), rig["l"].copy(), rig["lost"][0], rig
