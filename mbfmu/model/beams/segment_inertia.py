"""Mass and inertia of the segments that the nodes of a beam carry."""

from __future__ import annotations

from typing import Any

import numpy as np
from scipy.linalg import expm

from ...base.spatial.inertia import six
from ...base.spatial.rotations import skew
from ..sections import Material, Section
from .reference_line import ReferenceLine

PLACES, WEIGHTS = np.polynomial.legendre.leggauss(4)


def segment_inertia(line: ReferenceLine, node: int, section: Section, material: Material) -> dict[str, Any]:
    """m [kg], r_CM (3,) [m] and I (6,) [kg.m2] of half the element before a node and half of that behind it, in the node's frame.

    They are integrals over curved pieces of constant strain, so first and second moments of all nodes together are those of the beam.
    """
    pieces = [(-1.0, line.screw(node - 1))] if node > 0 else []
    pieces += [(1.0, line.screw(node))] if node < len(line.r) - 1 else []
    around = material.rho * np.diag([section.I_y + section.I_z, section.I_y, section.I_z])  # of a slice, for each metre
    m, moment, second = 0.0, np.zeros(3), np.zeros((3, 3))
    for side, screw in pieces:
        generator = np.block([[skew(screw.theta), screw.u[:, None]], [np.zeros((1, 4))]])
        for place, weight in zip(PLACES, WEIGHTS):
            H, dx = expm(side * 0.25 * (1.0 + place) * generator), 0.25 * weight * line.h
            R, r, dm = H[:3, :3], H[:3, 3], material.rho * section.A * dx
            m, moment = m + dm, moment + dm * r
            second += dm * (r @ r * np.eye(3) - np.outer(r, r)) + dx * R @ around @ R.T
    c = moment / m
    return {"m": m, "r_CM": c, "I": six(second - m * (c @ c * np.eye(3) - np.outer(c, c)))}
