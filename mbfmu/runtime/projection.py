"""Projection: after an accepted step back onto the constraints, by the smallest change in the mass metric, neutral in energy."""

from enum import Enum

import numpy as np

from .mechanism import Level, Mechanism, Positions, Speeds
from .scaled_rows import ScaledRows

ROUNDS = 3  # of Newton's method, each of which squares what an accepted step has left
WEAK = 1e-3  # a singular value relative to the largest: near a singular position such directions are left to the stabilization
DRIFT = 0.1  # change of a scaled row: an integration does not drift that far, something else has happened
SLOW = 1e-2  # of the energy of the motion along the constraints: more is not given back


class Outcome(Enum):
    """What a projection did: nothing was off, the states were moved, or they are as they were because that was no drift."""

    NOTHING, MOVED, GIVEN_UP = range(3)


def project(mechanism: Mechanism) -> Outcome:
    """Bring positions and speeds, as last evaluated, back onto the kept rows where they are off by more than roundoff.

    The energy that the correction adds or takes is returned by scaling the motion along the constraints; that is skipped where this
    motion has too little energy (fully driven mechanisms, reversals of motion), where the scaled speeds would break constraints that are
    not linear in them, and where inputs feed rows: what puts the mechanism where new inputs want it is their work.
    """
    positions, speeds = Positions(mechanism), Speeds(mechanism)
    if not (_off(positions).any() or _off(speeds).any()):
        return Outcome.NOTHING
    before, energy = mechanism.x.copy(), mechanism.energy()
    for level in (positions, speeds):
        if not _corrected(level):
            mechanism.x[:] = before
            mechanism.evaluate()
            return Outcome.GIVEN_UP
    if not mechanism.fed[mechanism.kept].any():
        _return_energy(speeds, mechanism.energy() - energy)
    return Outcome.MOVED


def off_by(level: Level, misfits: float) -> np.ndarray:
    """Which rows (m), kept or not, are off by more than so many misfits, as last evaluated."""
    return level.rows & ~(np.abs(level.residual) <= misfits * level.misfit())


def _off(level: Level) -> np.ndarray:
    """Which rows (m) are off by more than roundoff."""
    mechanism = level.mechanism
    return level.rows & mechanism.kept & (np.abs(level.residual) > level.roundoff())


def _corrected(level: Level) -> bool:
    """Correct one level; whether that was a correction of drift and no more."""
    mechanism, size = level.mechanism, np.inf
    rows = level.rows & mechanism.kept
    for _ in range(ROUNDS):
        if not _off(level).any():
            break
        scaled = mechanism.scaled(rows)
        residual = level.residual[rows] / scaled.scale
        U, S, V = _strong(scaled.rows)
        asked = U.T @ residual
        if not np.linalg.norm(asked) < 0.5 * size:
            break
        size = np.linalg.norm(asked)
        level.move(-scaled.change(V @ (asked / S)))
        mechanism.evaluate()
        turned = ScaledRows.of(mechanism.A[rows], scaled.factor, scaled.scale).rows - scaled.rows
        if not np.linalg.norm(turned, axis=1).max() <= DRIFT:
            return False
    return True


def _strong(rows: np.ndarray) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """The singular vectors U, values S and vectors V of scaled rows without the weak ones."""
    U, S, V = np.linalg.svd(rows, full_matrices=False)
    strong = S > WEAK * S[0]
    return U[:, strong], S[strong], V[strong].T


def _return_energy(speeds: Speeds, added: float) -> None:
    """Scale the motion along the constraints so that the energy `added` [J] is gone again."""
    mechanism = speeds.mechanism
    scaled = mechanism.scaled(speeds.rows & mechanism.kept)
    _, _, V = _strong(scaled.rows)
    whole = scaled.scaled(mechanism.v)
    along = scaled.change(whole - V @ (V.T @ whole))
    energy = 0.5 * along @ mechanism.M @ along
    if not abs(added) < SLOW * energy:
        return
    before, off = mechanism.v.copy(), _off(speeds).any()
    mechanism.v += (np.sqrt(1.0 - added / energy) - 1.0) * along
    mechanism.evaluate()
    if _off(speeds).any() and not off:
        mechanism.v[:] = before
        mechanism.evaluate()
