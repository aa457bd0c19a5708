"""ElasticStress: the stress at a place of a flexible body."""

from __future__ import annotations

from typing import Any

import numpy as np

from ....base.errors import MbfmuError
from ....base.nearest import nearest
from ....base.scalars import kernel, norm
from ...declare.declarations import Output
from ..parts.flexible_body import FlexibleBody
from .base import Sensor


class ElasticStress(Sensor):
    """Measures the stress of a flexible body at a `place` of its data: `ElasticStress(arm, place="root.top")`.

    It is that by the modes, and what temperatures lock in where the body cannot expand.
    """

    attachments = {"body": FlexibleBody}
    sigma = Output("Pa", "stress along the axes of the body: xx, yy, zz, xy, yz, zx", shape=6)
    von_mises = Output("Pa", "equivalent stress of von Mises")
    place: str = ""

    def __init__(self, *attached: Any, place: str, **values: Any):
        super().__init__(*attached, **values)
        known = self.body.data.stresses
        if place not in known:
            raise MbfmuError(f"{self.body.path} has no stress at {place!r}{nearest(str(place), known)}; it has {', '.join(known) or 'none'}")
        self.place = place

    def observe(self, see):
        data = see.elastic_data(self.body)
        locked = tuple((data.temperatures[name].stresses[self.place], T) for name, T in see.temperatures(self.body))
        return _stress(data.stresses[self.place].sigma, see.joint(self.body).q, locked)


@kernel
def _stress(by_mode, e, locked):
    s = by_mode @ e + sum((T * sigma for sigma, T in locked), np.zeros(6))
    differences = np.array([s[0] - s[1], s[1] - s[2], s[2] - s[0]])
    return {"sigma": s, "von_mises": norm(np.array([*(0.5**0.5 * differences), *(3.0**0.5 * s[3:])]))}
