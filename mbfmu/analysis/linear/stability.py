"""What the eigenvalues of a linear system say of stability."""

from __future__ import annotations

from collections.abc import Sequence

from .linearization import Linearization
from .mode import Mode

NOTHING = 1e-6  # of the largest eigenvalue: of one that is zero but for roundoff, which may be a root of multiplicity two


def stability(system: Linearization) -> str:
    """ "stable" where small motions stay small, "neutral" where some continue but do not grow by themselves, "unstable" where some grow."""
    modes = system.modes()
    return "unstable" if growing(modes) else "neutral" if lasting(modes) else "stable"


def growing(modes: Sequence[Mode]) -> list[Mode]:
    """The modes that grow."""
    zero = _zero(modes)
    return [mode for mode in modes if mode.eigenvalue.real > zero]


def lasting(modes: Sequence[Mode]) -> list[Mode]:
    """The modes of eigenvalue zero: neither springs nor gravity bring them back."""
    zero = _zero(modes)
    return [mode for mode in modes if abs(mode.eigenvalue) <= zero]


def _zero(modes: Sequence[Mode]) -> float:
    return NOTHING * float(max((abs(mode.eigenvalue) for mode in modes), default=0.0))
