"""Which parameters measurements tell, and which they cannot tell apart."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from ...base.errors import ProblemsFound
from .unknowns import Unknown, reach

NOTHING = 1e-9  # of the measured numbers: a parameter that moves them by less where it changes by its own size has no effect
ALIKE = 1e-6  # of the largest singular value, where all columns have length one: below it parameters do the same
SHARE = 1e-2  # of the largest part: a parameter with less has no part in what cannot be told


def refuse_without_effect(unknowns: Sequence[Unknown], slopes: np.ndarray, size: np.ndarray) -> None:
    """ProblemsFound for parameters that move no measured number; `slopes` (n, k) are relative to the `size` (n) of each number."""
    moved = np.abs(slopes / np.maximum(size, np.finfo(float).tiny)[:, np.newaxis]).max(axis=0)
    wrong = [
        f"{unknown.name} changes no measured output at {unknown.start:g} {unknown.unit}: leave it out, or measure an output that it changes"
        for unknown, effect in zip(unknowns, moved)
        if effect * reach(unknown, unknown.start) < NOTHING
    ]
    if wrong:
        raise ProblemsFound("these parameters cannot be fitted:", wrong)


def directions(slopes: np.ndarray) -> np.ndarray:
    """The directions (r, k) of the unknowns along which the weighted `slopes` (n, k) move nothing; of lengths one in columns of length one."""
    length = np.linalg.norm(slopes, axis=0)
    _, sizes, along = np.linalg.svd(slopes / length, full_matrices=False)
    return along[sizes < ALIKE * sizes[0]]


def told_apart(unknowns: Sequence[Unknown], numbers: np.ndarray, slopes: np.ndarray) -> list[str]:
    """A sentence for each direction along which nothing that was measured changes."""
    length = np.linalg.norm(slopes, axis=0)
    return [_sentence(unknowns, numbers, direction / length) for direction in directions(slopes)]


def _sentence(unknowns: Sequence[Unknown], numbers: np.ndarray, change: np.ndarray) -> str:
    relative = np.array([part / (number or 1.0) for part, number in zip(change, numbers)])
    relative /= relative[np.argmax(np.abs(relative))]
    parts = [i for i in np.argsort(-np.abs(relative), kind="stable") if abs(relative[i]) > SHARE]
    names = [unknowns[i].name for i in parts]
    moves = [_move(unknowns[i], numbers[i], relative[i]) for i in parts]
    what = f"{listed(names)} cannot be told apart: no measured output changes while {listed(moves)}"
    return f"{what}; take one of them out, or measure more"


def listed(texts: Sequence[str]) -> str:
    """Texts as people list them: a, b and c."""
    return " and ".join([", ".join(texts[:-1]), texts[-1]] if len(texts) > 1 else texts)


def _move(unknown: Unknown, number: float, relative: float) -> str:
    verb = "grows" if relative * (number or 1.0) > 0 else "falls"
    return f"{unknown.name} {verb} by {abs(relative):.3g} %" if number else f"{unknown.name} {verb} by {abs(relative) / 100:.3g} {unknown.unit}"
