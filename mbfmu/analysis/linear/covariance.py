"""How much a linear system moves under white noise."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike
from scipy.linalg import expm, solve_continuous_lyapunov

from ...base.errors import MbfmuError, ProblemsFound
from ...base.nearest import nearest
from ...base.one_line import one_line
from ...model.signals.chosen_names import chosen
from .intensities import intensities
from .linear_system import LinearSystem
from .mode import Mode

DECAYS = 1e-9  # of the largest eigenvalue: a real part that is not below minus this is no decay, but roundoff


@one_line
@dataclass(frozen=True)
class Covariance:
    """The covariances `of_states` (..., n, n) and `of_outputs` (..., p, p), of zero mean, in the squares and products of their units.

    `states` (n) and `outputs` (p) are the names. Over time a first axis counts the times.
    """

    of_states: np.ndarray
    of_outputs: np.ndarray
    states: tuple[str, ...]
    outputs: tuple[str, ...]

    def deviation(self, name: str) -> np.ndarray | float:
        """The standard deviation of an output or a state, which is its root mean square: a number, or over time (k,).

        ProblemsFound for other names.
        """
        for names, matrices in ((self.outputs, self.of_outputs), (self.states, self.of_states)):
            if name in names:
                i = names.index(name)
                found = np.sqrt(np.maximum(matrices[..., i, i], 0.0))
                return found if found.ndim else float(found)
        known = (*self.outputs, *self.states)
        raise ProblemsFound(
            f"the states, and the outputs of finite variance, are {', '.join(known)}:",
            [f"there is no {name!r}{nearest(name, known)}; an output that a white noise reaches directly needs a filter before the noise (shaped)"],
        )


def stationary(system: LinearSystem, given: Mapping[str, float], outputs: Sequence[str] | None) -> Covariance:
    """Where A P + P A^T + B W B^T = 0; see Linearization.covariance."""
    _refuse_lasting(system.modes())
    excited, rows = _excited(system, given), _finite(system, given, outputs)
    return _of(system, solve_continuous_lyapunov(system.A, -excited), rows)


def over_time(
    system: LinearSystem, times: ArrayLike, given: Mapping[str, float], outputs: Sequence[str] | None, start: ArrayLike | None
) -> Covariance:
    """Where P' = A P + P A^T + B W B^T leads; see Linearization.covariance_at."""
    n, grid = len(system.A), np.atleast_1d(np.asarray(times, float))
    if grid.ndim != 1 or not (np.isfinite(grid).all() and (np.diff(grid, prepend=0.0) >= 0).all()):
        raise MbfmuError(f"times must be finite numbers >= 0 s that ascend, not {times!r}")
    P = np.zeros((n, n)) if start is None else np.asarray(start, float)
    if P.shape != (n, n) or not np.allclose(P, P.T):
        raise MbfmuError(f"the covariance at the start must be a symmetric matrix ({n}, {n}) of the states {', '.join(system.states)}")
    excited, rows, found = _excited(system, given), _finite(system, given, outputs), []
    for step in np.diff(grid, prepend=0.0).tolist():
        across, gained = _step(system.A, excited, step)
        P = across @ P @ across.T + gained
        found.append(P)
    return _of(system, np.array(found), rows)


def _step(A: np.ndarray, excited: np.ndarray, step: float) -> tuple[np.ndarray, np.ndarray]:
    """exp(A h), and the covariance that noise gives in a step h [s].

    By one exponential for a step so short that nothing decays much in it, which is then doubled. Source: C. F. Van Loan, Computing integrals
    involving the matrix exponential, IEEE Transactions on Automatic Control 23 (1978), eqs. 1.2 to 1.4.
    """
    n = len(A)
    doublings = max(0, int(np.ceil(np.log2(max(np.abs(A).sum(axis=0).max(initial=0.0) * step, 1.0)))))
    whole = expm(np.block([[-A, excited], [np.zeros((n, n)), A.T]]) * step / 2**doublings)
    across = whole[n:, n:].T
    gained = across @ whole[:n, n:]
    for _ in range(doublings):
        across, gained = across @ across, gained + across @ gained @ across.T
    return across, 0.5 * (gained + gained.T)


def _excited(system: LinearSystem, given: Mapping[str, float]) -> np.ndarray:
    """B W B^T (n, n)."""
    return (system.B * intensities(system, given)) @ system.B.T


def _finite(system: LinearSystem, given: Mapping[str, float], outputs: Sequence[str] | None) -> list[int]:
    """The places of outputs, by default of all whose variance is finite; MbfmuError for one that is asked for and follows white noise directly."""
    direct = (system.D * intensities(system, given)).any(axis=1)
    if outputs is None:
        return np.flatnonzero(~direct).tolist()
    rows = [system.outputs.index(name) for name in chosen(system.outputs, outputs)]
    for i in rows:
        if direct[i]:
            raise MbfmuError(
                f"{system.outputs[i]} follows a white noise directly, so that its variance is infinite: shape the noise by a filter (shaped)"
            )
    return rows


def _refuse_lasting(modes: Sequence[Mode]) -> None:
    """MbfmuError that names a mode that does not decay."""
    most = max((abs(mode.eigenvalue) for mode in modes), default=0.0)
    for mode in modes:
        if mode.eigenvalue.real >= -DECAYS * most:
            what = f"a mode of {mode.frequency:.4g} Hz" if mode.frequency else "a motion without oscillation"
            does = "grows" if mode.eigenvalue.real > DECAYS * most else "does not decay"
            raise MbfmuError(
                f"there is no stationary covariance: {what} of {', '.join(list(mode.shape)[:3])} {does}; hold it, give it damping, or ask for the "
                "covariance after some time (covariance_at)"
            )


def _of(system: LinearSystem, P: np.ndarray, rows: list[int]) -> Covariance:
    C = system.C[rows]
    return Covariance(P, C @ P @ C.T, system.states, tuple(system.outputs[i] for i in rows))
