"""The points of a circle about the z axis that come nearest to ground, and on which it rolls, tips and stands where nothing yields."""

import numpy as np

UPRIGHT = 1e-12  # rad: keeps the direction of the lowest point finite where a circle lies level, and none is
LIFT = 2e-7  # of the radius: so much the lowest point is above those that carry the circle where it lies level
OUTSIDE = 5e-4  # of the radius: so much farther from the middle are the points that carry it
THIRDS = 2.0 * np.pi * np.arange(3) / 3.0  # rad


def rigid_rim(radius, z, tube, n):
    """Spheres (centre (3,), radius, gradient of the gap by n) that touch ground with the normal n (3,) for a circle at the height z with a tube.

    Three are fixed to the circle and carry it where it lies level: points that turn with the lowest one would hold no tilt. The last one is the
    lowest point. Which way that is nobody knows of a circle that is level, so it is lifted a little there: a circle that begins to tip turns about
    two of the three until the lowest one touches between them.
    A circle that is tilted by more than OUTSIDE touches with its lowest point alone: it rolls. Tilted by less it hits the other three, which stand
    out by OUTSIDE**2 / 4 of the radius at most, and comes to rest, as a coin does.
    """
    square = n[0] * n[0] + n[1] * n[1]
    tilt, upright = (square + UPRIGHT * UPRIGHT) ** 0.5, 1.0 - square
    lift = LIFT * upright * upright  # none on edge
    reach = 1.0 / tilt + 4.0 * LIFT * upright  # the derivative of `tilt - lift`, over the tilt
    lowest = np.array([-radius * reach * n[0], -radius * reach * n[1], z])
    by_n = 2.0 * radius * np.array([n[0], n[1], 0.0])
    corners = [radius * (1.0 + OUTSIDE) * np.array([np.cos(angle), np.sin(angle), 0.0]) + np.array([0.0, 0.0, 1.0]) * z for angle in THIRDS]
    return [*((corner, tube - radius * square, by_n) for corner in corners), (lowest, tube + radius * (tilt - lift - reach * square), np.zeros(3))]
