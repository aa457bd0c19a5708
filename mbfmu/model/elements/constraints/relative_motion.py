"""The motion of frame b relative to frame a, from what a constraint sees of the two."""

from ....base.spatial.rotations import cross


def relative_position(a, b):
    """r_ab_a (3,): from a to b, resolved in a."""
    return a.R.T @ (b.r - a.r)


def relative_velocity(a, b):
    """The rate of r_ab_a (3,)."""
    return a.R.T @ (b.v - a.v) - cross(a.w, relative_position(a, b))


def velocity_of_point(a, b, r):
    """How fast (3,) the point of b that is at r (3,) from b's origin moves as seen from a; all resolved in a."""
    w = a.R.T @ (b.R @ b.w) - a.w
    return relative_velocity(a, b) + cross(w, r)
