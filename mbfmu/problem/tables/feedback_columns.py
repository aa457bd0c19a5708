"""Which columns of a feedback's Jacobian are found together: those of bodies that do not feel each other."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from ..data.dependencies import feedback_pattern
from ..data.problem import Problem
from ..data.steps import FeedbackSolve, Slopes, Step


def with_feedback_columns(problem: Problem) -> Problem:
    """The problem with what its feedbacks need to know of that."""
    derivative, output = (tuple(_filled(problem, step) for step in steps) for steps in (problem.derivative, problem.output))
    return replace(problem, derivative=derivative, output=output)


def _filled(problem: Problem, step: Step) -> Step:
    if isinstance(step, FeedbackSolve):
        return replace(step, columns=tangents_of(feedback_pattern(problem, step)))
    if isinstance(step, Slopes):
        return replace(step, evaluate=tuple(_filled(problem, inner) for inner in step.evaluate))
    return step


def tangents_of(pattern: np.ndarray) -> tuple[int, ...]:
    """For each tangent the column that each row is in, or -1: each column is in the first tangent none of whose columns has a row of it.

    Source: A. R. Curtis, M. J. D. Powell, J. K. Reid, On the estimation of sparse Jacobian matrices, IMA J. Appl. Math. 13, 1974.
    """
    tangents: list[np.ndarray] = []
    for column, rows in enumerate(pattern.T):
        free = next((tangent for tangent in tangents if (tangent[rows] < 0).all()), None)
        if free is None:
            free = np.full(len(pattern), -1)
            tangents.append(free)
        free[rows] = column
    return tuple(int(column) for tangent in tangents for column in tangent)
