"""The axis of an undeformed beam: a smooth curve through points, and frames along it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike
from scipy.interpolate import CubicSpline

from ...base.errors import MbfmuError
from ...base.scalars import Record
from ...base.spatial.rotations import about_axis, axes_along
from ..elements.forces.screw_motion import screw_motion

FINE = 64  # samples an element, of which arc lengths are sums
NEAREST = 1e-9  # of the length: points nearer to each other than this are the same


@dataclass(frozen=True)
class ReferenceLine:
    """Frames along a beam: R (n, 3, 3), whose first column is the tangent, and r (n, 3) [m]; `h` [m] is the length between two of them."""

    R: np.ndarray
    r: np.ndarray
    h: float

    def screw(self, i: int) -> Record:
        """The screw motion from frame i to the next."""
        a, b = (Record(R=self.R[k], r=self.r[k]) for k in (i, i + 1))
        return screw_motion(a, b)


def reference_line(owner: str, points: ArrayLike, elements: int, z: ArrayLike) -> ReferenceLine:
    """Equidistant frames along the smooth curve (cubic spline) through points (k, 3) [m]; through two points a straight line.

    Axis z of the first frame is as near to the direction `z` (3,) as the tangent lets it be; from frame to frame axes turn no more than the tangent.
    MbfmuError says what is wrong with the points.
    """
    through = _distinct(owner, points)
    place, tangent, length = _straight(through) if len(through) == 2 else _smooth(through, elements)
    along = np.linspace(0.0, length, elements + 1)
    r, t = np.array([place(s) for s in along]), np.array([tangent(s) for s in along])
    first = _first_axes(owner, t[0], np.asarray(z, dtype=float))
    R = [first]
    for a, b in zip(t, t[1:]):
        R.append(_turn(a, b) @ R[-1])
    return ReferenceLine(R=np.array(R), r=r, h=length / elements)


def _distinct(owner: str, points: ArrayLike) -> np.ndarray:
    try:
        through = np.asarray(points, dtype=float)
    except (TypeError, ValueError):
        through = np.zeros(0)
    if through.ndim != 2 or through.shape[1] != 3 or len(through) < 2 or not np.isfinite(through).all():
        raise MbfmuError(f"{owner}: points must be two or more points [x, y, z] [m], not {points!r}")
    steps = np.linalg.norm(np.diff(through, axis=0), axis=1)
    if steps.min() <= NEAREST * steps.sum():
        i = int(np.argmin(steps))
        raise MbfmuError(f"{owner}: points[{i}] and points[{i + 1}] are the same, {through[i].tolist()} m: leave one out")
    return through


Along = Callable[[float], np.ndarray]


def _straight(through: np.ndarray) -> tuple[Along, Along, float]:
    way = through[1] - through[0]
    length = float(np.linalg.norm(way))
    return lambda s: through[0] + s / length * way, lambda s: way / length, length


def _smooth(through: np.ndarray, elements: int) -> tuple[Along, Along, float]:
    chords = np.concatenate([[0.0], np.cumsum(np.linalg.norm(np.diff(through, axis=0), axis=1))])
    curve = CubicSpline(chords, through)
    middle = np.linspace(0.0, chords[-1], FINE * max(elements, len(through)) + 1)
    speed = np.linalg.norm(curve(middle, 1), axis=1)
    arc = CubicSpline(middle, speed).antiderivative()
    at = CubicSpline(arc(middle), middle)

    def tangent(s: float) -> np.ndarray:
        along = curve(at(s), 1)
        return along / np.linalg.norm(along)

    return lambda s: curve(at(s)), tangent, float(arc(chords[-1]))


def _first_axes(owner: str, t: np.ndarray, z: np.ndarray) -> np.ndarray:
    across = z - t * (z @ t) if z.shape == (3,) else np.zeros(3)
    if np.linalg.norm(across) <= 1e-6 * np.linalg.norm(z):
        raise MbfmuError(f"{owner}: z = {z.tolist()} must be a direction across the beam, which begins along {np.round(t, 6).tolist()}")
    return axes_along(across, t)


def _turn(a: np.ndarray, b: np.ndarray) -> np.ndarray:
    """The least turn (3, 3) of a unit vector a to a unit vector b."""
    n = np.cross(a, b)
    sine = float(np.linalg.norm(n))
    return about_axis(n / sine, float(np.arctan2(sine, a @ b))) if sine > 0.0 else np.eye(3)
