"""Contradiction: which elements cannot hold together, and by how much, in words."""

from typing import Mapping

import numpy as np

from .errors import StepFailed
from .manifold import Row, listed
from .mechanism import Level, unit
from .scaled_rows import ScaledRows

CHANGE = "change the start coordinates, the lengths or the axes"
SHARE = 1e-2  # of the largest residual or share in a dependence: smaller ones do not take part


def contradiction(level: Level, rows: np.ndarray, fixed: np.ndarray) -> StepFailed:
    """The error where `rows` (numbers) and `fixed` starts (numbers) of a level, as last evaluated, cannot be brought to zero."""
    mechanism = level.mechanism
    constraints = mechanism.measured(rows)
    starts = ScaledRows.of(mechanism.A_start[fixed], constraints.factor)
    residual = level.residual[rows] / constraints.scale
    start_residual = level.start_residual[fixed] / starts.scale
    pull = np.linalg.lstsq(starts.rows.T, constraints.rows.T @ residual, rcond=None)[0] if fixed.size else start_residual
    bound = SHARE * np.abs(np.concatenate([residual, start_residual])).max()
    failing = rows[np.abs(residual) > bound]
    holding = fixed[(np.abs(pull) > bound) | (np.abs(start_residual) > bound)]
    return StepFailed(_sentence(level, failing, holding))


def _sentence(level: Level, rows: np.ndarray, fixed: np.ndarray) -> str:
    manifold = level.mechanism.manifold
    remaining = _remaining(level, rows)
    loops = {manifold.rows[i].element: manifold.rows[i] for i in rows if manifold.rows[i].joint}
    starts = [f"the fixed start {level.what} of {name}" for name in dict.fromkeys(manifold.starts[i].element for i in fixed)]
    left = amounts(level, rows)
    if not starts and len(remaining) == 1:
        (name, amount), = remaining.items()
        if loops:
            return (
                f"{loops[name].loop_name} cannot be closed: {amount} remain between the frames of {name}; "
                f"{CHANGE}{_axes(loops)}"
            )
        if not level.mechanism.A[rows].any():
            return f"{name} cannot be fulfilled: {amount} remain, which no motion from there changes; start it elsewhere or change its parameters"
        return f"{name} cannot be fulfilled: {amount} remain; change the start coordinates or its parameters"
    if not starts and len(loops) == len(remaining):
        return f"the loops through {listed(list(loops))} cannot be closed together: {left} remain; {CHANGE}{_axes(loops)}"
    names = [loops[name].loop_name if name in loops else name for name in remaining]
    parties = listed([*starts, *names])
    return f"{parties} contradict each other: {left or 'the start values differ'} remain; remove one or make them agree{_axes(loops)}"


def _axes(loops: Mapping[str, Row]) -> str:
    """How the axes of the loop stand, where one is known: to be said behind a message."""
    known = [row.loop.axes for row in loops.values() if row.loop.axes]
    return f" (axes in the world with all coordinates at zero: {known[0]})" if len(known) == 1 else ""


def amounts(level: Level, rows: np.ndarray) -> str:
    """What remains of some rows (numbers) of a level, as last evaluated, at each element."""
    return "; ".join(f"{amount} at {name}" for name, amount in _remaining(level, rows).items())


def _remaining(level: Level, rows: np.ndarray) -> dict[str, str]:
    return {name: _amount(level, name, rows) for name in level.mechanism.elements(rows)}


def _amount(level: Level, name: str, rows: np.ndarray) -> str:
    """What remains at an element, by unit."""
    manifold, squares = level.mechanism.manifold, {}
    for i in (i for i in rows if manifold.rows[i].element == name):
        key = unit(manifold.rows[i], level)
        squares[key] = squares.get(key, 0.0) + level.residual[i] ** 2
    return " and ".join(_said(square**0.5, key) for key, square in squares.items())


def _said(size: float, of: str) -> str:
    """A size with its unit; lengths in millimetres."""
    return f"{1e3 * size:.4g} m{of}" if of.split("/")[0] == "m" else f"{size:.3g} {of}".removesuffix(" 1")
