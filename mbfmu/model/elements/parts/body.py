"""Body: a rigid body with mass."""

import numpy as np

from ....base.spatial.inertia import about_origin, symmetric
from ...declare.declarations import Parameter
from ...declare.spatial_parameters import InertiaTensor
from .base import Part


class Body(Part):
    """A rigid body; its own frame is frame_a, and `body.at([x, y, z])` gives any other."""

    m = Parameter("kg", "mass of the body", min=0.0, exclusive_when_tuned=True)
    r_CM = Parameter("m", "vector from frame_a to the centre of mass, resolved in frame_a", [0, 0, 0], shape=3)
    I = InertiaTensor("moments of inertia about the centre of mass, resolved in frame_a", [0, 0, 0])

    massless = False
    check_messages = (
        "{m} must be >= 0 kg (mass of the body)",
        *["{I} must have no negative principal moment (moments of inertia about the centre of mass)"] * 7,
    )

    def inertia(self, p, placement):
        return about_origin(p.m, p.r_CM, p.I, placement)

    def own_warnings(self):
        moments = np.linalg.eigvalsh(symmetric(self.values["I"]))
        if moments[2] <= (moments[0] + moments[1]) * (1 + 1e-6):
            return []
        listed = ", ".join(f"{moment:.6g}" for moment in moments)
        made = f", made in {self.made_at}," if self.made_at else ""
        return [
            f"{self.path}.I{made} has the principal moments {listed} kg.m2: no body is like that, the largest is more than the sum "
            "of the others; look whether a moment or a product of inertia is wrong"
        ]

    @staticmethod
    def checks(p):
        """Mass and the principal minors of I, shifted by roundoff so that zero passes: all of them, or I may be indefinite."""
        I = symmetric(p.I)
        pair = lambda i, j: I[i, i] * I[j, j] - I[i, j] * I[i, j]
        determinant = I[0, 0] * pair(1, 2) - I[0, 1] * (I[0, 1] * I[2, 2] - I[1, 2] * I[0, 2])
        determinant = determinant + I[0, 2] * (I[0, 1] * I[1, 2] - I[1, 1] * I[0, 2])
        orders = ((I[0, 0], I[1, 1], I[2, 2]), (pair(0, 1), pair(1, 2), pair(2, 0)), (determinant,))
        scale = abs(I[0, 0]) + abs(I[1, 1]) + abs(I[2, 2])
        shifted = [minor + 1e-9 * scale**order + 1e-300 for order, minors in enumerate(orders, 1) for minor in minors]
        return np.array([p.m + 1e-300, *shifted])
