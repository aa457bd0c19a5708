"""What the eigenvalues of a linear system say of stability."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from .linear_system import LinearSystem
from .mode import Mode

NOTHING = 1e-6  # of the largest eigenvalue: of one that is zero but for roundoff, which may be a root of multiplicity two


def stability(system: LinearSystem) -> str:
    """ "stable" where small motions stay small, "neutral" where some continue but do not grow by themselves, "unstable" where some grow."""
    return "unstable" if growing(system) else "neutral" if lasting(system) else "stable"


def growing(system: LinearSystem) -> list[Mode]:
    """The modes that grow."""
    modes = system.modes()
    zero = _zero(system, modes)
    return [mode for mode in modes if mode.eigenvalue.real > zero]


def lasting(system: LinearSystem) -> list[Mode]:
    """The modes of eigenvalue zero: neither springs nor gravity bring them back."""
    modes = system.modes()
    zero = _zero(system, modes)
    return [mode for mode in modes if abs(mode.eigenvalue) <= zero]


def _zero(system: LinearSystem, modes: Sequence[Mode]) -> float:
    """Eigenvalues that decay much faster than anything oscillates, as those of light parts with dampers, tell nothing of what roundoff leaves of a
    slow motion: this comes from stiffnesses, whose frequencies are at most the root of the largest number in A."""
    largest = max((abs(mode.eigenvalue) for mode in modes), default=0.0)
    return NOTHING * min(largest, float(np.abs(system.A).max(initial=0.0)) ** 0.5)
