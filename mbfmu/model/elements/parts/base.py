"""Parts: rigid things that joints and forces are attached to."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, ClassVar

from ...declare.element import Element
from ...declare.frame import Frame
from ..offset import Offset
from ..visuals import Visual


class Part(Element):
    """A rigid part. A new part supplies, beside what every element does:

    1. `massless`: whether it has no inertia.
    2. If it has, `inertia(p, placement)` -> (10,): mass [kg], mass times the centre of mass (3,) [kg.m], and the moments (6,) [kg.m2] about the
       origin and along the axes of a frame in which the part stands at `placement`, as mbfmu.base.spatial.inertia orders them. p is a Record of
       its parameters, `placement` is (R (3, 3), r (3,) [m]) of frame_a in that frame.

    `visual` lists what shows it, such as [Box(size=[1, 1, 2])], placed against frame_a; where there is none, its frames and its inertia do.
    """

    massless: ClassVar[bool] = True
    shown_by_help: ClassVar[tuple[str, ...]] = ("frame_a", "at")
    visual: Any = ()

    def __init__(self, *attached: Any, visual: Sequence[Visual] = (), **values: Any):
        super().__init__(*attached, **values)
        self.visual = visual

    def own_problems(self):
        if not isinstance(self.visual, (list, tuple)):
            return [*super().own_problems(), f"{self.path}.visual = {self.visual!r} must be a list of figures, such as [Box(size=[1, 1, 2])]"]
        return [*super().own_problems(), *(problem for i, figure in enumerate(self.visual) for problem in self._figure_problems(i, figure))]

    def _figure_problems(self, i: int, figure: Any) -> list[str]:
        if not isinstance(figure, Visual):
            return [f"{self.path}.visual[{i}] = {figure!r} is no figure: give a Box, a Cylinder, a Sphere or a Mesh"]
        return [f"{self.path}.visual[{i}]: {problem}" for problem in figure.own_problems()]

    @property
    def frame_a(self) -> Frame:
        """The part's own frame."""
        return Frame(self)

    def at(self, r: Any, n: Any = None, angle: float = 0.0) -> Frame:
        """A frame at r (3,) [m], turned by `angle` [rad] about n (3,), both resolved in the part's own frame."""
        turned = {} if n is None else {"n": n, "angle": angle}
        return Frame(self, (Offset(r=r, **turned),))
