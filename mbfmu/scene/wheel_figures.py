"""What rolls, by the constraint that lets it roll, or by its tire."""

from __future__ import annotations

from functools import singledispatch

import numpy as np

from ..base.spatial.rotations import about_x
from ..model.declare.element import Element
from ..model.declare.frame import Frame
from ..model.elements.constraints import RollingDisk, RollingSphere
from ..model.elements.soils import SoilWheel
from ..model.elements.tires import LinearTire, MagicFormulaTire
from .shapes import Ball, Round, Solid

Rolling = tuple[Frame, Solid, np.ndarray]


@singledispatch
def rolling(element: Element) -> Rolling | None:
    """The frame, the shape and its axes (3, 3) of what an element lets roll; None where it lets nothing roll."""
    return None


@rolling.register
def _(element: RollingDisk) -> Rolling | None:
    return element.frame_disk, disk(float(element.values["radius"])), about_x(np.pi / 2)


@rolling.register
def _(element: RollingSphere) -> Rolling | None:
    return element.frame_sphere, Ball(float(element.values["radius"])), np.eye(3)


@rolling.register
def _(element: LinearTire) -> Rolling | None:
    return element.wheel, disk(float(element.values["radius"])), about_x(np.pi / 2)


@rolling.register
def _(element: MagicFormulaTire) -> Rolling | None:
    return element.wheel, disk(float(element.values["UNLOADED_RADIUS"])), about_x(np.pi / 2)


@rolling.register
def _(element: SoilWheel) -> Rolling | None:
    return element.frame, Round(float(element.values["radius"]), float(element.values["breadth"])), about_x(np.pi / 2)


def disk(radius: float) -> Round:
    """A wheel of this radius [m]."""
    return Round(radius, 0.12 * radius)
