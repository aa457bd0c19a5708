"""The body of uniform density that has a body's mass and moments of inertia: a ball, a cylinder or a cuboid."""

from __future__ import annotations

import numpy as np

from ..base.spatial.inertia import symmetric
from ..model.elements.parts import Body
from .shapes import Ball, Cuboid, Round, Solid

ALIKE = 0.02  # moments that differ by less, relative to the largest, count as equal
THIN = 0.02  # of the largest length of a figure: it is not thinner


def inertia_figure(body: Body) -> tuple[Solid, np.ndarray, np.ndarray] | None:
    """The shape, its place r_CM (3,) and its axes R (3, 3) in the body; None where mass or inertia say nothing."""
    m, I = float(body.values["m"]), symmetric(body.values["I"])
    moments, axes = np.linalg.eigh(I)
    if m <= 0.0 or moments[-1] <= 0.0:
        return None
    shape, R = _shape(m, moments, axes)
    return shape, body.values["r_CM"], R * np.linalg.det(R)  # a right-handed set of axes


def isotropic(body: Body) -> bool:
    """Whether all its moments are the same, so that they tell nothing of its form."""
    moments = np.linalg.eigvalsh(symmetric(body.values["I"]))
    return bool(moments[-1] - moments[0] <= ALIKE * moments[-1])


def _shape(m: float, moments: np.ndarray, axes: np.ndarray) -> tuple[Solid, np.ndarray]:
    """What has ascending principal moments about axes; the axis of a cylinder is z."""
    near = ALIKE * moments[2]
    low, high = moments[1] - moments[0] <= near, moments[2] - moments[1] <= near
    if low and high:
        return Ball(float(np.sqrt(2.5 * moments.mean() / m))), np.eye(3)
    if low or high:
        own, across = (moments[2], moments[0]) if low else (moments[0], moments[2])
        radius = np.sqrt(2.0 * own / m)
        length = np.sqrt(max(12.0 * across / m - 3.0 * radius**2, 0.0))
        least = THIN * max(2.0 * radius, length)
        z = axes[:, 2] if low else axes[:, 0]
        others = axes[:, :2] if low else axes[:, 1:]
        return Round(float(max(radius, least)), float(max(length, least))), np.column_stack([others, z])
    squares = 6.0 * (moments.sum() - 2.0 * moments) / m
    lengths = np.sqrt(np.maximum(squares, 0.0))
    return Cuboid(tuple(np.maximum(lengths, THIN * lengths.max()).tolist())), axes
