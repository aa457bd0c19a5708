"""Branching: in a singular position the constraints' second derivative tells which speeds lie on a way that a mechanism can move."""

import numpy as np

from .errors import StepFailed
from .mechanism import Mechanism

SINGULAR = 1e-7  # a singular value relative to the largest, the square root of the roundoff with which positions are known
STEP = 1e-4  # of central differences, as a change of the fastest state; their error is its square
NEAR = 1e-3  # of the terms that must cancel: speeds that are as near to a branch are on it
SHARE = 1e-2  # in a dependence of rows, relative to the largest: smaller ones are not named


def refuse_off_branches(mechanism: Mechanism, t: np.ndarray, x: np.ndarray, x_dot: np.ndarray) -> None:
    """StepFailed if no acceleration goes with the speeds of a mechanism in a singular position.

    t (1), x and x_dot are the buffers of the instance, x_dot as last evaluated there; all are left as they were. Where u^T A = 0 for
    kept rows, u^T d psi/dt = 0 is asked of positions and speeds alone, whatever the accelerations are.
    """
    mechanism.evaluate()
    kept = np.flatnonzero(mechanism.kept)
    if not kept.size:
        return
    scaled = mechanism.scaled(kept)
    U, S, _ = np.linalg.svd(scaled.rows)
    lost = np.concatenate([S, np.zeros(kept.size - S.size)]) <= SINGULAR * S[0]
    if not lost.any():
        return
    change, lengthening = _rates(mechanism, t, x, x_dot)
    asked = np.abs(U[:, lost].T @ (change[kept] / scaled.scale))
    terms = np.abs(U[:, lost]).T @ (np.abs(lengthening[kept]) @ np.abs(mechanism.v) / scaled.scale)
    accelerated = SINGULAR * S[0] * np.linalg.norm(scaled.scaled(x_dot[mechanism.speeds_from :][: mechanism.v.size]))
    if (asked > NEAR * terms + accelerated).any():
        share = np.abs(U[:, lost]).max(axis=1)
        names = ", ".join(mechanism.elements(kept[share > SHARE * share.max()]))
        raise StepFailed(
            f"at t = {t[0]:.9g} s the mechanism is in a singular position, from which it may move in more than one way: constraints of {names} "
            "depend on each other there, and its speeds are on none of these ways; fix the speed of one more joint, or start it elsewhere"
        )


def _rates(mechanism: Mechanism, t: np.ndarray, x: np.ndarray, x_dot: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """d psi/dt (m) and dA/dt (m, nv) along x_dot."""
    before, h = (t.copy(), x.copy()), STEP / max(1.0, np.abs(x_dot).max())
    seen = []
    for way in (1.0, -1.0):
        t[:], x[:] = before[0] + way * h, before[1] + way * h * x_dot
        mechanism.evaluate()
        seen.append((mechanism.psi.copy(), mechanism.A.copy()))
    t[:], x[:] = before
    mechanism.evaluate()
    (psi, A), (psi_before, A_before) = seen
    return (psi - psi_before) / (2 * h), (A - A_before) / (2 * h)
