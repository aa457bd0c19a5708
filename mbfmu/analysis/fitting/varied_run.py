"""Runs with other parameters, and how their outputs change with these: from the start on, which parameters move as well."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

import numpy as np

from ...engine.instance import Instance
from ...problem.data.problem import Problem
from ...problem.tables.settled_start import NAME as STARTS_SETTLED
from ..instant.drive import InputDriver
from ..nonlinear.variation import Directions, Varied, directions, vary
from .unknowns import Unknown, changes

CLOSE = 1e-9  # relative tolerance of runs that are judged, as that of `simulate`
SOON = 1e-6  # of runs whose derivatives lead a search: it needs them no closer, and they take most of its time
STEP = 1e-5  # of a parameter's reach: of central differences of an assembled start, whose error is its square and roundoff divided by it


def varied_run(
    problem: Problem, values: Mapping[str, Any], inputs: Mapping[str, Any], times: np.ndarray, unknowns: Sequence[Unknown], rtol: float
) -> Varied:
    """A run to a relative tolerance that starts at the first of the `times` [s], with the derivatives of its outputs by the unknowns.

    Raises as `simulate` does, and StepFailed where derivatives do not exist.
    """
    instance, drive = started(problem, values, inputs, times[0])
    along = directions(instance, x=_start_slopes(instance, unknowns), p=_seeds(instance, unknowns))
    y, dy = instance.outputs(), _slopes_at_start(instance, along)
    later = vary(instance, drive, times[1:], along, rtol)
    return replace(later, times=times, outputs=np.vstack([y, later.outputs]), by=np.concatenate([dy[np.newaxis], later.by]))


def started(problem: Problem, values: Mapping[str, Any], inputs: Mapping[str, Any], time: float) -> tuple[Instance, InputDriver]:
    """An instance at its start, at a time [s]."""
    instance = Instance(problem)
    drive = InputDriver(instance, values, inputs)
    drive.start(time)
    return instance, drive


def _seeds(instance: Instance, unknowns: Sequence[Unknown]) -> np.ndarray:
    """A column for each unknown: the parameter that it is changes by one."""
    seeds = np.zeros((instance.buffers["p"].size, len(unknowns)))
    seeds[[unknown.ref.start for unknown in unknowns], range(len(unknowns))] = 1.0
    return seeds


def _start_slopes(instance: Instance, unknowns: Sequence[Unknown]) -> np.ndarray:
    """The derivatives of the states at the start: exact, or differences where mechanisms are assembled, and do not settle then."""
    if not instance.problem.manifolds or np.any(instance.buffers[STARTS_SETTLED]):
        return np.array([instance.start_tangents({"p": seed}) for seed in _seeds(instance, unknowns).T]).T
    kept, slopes = instance.save(), []
    for unknown in unknowns:
        x = float(unknown.ref.view(instance.buffers)[0])
        (down, up), found = changes(unknown, x, STEP), []
        for change in (down, up):
            instance.set(unknown.ref, x + change)
            instance.initialize(instance.t)
            found.append(instance.buffers["x"].copy())
        instance.restore(kept)
        slopes.append((found[1] - found[0]) / (up - down))
    return np.array(slopes).T


def _slopes_at_start(instance: Instance, along: Directions) -> np.ndarray:
    """The derivatives of the outputs at the start (m, k)."""
    return np.array([instance.directional({"x": x, "p": p}, ("y",))[0] for x, p in zip(along.x.T, along.p.T)]).T
