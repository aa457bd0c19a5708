"""BodyLoad: a load that is spread over a flexible body and acts on its frame and along its modes."""

from __future__ import annotations

import numpy as np

from ....base.scalars import kernel
from ...structure.elastic_data import ElasticData
from ..parts.flexible_body import FlexibleBody
from .base import Load


class BodyLoad(Load):
    """Acts on a flexible `body`, over which it is spread. A new one has one input, the size of the load, and supplies

    `unit_load(data)` -> for a load of size 1: torque and force (6,) about the origin of the body's frame, resolved in it, and what it does along
    the modes (n,) of the body's elastic data, undeformed. It moves with the frame;
    `stiffness(data)` -> by how much less (n, n) it does along the modes for each of the elastic coordinates; nothing unless overridden.
    """

    attachments = {"body": FlexibleBody}
    size: str  # the name of the input

    def unit_load(self, data: ElasticData) -> tuple[np.ndarray, np.ndarray]:
        raise NotImplementedError

    def stiffness(self, data: ElasticData) -> np.ndarray:
        return np.zeros((data.modes, data.modes))

    @property
    def surroundings(self):
        return {}

    def dry_run(self, dry_run):
        """Nothing to try out: its methods are given data, not symbols."""

    def motion(self, see):
        return []

    def power(self, see):
        own = see.body(self.body)
        data = see.elastic_data(self.body)
        return _power(see.inputs(self)[self.size], self.unit_load(data), self.stiffness(data), own)


@kernel
def spread(size, unit, stiffness, e):
    """Torque and force (6,) on the frame, and what is done along the modes (n,)."""
    return size * unit[0], size * (unit[1] - stiffness @ e)


@kernel
def _power(size, unit, stiffness, own):
    return size * (unit[0] @ own.V + (unit[1] - stiffness @ own.e) @ own.e_dot)
