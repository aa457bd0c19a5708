"""The state transition matrix of a run."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from ...base.errors import MbfmuError
from ...base.one_line import one_line
from ...problem.compile import Declared
from ..instant.drive import Inputs, Values
from ..instant.times import is_positive
from .flow import Flow, LocalCoordinates
from .variation import TOLERANCE


@one_line
@dataclass(frozen=True)
class TransitionMatrix:
    """Small changes of the independent `states` at the start become `matrix` (n, n) times these changes at `time` [s]; in SI `units`."""

    matrix: np.ndarray
    states: tuple[str, ...]
    units: tuple[str, ...]
    time: float

    @property
    def multipliers(self) -> np.ndarray:
        """The eigenvalues, the largest first: Floquet multipliers where the time is a period of the motion, or of the coefficients."""
        return by_size(np.linalg.eigvals(self.matrix))


def transition_matrix(
    declared: Declared,
    time: float,
    values: Values = None,
    inputs: Inputs = None,
    rtol: float = TOLERANCE,
) -> TransitionMatrix:
    """The state transition matrix of a run from its start to a `time` [s], in independent coordinates and speeds.

    `values` and `inputs` are those of `simulate`. Its columns solve the exact variational equations. Raises ProblemsFound and InvalidValue as
    `simulate` does, StepFailed if the run cannot continue or has no derivatives, MbfmuError for a time that is not positive.
    """
    if not is_positive(time):
        raise MbfmuError(f"a transition matrix takes a time > 0 s, finite, not {time!r} s")
    flow = Flow(declared, values, inputs, "transition_matrix", rtol)
    start = flow.frame()
    X = flow.carry(time, start.columns)
    return TransitionMatrix(same(start, flow.frame(start.motions)).rows @ X, start.names, start.units, time)


def same(start: LocalCoordinates, end: LocalCoordinates) -> LocalCoordinates:
    """The frame at the end; MbfmuError where its coordinates are others than at the start."""
    if start.names != end.names:
        raise MbfmuError(f"{', '.join(start.names)} are independent at the start, but {', '.join(end.names)} at the end: start or end elsewhere")
    return end


def by_size(eigenvalues: np.ndarray) -> np.ndarray:
    """Complex numbers, the largest first."""
    return eigenvalues[np.argsort(-np.abs(eigenvalues), kind="stable")].astype(complex)
