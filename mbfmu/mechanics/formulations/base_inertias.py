"""Inertia moved to lower bodies where that changes nothing: the base parameters of robotics.

What a body has of a thin rod on its joint's axis looks the same however the joint turns, and turning moves none of it. So it
may as well belong to the lower body. The recursion then meets bodies of seven numbers instead of ten, and without mass.
Forces through the joints are not those of the mechanism, so inverse dynamics keeps the bodies as they are.

Source: Gautier & Khalil (1990), Direct calculation of minimum set of inertial parameters of serial robots.
"""

from __future__ import annotations

import numpy as np

from ...base.scalars import kernel
from ...base.spatial.inertia import matrix, moved, ten, total
from ..topology import Tree
from .layout import sense


def base_inertias(tree: Tree, joints: list, inertias: list) -> list:
    """Inertias (10,) or None, body by body, that move as the given ones do in joints placed at `joints`."""
    base = list(inertias)
    for k, body in reversed(list(enumerate(tree.bodies))):
        if base[k] is not None and sense(body):
            base[k], rod = split(base[k], joints[k])
            j = tree.lower[k] - 1
            if j >= 0:
                base[j] = rod if base[j] is None else total(base[j], rod)
    return base


@kernel
def split(b, placement):
    """An inertia b (10,) without its rod on z, and the rod (10,) seen from the lower body."""
    m, h_z, I = b[0], b[3], b[5]
    rod = np.array([m, 0.0, 0.0, h_z, I, I, 0.0, 0.0, 0.0, 0.0])
    return np.array([0.0, b[1], b[2], 0.0, b[4] - I, 0.0, *b[6:]]), ten(moved(placement, matrix(rod)))
