"""The edge of a tilted face that comes down first."""

from __future__ import annotations

from typing import Any

import numpy as np

from ....base.scalars import maximum, minimum, norm, where

STEEP = 1e-3  # sine: a face as steep touches by its low edge alone
SHORT = 0.1  # of half an edge: so long a part over the ground bears all


class LowEdge:
    """Of a face with the half edges u, v (3,) above a ground of normal n (3,): where it bears alone, instead of the parallelogram of the overlap.

    This parallelogram is a mean over the overlap. On a tilted face its corners lie off the place where the edge touches, and move with what changes
    far above the ground. `within` has the parts (from, to) of the edges v = -1, u = 1, v = 1 and u = -1 over the ground, along u, v, -u and -v.
    """

    def __init__(self, u: np.ndarray, v: np.ndarray, n: np.ndarray, within: list[tuple[Any, Any]]):
        rises = u @ n, v @ n
        self.along_u = abs(rises[1]) > abs(rises[0])
        rise, across = where(self.along_u, rises[1], rises[0]), where(self.along_u, norm(v), norm(u))
        self.side = where(rise > 0.0, -1.0, 1.0)
        back = [(-last, -first) for first, last in within]
        end = lambda k: where(self.along_u, where(rise > 0.0, within[0][k], back[2][k]), where(rise > 0.0, back[3][k], within[1][k]))
        self.ends = end(0), end(1)
        self.bears = _join(abs(rise) / across / STEEP) * _join((self.ends[1] - self.ends[0]) / SHORT)

    def draw(self, places: list[np.ndarray]) -> list[np.ndarray]:
        """The places (4, 2) of a parallelogram along u and v, of which those beside the edge are drawn to its ends by as much as it bears.

        Of corners 0 to 3 those that differ by 1 or by 2 are neighbours; along the edge lie those that are farther apart along it.
        """
        along, across = ([where(self.along_u, *place) for place in of] for of in (places, [place[::-1] for place in places]))
        by_two = abs(along[2] - along[0]) > abs(along[1] - along[0])
        beside = lambda of, i: where(by_two, of[i ^ 2], of[i ^ 1])
        found = []
        for i, place in enumerate(places):
            end = where(along[i] < beside(along, i), *self.ends)
            target = np.array([where(self.along_u, end, self.side), where(self.along_u, self.side, end)])
            is_low = (across[i] + beside(across, i) - 0.5 * sum(across)) * self.side > 0.0
            found.append(place + where(is_low, self.bears, 0.0) * (target - place))
        return found


def _join(x: Any) -> Any:
    """From 0 at 0 to 1 at 1, smoothly."""
    within = minimum(maximum(x, 0.0), 1.0)
    return within * within * (3.0 - 2.0 * within)
