"""Parts: rigid things that joints and forces are attached to."""

from __future__ import annotations

from typing import Any, ClassVar

from ...model.element import Element
from ...model.frame import Frame
from .offset import Offset


class Part(Element):
    """A rigid part. A new part supplies, beside what every element does:

    1. `massless`: whether it has no inertia; if it has, the kernel `inertia(p, placement)` -> (10,) about the frame in
       which the part stands at `placement` (see mbfmu.spatial.inertia).
    """

    massless: ClassVar[bool] = True
    shown_by_help: ClassVar[tuple[str, ...]] = ("frame_a", "at")

    @property
    def frame_a(self) -> Frame:
        """The part's own frame."""
        return Frame(self)

    def at(self, r: Any, n: Any = None, angle: float = 0.0) -> Frame:
        """A frame at r (3,) [m], turned by `angle` [rad] about n (3,), both resolved in the part's own frame."""
        turned = {} if n is None else {"n": n, "angle": angle}
        return Frame(self, (Offset(r=r, **turned),))
