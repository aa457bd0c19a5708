"""The axes of small motions of bodies that turn: those along which a linear system lasts."""

from __future__ import annotations

import numpy as np

from ...base.errors import MbfmuError
from ...engine.instance import Instance
from .derivatives import derivatives
from .independent_states import Independent, independent

SLOW = 1e-3  # rad/s: by no more do eigenvalues err where axes that turn so slowly are taken to stand
ROUNDED = 1e-12  # rad/s: axes that turn so slowly stand, and roundoff turns them
SLOWER = 1e-4  # of the largest eigenvalue: axes that turn faster do not stand, as those of a satellite in its orbit
ANGLE = 1e-3  # rad: axes turn as far to either side, halfway between the errors of differences and of rounding
LASTS = 1e-5  # of a row of A: what changes by less while axes turn by one rad is rounding
SMALL = 1e-3  # of the longest row of A: shorter ones count as long as that


def lasting(instance: Instance, found: Independent, A: np.ndarray, kept: list[int]) -> np.ndarray:
    """The rate (n, nx) of the rows of independent states, along axes in which the linear system of those `kept` stays as it is while bodies turn.

    These stand, or turn along with the bodies; x_dot has the derivatives A by x. MbfmuError where the system changes in both. Where small motions are
    plain coordinates, or turn about one axis, axes make no difference.
    """
    apart = (found.standing - found.along) @ found.columns
    rate = float(np.abs(apart).max(initial=0.0))
    if not rate or rate <= min(SLOW, max(ROUNDED, SLOWER * _fastest((found.rows @ A + found.standing) @ found.columns))):
        return found.standing
    x_dot, pace = instance.buffers["x_dot"].copy(), max(rate, _spin(instance))
    speeds_kept = x_dot - found.columns @ np.where(found.coordinates, 0.0, found.rows @ x_dot)
    for axes, along in (("standing", speeds_kept), ("along", x_dot)):
        if _lasts(instance, found, A, kept, axes, ANGLE / pace * along, pace):
            return np.asarray(getattr(found, axes))
    name = found.names[int(np.argmax(np.abs(apart).max(axis=1)))]
    raise MbfmuError(
        f"{instance.problem.name} has no linear system with constant coefficients in this state: the axes of {name} turn at {rate:.3g} rad/s, and "
        "the system changes along axes that stand and along axes that turn with bodies; linearize its steady_motion, or a state where nothing turns"
    )


def _lasts(instance: Instance, found: Independent, A: np.ndarray, kept: list[int], axes: str, change: np.ndarray, pace: float) -> bool:
    """Whether the linear system stays as it is where x changes by `change`, and what turns fastest, at `pace` [rad/s], turns by ANGLE.

    The instance stays where it is.
    """
    x, here, counted = instance.buffers["x"].copy(), instance.save(), np.ix_(kept, kept)
    ahead, behind = (_system(instance, x + side, axes, found)[counted] for side in (change, -change))
    instance.restore(here)
    instance.outputs()
    rates = getattr(found, axes)
    system, turn = (part[counted] for part in ((found.rows @ A + rates) @ found.columns, (found.turning - rates) @ found.columns / pace))
    # The rows of either system are along the bodies' own axes of its time.
    turned, carried = system @ turn, turn @ system
    changed = 0.5 * (ahead - behind) / ANGLE + turned - carried
    # What axes turn by cancels in rows such as those of angles.
    size = pace + sum(np.linalg.norm(part, axis=1) for part in (system, turned, carried))
    return bool((np.linalg.norm(changed, axis=1) <= LASTS * np.maximum(size, SMALL * size.max(initial=0.0))).all())


def _spin(instance: Instance) -> float:
    """The largest angular velocity [rad/s] among the speeds, about which Euler parameters change half as fast."""
    units = np.array(instance.problem.state_units)
    return float(np.abs(instance.buffers["x"] * np.select([units == "rad/s", units == "1/s"], [1.0, 2.0], 0.0)).max(initial=0.0))


def _fastest(system: np.ndarray) -> float:
    return float(np.abs(np.linalg.eigvals(system)).max(initial=0.0))


def _system(instance: Instance, x: np.ndarray, axes: str, like: Independent) -> np.ndarray:
    """The linear system at states x in the independent states that are chosen already."""
    instance.place(instance.t, x)
    instance.outputs()
    A, _ = derivatives(instance, "x", x.size)
    found = independent(instance, A, None, like.choice)
    return np.asarray((found.rows @ A + getattr(found, axes)) @ found.columns)
