"""MasslessPoint: a point held in place by the forces on it alone."""

from ...declare.declarations import Parameter
from .base import Part


class MasslessPoint(Part):
    """A point without inertia where forces meet; its position follows from their balance (algebraic unknowns)."""

    r_start = Parameter("m", "first guess of the position, resolved in the inertial frame", [0, 0, 0], shape=3, start=True)
