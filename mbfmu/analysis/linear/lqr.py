"""lqr and kalman: controllers and filters that are optimal for a linear system."""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike
from scipy.linalg import LinAlgError, solve_continuous_are, svdvals

from ...base.errors import MbfmuError
from ...model.blocks import Block
from ...model.blocks.state_feedback import state_feedback
from ...model.blocks.state_observer import state_observer
from .eigen import eigen
from .linearization import Linearization

UNMOVED = 1e-9  # of the size of the matrices: a singular value below it is one of roundoff


def lqr(system: Linearization, Q: ArrayLike, R: ArrayLike) -> Block:
    """The state feedback u = u_0 - K (x - x_0) that makes the integral of x^T Q x + u^T R u least: a Block with the states as inputs.

    Q (n, n) and R (m, m) are symmetric, in SI units; (n,) and (m,) are diagonals. Q must be positive semidefinite, R positive definite. `K` is a
    parameter of the block, and so are the wanted states `x_0` and the commands `u_0` at them. Raises MbfmuError for weights that do not fit, and for
    modes that do not decay and that no input moves, or that Q does not see, by name.
    Source: R. E. Kalman, Contributions to the theory of optimal control, 1960.
    """
    Q, R = _weights("Q", Q, system, "states", False), _weights("R", R, system, "inputs", True)
    S = _riccati(system, system.A, system.B, Q, R, ("no input moves", "Q does not see"))
    K = np.linalg.solve(R, system.B.T @ S)
    return state_feedback(K, dict(zip(system.states, system.units)), dict(zip(system.inputs, system.input_units)))


def kalman(system: Linearization, Q: ArrayLike, R: ArrayLike) -> Block:
    """The Kalman filter of a linear system under white noise: a Block that estimates its states from its inputs and outputs.

    Q (n, n) is the intensity of the noise on the rates of the states, R (p, p) that on the outputs, in SI units (squares of theirs by s); (n,)
    and (p,) are diagonals. Q must be positive semidefinite, R positive definite. The gain `L` is a parameter of the block. Raises MbfmuError
    for intensities that do not fit, and for modes that do not decay and that no output shows, or that the noise does not move, by name.
    Source: R. E. Kalman, R. S. Bucy, New results in linear filtering and prediction theory, 1961.
    """
    Q, R = _weights("Q", Q, system, "states", False), _weights("R", R, system, "outputs", True)
    P = _riccati(system, system.A.T, system.C.T, Q, R, ("no output shows", "the noise does not move"))
    L = np.linalg.solve(R, system.C @ P).T
    matrices = {"A": system.A, "B": system.B, "C": system.C, "D": system.D, "L": L}
    named = [dict(zip(*of)) for of in ((system.states, system.units), (system.inputs, system.input_units), (system.outputs, system.output_units))]
    return state_observer(matrices, system.rates, *named)


def _weights(name: str, given: ArrayLike, system: Linearization, of: str, definite: bool) -> np.ndarray:
    """A symmetric matrix (n, n) for the "states", "inputs" or "outputs" of a system, from one or from its diagonal; MbfmuError says what is wrong."""
    if not isinstance(system, Linearization):
        raise MbfmuError(f"{name} weighs a linear system, such as linearize(model) gives, not a {type(system).__name__}")
    weighed: tuple[str, ...] = getattr(system, of)
    if not weighed:
        raise MbfmuError(f"the system has no {of}, for which {name} would be")
    try:
        matrix = np.asarray(given, dtype=float)
    except (TypeError, ValueError):
        raise MbfmuError(f"{name} = {given!r} must be an array of numbers") from None
    matrix = np.diag(matrix) if matrix.ndim == 1 else matrix
    if matrix.shape != (len(weighed), len(weighed)):
        needed = f"a row and a column, or a number, for each of {', '.join(weighed)}"
        raise MbfmuError(f"{name} has the shape {np.shape(given)}; it needs {needed}")
    if not np.isfinite(matrix).all() or not np.allclose(matrix, matrix.T, rtol=1e-12, atol=0.0):
        raise MbfmuError(f"{name} must be symmetric and finite")
    least, largest = np.linalg.eigvalsh(matrix)[[0, -1]]
    if least < (UNMOVED * largest if definite else -UNMOVED * abs(largest)) or definite and largest <= 0:
        raise MbfmuError(f"{name} must be positive {'definite' if definite else 'semidefinite'}; its least eigenvalue is {least:g}")
    return matrix


def _riccati(system: Linearization, A: np.ndarray, B: np.ndarray, Q: np.ndarray, R: np.ndarray, words: tuple[str, str]) -> np.ndarray:
    """The stabilizing solution S of A^T S + S A - S B R^-1 B^T S + Q = 0."""
    for matrix, by, why in ((A, B, words[0]), (A.T, Q, words[1])):
        _refuse_lasting(system, matrix, by, why)
    try:
        return solve_continuous_are(A, B, Q, R)
    except (LinAlgError, ValueError) as error:
        raise MbfmuError(f"there is no solution of Riccati's equation: {error}; choose weights of more similar sizes") from None


def _refuse_lasting(system: Linearization, A: np.ndarray, B: np.ndarray, why: str) -> None:
    """Refuse modes that do not decay, and that B does not move (the test of Popov, Belevitch and Hautus); A is the system's or its transpose."""
    found = eigen(system.A)
    size = max(np.abs(A).max(), np.abs(B).max(initial=0.0))
    for value, shape in zip(found.values, found.right.T):
        pencil = np.hstack([A - value * np.eye(len(A)), B])
        if value.real >= -UNMOVED * size and svdvals(pencil)[-1] < UNMOVED * size:
            raise MbfmuError(f"the mode at {value:.4g} rad/s ({', '.join(system.shape(shape))}) does not decay, and {why} it")
