"""A mechanism near one state as a system of second order, and what its matrices say of stability."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
from scipy.linalg import cholesky, solve_triangular

from ...base.errors import MbfmuError
from ...base.one_line import one_line

ZERO = 1e-9  # of the largest eigenvalue, of the square of it for stiffness: parts of matrices below are rounding
GROWS = 1e-6  # of the largest eigenvalue: what grows faster is no root of multiplicity two that rounding has moved
POSITIVE, SEMIDEFINITE, NONE, INDEFINITE, NEGATIVE = "positive definite", "positive semidefinite", "zero", "indefinite", "negative"


@one_line
@dataclass(frozen=True)
class SecondOrder:
    """M y'' + (D + G) y' + (K + N) y = B u of small deviations y of `coordinates` (f) under `inputs` (m).

    M is the mass matrix, D damping, G gyroscopic, K stiffness and N circulatory: all (f, f), M, D and K symmetric, G and N skew. B is (f, m). In SI
    units.
    Source: W. Schiehlen, Recent developments in multibody dynamics, 2005, eq. 36.
    """

    M: np.ndarray
    D: np.ndarray
    G: np.ndarray
    K: np.ndarray
    N: np.ndarray
    B: np.ndarray
    coordinates: tuple[str, ...]
    inputs: tuple[str, ...]

    def verdict(self) -> str:
        """The stability of small motions, and the matrix that determines it, as a sentence.

        Source: Schiehlen, section 4.1; P. C. Muller, W. O. Schiehlen, Linear vibrations, 1985, chapter 6.
        """
        scaled = _scaled(self)
        return _why_unstable(scaled) if _grows(scaled) else _why_not(scaled)

    def words(self) -> dict[str, str]:
        """A sentence on the definiteness of mass, damping and stiffness, and on the presence of gyroscopic and circulatory forces."""
        scaled = _scaled(self)
        found = {"mass": POSITIVE, "damping": _definiteness(scaled.D), "stiffness": _definiteness(scaled.K)}
        return found | {name: "acts" if part.any() else "none" for name, part in (("gyroscopic", scaled.G), ("circulatory", scaled.N))}


def second_order(A: np.ndarray, B: np.ndarray, mass: np.ndarray, coordinates: tuple[str, ...], inputs: tuple[str, ...]) -> SecondOrder:
    """The system of second order of x' = A x + B u, whose states are f coordinates and then as many speeds with the mass matrix `mass`.

    The rates of coordinates need not be the speeds: y' = A11 y + A12 v.
    """
    f = len(coordinates)
    to_speeds = np.linalg.inv(A[:f, f:])
    M = to_speeds.T @ mass @ to_speeds
    back = A[:f, f:] @ A[f:, f:] @ to_speeds
    by_rates, by_places = -M @ (A[:f, :f] + back), -M @ (A[:f, f:] @ A[f:, :f] - back @ A[:f, :f])
    (D, G), (K, N) = ((0.5 * (part + part.T), 0.5 * (part - part.T)) for part in (by_rates, by_places))
    return SecondOrder(M=0.5 * (M + M.T), D=D, G=G, K=K, N=N, B=M @ A[:f, f:] @ B[f:], coordinates=coordinates, inputs=inputs)


def _scaled(system: SecondOrder) -> SecondOrder:
    """The system in coordinates in which M is the identity and its fastest eigenvalue is of size one, without rounding."""
    try:
        L = cholesky(system.M, lower=True)
    except np.linalg.LinAlgError:
        raise MbfmuError(f"the mass matrix of {', '.join(system.coordinates)} is not positive definite: give all moving parts a mass") from None
    M, *parts = (
        solve_triangular(L, solve_triangular(L, part, lower=True).T, lower=True).T for part in (system.M, system.D, system.G, system.K, system.N)
    )
    found = _with(replace(system, M=M), dict(zip("DGKN", parts)))
    fastest = float(np.abs(_eigenvalues(found)).max(initial=0.0)) or 1.0
    powers = {"D": 1, "G": 1, "K": 2, "N": 2}
    return _with(found, {name: _clean(getattr(found, name) / fastest**power) for name, power in powers.items()})


def _clean(part: np.ndarray) -> np.ndarray:
    return part if np.abs(part).max(initial=0.0) > ZERO else np.zeros_like(part)


def _eigenvalues(system: SecondOrder) -> np.ndarray:
    """Of a system in which M is the identity."""
    f = len(system.M)
    return np.linalg.eigvals(np.block([[np.zeros((f, f)), np.eye(f)], [-system.K - system.N, -system.D - system.G]]))


def _grows(system: SecondOrder) -> bool:
    return bool((_eigenvalues(system).real > GROWS).any())


def _without(system: SecondOrder, name: str) -> SecondOrder:
    return _with(system, {name: np.zeros_like(system.M)})


def _with(system: SecondOrder, parts: Mapping[str, Any]) -> SecondOrder:
    return replace(system, **parts)


def _definiteness(part: np.ndarray) -> str:
    values = np.linalg.eigvalsh(part)
    below, zero = (values < -ZERO).any(), (abs(values) <= ZERO).any()
    if zero and not (abs(values) > ZERO).any():
        return NONE
    if below:
        return INDEFINITE if (values > ZERO).any() else NEGATIVE
    return SEMIDEFINITE if zero else POSITIVE


def _why_unstable(system: SecondOrder) -> str:
    damping, stiffness = _definiteness(system.D), _definiteness(system.K)
    if system.N.any() and not _grows(_without(system, "N")):
        return "unstable: circulatory forces destroy stability"
    if system.D.any() and not _grows(_without(system, "D")):
        if damping in (INDEFINITE, NEGATIVE):
            return f"unstable: damping is {damping}, which feeds the motion"
        return f"unstable: stiffness is {stiffness}, and damping destroys the gyroscopic stabilization"
    if stiffness in (INDEFINITE, NEGATIVE):
        return f"unstable: stiffness is {stiffness}" + (", and gyroscopic forces do not stabilize it" if system.G.any() else "")
    return f"unstable: stiffness is {stiffness}, and damping {damping}"


def _why_not(system: SecondOrder) -> str:
    damping, stiffness = _definiteness(system.D), _definiteness(system.K)
    if stiffness in (INDEFINITE, NEGATIVE):
        if system.G.any() and _grows(_without(system, "G")):
            return f"stable: stiffness is {stiffness}, and gyroscopic forces stabilize it"
        return f"stable by its eigenvalues, although stiffness is {stiffness}"
    if system.N.any():
        return f"stable by its eigenvalues, although circulatory forces act; stiffness is {stiffness}, damping {damping}"
    if stiffness != POSITIVE:
        return f"neutral: stiffness is {stiffness}, so that some motion is not brought back"
    if damping == NONE:
        return "stable without damping: stiffness is positive definite"
    if damping == POSITIVE:
        return "asymptotically stable: stiffness and damping are positive definite"
    if damping == SEMIDEFINITE and _pervasive(system):
        return "asymptotically stable: stiffness is positive definite and damping is pervasive"
    if damping == SEMIDEFINITE:
        return "stable: stiffness is positive definite, but damping is not pervasive, so that some motion is not damped"
    return f"stable by its eigenvalues, although damping is {damping}"


def _pervasive(system: SecondOrder) -> bool:
    """Whether damping takes energy from every motion: no motion of the undamped system, whose stiffness is positive definite, passes it by.

    The rank of [D; D M^-1 K; ...], or with gyroscopic forces of the observability matrix, decided by motions: where several have the same frequency
    their combinations count. In energy the undamped system is skew, so its motions are orthogonal.
    """
    f = len(system.M)
    root = cholesky(system.K, lower=True)
    skew = np.block([[np.zeros((f, f)), root.T], [-root, -system.G]])
    rates, motions = np.linalg.eigh(1j * skew)
    for group in np.split(np.arange(2 * f), np.flatnonzero(np.diff(rates) > GROWS) + 1):
        seen = system.D @ motions[f:, group]
        if np.linalg.svd(seen, compute_uv=False).min(initial=np.inf) <= ZERO or len(group) > f:
            return False
    return True
