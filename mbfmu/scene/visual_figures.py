"""The figures that users gave their parts."""

from __future__ import annotations

from functools import singledispatch

import numpy as np

from ..base.scalars import Record
from ..base.spatial.placement import compose
from ..base.spatial.rotations import axes_along
from ..model.elements.parts.base import Part
from ..model.elements.visuals import Box, Cylinder, Mesh, Sphere, Visual
from ..model.elements.visuals.colour import hexadecimal
from .plain_numbers import figure, numbers
from .scene import Figure
from .shapes import Ball, Cuboid, Round, Shape, Surface


def visual_figures(part: Part, colour: str) -> tuple[Figure, ...]:
    """What a part is to look like, in `colour` where none is given."""
    return tuple(_figure(visual, colour) for visual in part.visual)


def _figure(visual: Visual, colour: str) -> Figure:
    shape, axes = _shape(visual)
    own = "" if isinstance(shape, Surface) and not shape.file.lower().endswith(".stl") else colour  # an STL file has no colours
    R, r = compose(visual.placement(Record(visual.values)), (axes, np.zeros(3)))
    return figure(shape, own if visual.colour is None else hexadecimal(visual.colour), r, R)


@singledispatch
def _shape(visual: Visual) -> tuple[Shape, np.ndarray]:
    """The shape of a visual and how its axes stand in it."""
    raise TypeError(f"{visual!r} has no shape")


@_shape.register
def _(visual: Box) -> tuple[Shape, np.ndarray]:
    return Cuboid(numbers(visual.values["size"])), np.eye(3)


@_shape.register
def _(visual: Cylinder) -> tuple[Shape, np.ndarray]:
    return Round(float(visual.values["radius"]), float(visual.values["length"])), axes_along(visual.values["axis"])


@_shape.register
def _(visual: Sphere) -> tuple[Shape, np.ndarray]:
    return Ball(float(visual.values["radius"])), np.eye(3)


@_shape.register
def _(visual: Mesh) -> tuple[Shape, np.ndarray]:
    return Surface(str(visual.file), numbers(visual.values["scale"])), np.eye(3)
