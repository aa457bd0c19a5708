"""PlaneSurface: a plane without an end."""

from .base import Surface


class PlaneSurface(Surface):
    """The plane z = 0 of its frame; what touches it is above, where z is positive."""

    ground = True
    exact = True

    @staticmethod
    def distance(p, r, t):
        return r[2]
