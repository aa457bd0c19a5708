"""FlexibleNode: a place on a flexible body at which joints, forces and sensors take hold of it."""

from __future__ import annotations

from typing import Any

import numpy as np

from ...declare.declarations import Parameter
from ..freedoms import Freedoms
from .base import Part


class FlexibleNode(Freedoms, Part):
    """A node of a FlexibleBody, which makes it: `body.node("tip")` gives its frame. The body's elastic coordinates move it, and none of its own."""

    r = Parameter("m", "place in the undeformed body, resolved in its frame", shape=3)

    nq = nv = 0
    must_be_named = False

    body: Any = None
    label: str = ""

    def __init__(self, body: Any, label: str, place: Any):
        self.body, self.label = body, label
        super().__init__(r=place)

    @property
    def path(self) -> str:
        """The name of the body and the node's own."""
        return f"{self.body.path}.{self.label}"

    @staticmethod
    def start(p):
        return np.zeros(0), np.zeros(0)
