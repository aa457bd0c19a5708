"""How near a road comes to the centre of a wheel, in the plane of the wheel: the one number of which the force along the radius derives."""

from __future__ import annotations

from itertools import pairwise
from math import log, pi
from typing import Any

import numpy as np

from ....base.scalars import Record, maximum, minimum
from ..roads.base import surface

POINTS = 12  # of the road on each side of the centre, as far as the radius
PLACES = [i / POINTS for i in range(-POINTS, POINTS + 1)]
SHARPNESS = 100.0  # a point of the road that is farther than the nearest by a hundredth of the radius counts less by the factor e
NEAREST = 0.125  # of the radius: where a road comes closer, the mean beneath the logarithm stays


def loaded_radius(centre, axis, road: Record, t, radius) -> Any:
    """The distance [m] from the centre (3,) of a wheel to a road, in the plane that is normal to the wheel's axis (3,).

    `radius` [m] is that of the tire in the air. On a gentle road it is the distance to the tangent plane below the centre. On others it is that to
    the nearest of many points of the road, as a smooth minimum, so that no point takes over at once: points within about a hundredth of the radius
    share. On planes both are the same. A function of the place alone, whatever the number of points, so that a force which derives from it gains
    no energy on any road that rests.
    """
    below = surface(road, centre[0], centre[1], t)
    if road.kind.gentle(road):
        sin_gamma = axis @ below.n
        return below.n[2] * (centre[2] - below.z) / (1.0 - sin_gamma * sin_gamma) ** 0.5
    return radius * _smooth_minimum(_depths(centre, axis, road, t, radius, below))


def _depths(centre, axis, road: Record, t, radius, below: Record) -> list[Any]:
    """How deep points of the road are below the centre in the plane of the wheel, over the radius, from behind to ahead."""
    level = (1.0 - axis[2] * axis[2]) ** 0.5
    left = np.array([axis[0], axis[1]]) / level
    forward = np.array([left[1], -left[0]])
    # a point at the depth d lies d * axis_z to the left of the centre; exact where the road is as steep to the left as below
    steep = level - axis[2] * (left @ below.n[:2]) / below.n[2]
    middle = (centre[2] - below.z) / steep

    def depth(along):
        x, y = centre[:2] + along * forward + middle * axis[2] * left
        return (middle + (centre[2] - middle * level - road.kind.height(road, x, y, t)) / steep) / radius

    return [depth(place * radius) for place in PLACES]


def _smooth_minimum(depths: list[Any]) -> Any:
    """The d at which a straight road has the same integral of exp(-b d) along it, 2 d K_1(b d), where b is SHARPNESS.

    The distance of the point below the centre is its depth, so that a centre under the road is told from one above it.
    """
    distances = [(place * place + depth * depth) ** 0.5 if place else depth for place, depth in zip(PLACES, depths)]
    least = distances[0]
    for distance in distances[1:]:
        least = minimum(least, distance)
    counted = [np.exp(-SHARPNESS * (distance - least)) for distance in distances]
    lengths = [(POINTS**-2 + (ahead - behind) * (ahead - behind)) ** 0.5 for behind, ahead in pairwise(depths)]
    integral = sum(0.5 * length * (behind + ahead) for length, (behind, ahead) in zip(lengths, pairwise(counted)))
    shortfall = least - np.log(integral) / SHARPNESS + 0.5 * log(2.0 * pi / SHARPNESS) / SHARPNESS
    found = maximum(shortfall, NEAREST)
    for _ in range(3):  # of K_1 for large arguments: each round gains two digits
        x = SHARPNESS * maximum(found, NEAREST)
        found = shortfall + (0.5 * np.log(x / SHARPNESS) + (0.375 - (0.1875 - 0.1640625 / x) / x) / x) / SHARPNESS
    return found
