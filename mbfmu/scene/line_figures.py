"""What is drawn between two frames, by the kind of element."""

from __future__ import annotations

from functools import singledispatch

from ..model.declare.element import Element
from ..model.declare.frame import Frame
from ..model.elements.constraints import Distance
from ..model.elements.forces import BeamElement, BumpStop, Bushing, Force, LineActuator, ReboundStop, SpringDamperParallel
from ..model.elements.joints import Cylindrical, Prismatic


@singledispatch
def line_kind(element: Element) -> str:
    """The kind of line (one of LINES) between the two frames of an element; "" where nothing is drawn."""
    return ""


@line_kind.register
def _(element: Force) -> str:
    """A force of the user's own between two frames: a spring, whatever it is."""
    return "spring" if [type(target) for target in element.attached.values()] == [Frame, Frame] else ""


@line_kind.register(BumpStop)
@line_kind.register(Bushing)
@line_kind.register(ReboundStop)
def _(element: BumpStop | Bushing | ReboundStop) -> str:
    return ""


@line_kind.register
def _(element: LineActuator) -> str:
    return "cylinder"


@line_kind.register
def _(element: SpringDamperParallel) -> str:
    return "spring" if element.values["c"] or element.values["c_3"] else "cylinder"


@line_kind.register
def _(element: BeamElement) -> str:
    """A rod, unless its ends have figures, as the nodes of a beam have."""
    return "" if all(getattr(frame.part, "visual", ()) for frame in element.frames.values()) else "rod"


@line_kind.register
def _(element: Distance) -> str:
    return "rod"


@line_kind.register(Cylindrical)
@line_kind.register(Prismatic)
def _(element: Prismatic | Cylindrical) -> str:
    """The rail, or the rope, along which a part has come."""
    return "rail"
