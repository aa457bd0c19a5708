"""PressureLoad: a pressure on a part of a flexible body's surface."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from ....base.errors import MbfmuError
from ...declare.declarations import Input
from .body_load import BodyLoad


class PressureLoad(BodyLoad):
    """Presses with the input on the triangles of a flexible body's surface that `where` chooses: `PressureLoad(wing, where=lambda x: x[:, 2] > 0)`.

    `where` gets the centres (q, 3) [m] of all triangles in the undeformed body, in the frame of its data, and returns which are pressed (q,). Each
    carries the pressure against its undeformed normal, and moves with the body's frame. Raises MbfmuError if the data have no surface, or if `where`
    chooses none of its triangles.
    """

    size = "pressure"
    pressure = Input("Pa", "pressure, positive if it presses onto the surface")
    pressed: Any = None

    def __init__(self, *attached: Any, where: Callable[[np.ndarray], np.ndarray], **values: Any):
        super().__init__(*attached, **values)
        surface = self.body.data.surface
        if surface is None:
            raise MbfmuError(f"{self.body.path} has no surface: its data do not say what there is to press on")
        if not callable(where):
            raise MbfmuError(f"PressureLoad: where = {where!r} must be a function of centres (q, 3) [m], such as lambda x: x[:, 2] > 0")
        chosen = np.asarray(where(surface.vertices[surface.triangles].mean(axis=1)))
        if chosen.shape != (len(surface.triangles),) or not chosen.any():
            raise MbfmuError(f"where chooses none of the {len(surface.triangles)} triangles of {self.body.path}: it takes centres (q, 3), gives (q,)")
        self.pressed = surface.triangles[chosen.astype(bool)]

    def unit_load(self, data):
        a, b, c = np.moveaxis(data.surface.vertices[self.pressed], 1, 0)
        push = -np.cross(b - a, c - a) / 2.0
        torque = np.cross((a + b + c) / 3.0, push).sum(axis=0)
        along = np.einsum("qi,qin->n", push, data.surface.Phi[self.pressed].mean(axis=1))
        return np.array([*torque, *push.sum(axis=0)]), along
