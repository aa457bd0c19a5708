"""Variations of a run: how its outputs and states change with small changes of its start, its inputs and its parameters."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from ...engine.instance import Instance
from ..instant.drive import InputDriver

TOLERANCE = 1e-9  # relative, of runs and of their variations


@dataclass(frozen=True)
class Directions:
    """Changes along k directions: of the states `x` (n, k) at the start, of the inputs `u` (nu, k) and of the parameters `p` (np, k)."""

    x: np.ndarray
    u: np.ndarray
    p: np.ndarray


@dataclass(frozen=True)
class Varied:
    """A run with its variations: at `times` [s] (r) the `outputs` (r, m) in the order of slot y, and their derivatives `by` (r, m, k) along k
    directions.

    `states` (n) and `directions` (n, k) are the states at the last time, and their derivatives.
    """

    times: np.ndarray
    outputs: np.ndarray
    by: np.ndarray
    states: np.ndarray
    directions: np.ndarray


def directions(instance: Instance, x: np.ndarray | None = None, u: np.ndarray | None = None, p: np.ndarray | None = None) -> Directions:
    """Directions that change nothing but what is given: columns of changes of the states, the inputs and the parameters."""
    k = next((given.shape[1] for given in (x, u, p) if given is not None), 0)
    sizes = (instance.buffers[slot].size for slot in ("x", "u", "p"))
    return Directions(*(np.zeros((size, k)) if given is None else given for size, given in zip(sizes, (x, u, p))))


def vary(instance: Instance, drive: InputDriver, times: np.ndarray, along: Directions, rtol: float = TOLERANCE) -> Varied:
    """Integrate an instance that is started, with its variations, to each of the `times` [s], which ascend from its own time.

    Inputs are those of `drive`. States change so at the start that constraints still hold. Derivatives are exact but for the integration; where modes
    switch, they follow how the event moves. Raises StepFailed where the equations cannot be integrated, or derivatives do not exist.
    """
    if drive.moving:
        instance.follow(drive.along if drive.longest else drive.at, drive.longest)
    parts, X, stops = [], along.x, drive.ends(np.concatenate([[instance.t], times]))
    for end in [*stops, times[-1]]:
        if not end > instance.t:
            continue
        wanted = times[(times > instance.t) & (times < end)]
        y, by, X = instance.vary(np.append(wanted, end), X, along.u, along.p, rtol)
        is_row = slice(None) if end in times else slice(-1)
        parts.append((y[is_row], by[is_row]))
        drive.go_on(end)
    outputs, derivatives = (np.concatenate([part[i] for part in parts]) for i in (0, 1))
    return Varied(times=times, outputs=outputs, by=derivatives, states=instance.buffers["x"].copy(), directions=X)
