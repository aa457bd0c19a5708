"""Slopes at the points of a grid: what a piecewise cubic function of one or several numbers needs besides its values."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from itertools import product

import numpy as np


def with_slopes(axes: Sequence[np.ndarray], values: np.ndarray) -> np.ndarray:
    """The values (n1, ...) and all their mixed slopes, (n1, ..., 2, ...): of index 1 behind the grid's is what is differentiated along that axis.

    Slopes along an axis are Fritsch and Butland's: F. N. Fritsch, J. Butland, A method for constructing local monotone piecewise cubic
    interpolants, SIAM J. Sci. Stat. Comput. 5 (1984). Mixed slopes are slopes of slopes; since the rule is not linear, the order of axes matters,
    and the mean over all orders is taken, so that axes may be exchanged.
    """

    @cache
    def slopes(along: tuple[int, ...]) -> np.ndarray:
        if not along:
            return values
        return np.mean([_slope(axes[i], slopes(tuple(k for k in along if k != i)), i) for i in along], axis=0)

    kinds = product((0, 1), repeat=len(axes))
    found = [slopes(tuple(i for i, differentiated in enumerate(kind) if differentiated)) for kind in kinds]
    return np.stack(found, axis=-1).reshape(*values.shape, *(2,) * len(axes))


def _slope(abscissae: np.ndarray, values: np.ndarray, axis: int) -> np.ndarray:
    """The slopes at the points along one axis: weighted harmonic means of those of the lines at both sides, 0 where these differ in sign."""
    h = np.diff(abscissae)
    lines = np.moveaxis(np.diff(values, axis=axis), axis, -1) / h
    slopes = np.zeros((*lines.shape[:-1], abscissae.size))
    slopes[..., 0], slopes[..., -1] = _at_end(h, lines), _at_end(h[::-1], lines[..., ::-1])
    left, right = lines[..., :-1], lines[..., 1:]
    same = left * right > 0
    near_left, near_right = h[:-1] + 2 * h[1:], 2 * h[:-1] + h[1:]
    inverse = near_left / np.where(same, left, 1.0) + near_right / np.where(same, right, 1.0)
    slopes[..., 1:-1] = np.where(same, (near_left + near_right) / inverse, 0.0)
    return np.moveaxis(slopes, -1, axis)


def _at_end(h: np.ndarray, lines: np.ndarray) -> np.ndarray:
    """The slope at the first point: that of the parabola through three points, within the bounds that keep the cubic monotone."""
    first = lines[..., 0]
    if h.size == 1:
        return first
    second = lines[..., 1]
    slope = ((2 * h[0] + h[1]) * first - h[0] * second) / (h[0] + h[1])
    slope = np.where(slope * first <= 0, 0.0, slope)
    return np.where((first * second <= 0) & (abs(slope) > 3 * abs(first)), 3 * first, slope)
