"""How points at which sides are near accelerate against each other, from accelerations of bodies, by differences of the geometry."""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np
from scipy.spatial.transform import Rotation

from .geometry import LEVEL, Pose, is_searched
from .mechanics import Moment
from .scene import Side, Touch

APART = 1e-6  # s: between moments whose velocities are compared; errors are those of a third derivative, and roundoff over this
KINK = 0.1  # m/s2: a gap whose acceleration changes by more within 4 APART goes from one part of a surface to another, as from a corner to an edge


@dataclass(frozen=True)
class Acceleration:
    """At a place: of the gap, and of the velocity across the normal (3) [m/s2]."""

    gap: float
    across: np.ndarray


def moved(now: Moment, h: float) -> Moment:
    """The moment that accelerations lead to after h [s]."""
    poses = tuple(
        Pose(Rotation.from_rotvec(h * w + 0.5 * h * h * z).as_matrix() @ pose.R, pose.r + h * v + 0.5 * h * h * a)
        for pose, v, w, a, z in zip(now.poses, now.v, now.w, now.a, now.z)
    )
    ahead = lambda rates, further: tuple(x + h * y for x, y in zip(rates, further))
    return replace(now, t=now.t + h, poses=poses, v=ahead(now.v, now.a), w=ahead(now.w, now.z), near={})


def _is_level(now: Moment, touch: Touch, side: Side) -> bool:
    """Whether a cylinder stands: its lowest points then run along the edge."""
    other = touch.b if side is touch.a else touch.a
    n = now.pose(other.body).of(other).R[:, 2]
    return bool(np.hypot(*(now.pose(side.body).of(side).R.T @ n)[:2]) < LEVEL)


def _kinks(now: Moment, touch: Touch, ends: list[Moment]) -> list[bool]:
    """Of each place whether its gap accelerates unevenly about this moment."""
    times = [moved(now, -2 * APART), ends[0], now, ends[1], moved(now, 2 * APART)]
    rates = [[place.n @ time.sliding(touch, place) for place in time.places(touch)] for time in times]
    if len({len(of) for of in rates}) > 1:
        return [True] * len(rates[2])
    return [bool(np.ptp(np.diff(of)) > KINK * APART) for of in np.array(rates).T]


def accelerations(now: Moment, touch: Touch) -> list[Acceleration | None]:
    """Of each place of a contact; None where its place is found by a search, or is not smooth."""
    here = now.places(touch)
    if is_searched(touch.a.kind, touch.b.kind):
        return [None] * len(here)
    found: list[Acceleration | None] = []
    ends = [moved(now, h) for h in (-APART, APART)]
    for first, last in zip(*(end.places(touch) for end in ends)):
        (n_0, v_0), (n_1, v_1) = ((place.n, end.sliding(touch, place)) for place, end in zip((first, last), ends))
        across = (v_1 - n_1 * (n_1 @ v_1)) - (v_0 - n_0 * (n_0 @ v_0))
        found.append(Acceleration(float(n_1 @ v_1 - n_0 @ v_0) / (2 * APART), across / (2 * APART)))
    found = [None if kink else one for kink, one in zip(_kinks(now, touch, ends), found)]
    for side in (touch.a, touch.b):
        if side.kind == "cylinder" and _is_level(now, touch, side):
            found[:-6] = [None] * (len(found) - 6)  # the last are fixed to it
    return found if len(found) == len(here) else [None] * len(here)
