"""What soils look like: sheets that what rolls and stands on them presses down."""

from __future__ import annotations

from functools import singledispatch

import numpy as np

from ..base.spatial.placement import compose
from ..base.spatial.rotations import about_x
from ..model.elements.soils import Soil, SoilPlate, SoilWheel
from ..model.elements.soils.base import SoilContact
from .colours import SOIL
from .layout import Layout
from .plain_numbers import NO_TURN, figure, numbers, parameters_of
from .scene import Figure
from .shapes import Cuboid, Press, Round, SoftGround
from .start import in_part

MOST = 40_000  # points of a soil that are shown: larger ones have fewer to a meter
DIGITS = 4  # of heights in m
THIN = 0.05  # of the length of a plate: its thickness


def soil_figures(layout: Layout) -> list[Figure]:
    """The soils, which lie in the axes of the world."""
    return [figure(_ground(layout, soil), SOIL, layer="ground") for soil in layout.model.of_type(Soil)]


def _ground(layout: Layout, soil: Soil) -> SoftGround:
    table, height = soil.tables["sinkage"], float(soil.values["height"])
    every = max(1.0, (table.values.size / MOST) ** 0.5)
    rows, columns = (np.linspace(0, axis.size - 1, max(2, int(axis.size / every))).round().astype(int) for axis in table.axes)
    z = np.round(height - table.values[np.ix_(rows, columns)], DIGITS)
    x, y = (numbers(axis[chosen]) for axis, chosen in zip(table.axes, (rows, columns)))
    contacts = [contact for contact in layout.model.of_type(SoilContact) if contact.soil is soil]
    return SoftGround(x, y, numbers(z), height, tuple(press for contact in contacts if (press := _press(contact))))


def _press(contact: SoilContact) -> Press | None:
    """The solid whose underside presses; None of a user's own kind, of which that is not known."""
    if (found := _solid(contact)) is None:
        return None
    solid, place, turn = found
    R, r = compose(in_part(contact.frame), (turn, place))
    return Press(contact.frame.part.path, solid, numbers(r), parameters_of(R))


@singledispatch
def _solid(contact: SoilContact) -> tuple[Round | Cuboid, np.ndarray, np.ndarray] | None:
    """A solid, and how it stands in the frame of the contact."""
    return None


@_solid.register
def _(contact: SoilWheel) -> tuple[Round | Cuboid, np.ndarray, np.ndarray]:
    return Round(float(contact.values["radius"]), float(contact.values["breadth"])), np.zeros(3), about_x(np.pi / 2)


@_solid.register
def _(contact: SoilPlate) -> tuple[Round | Cuboid, np.ndarray, np.ndarray]:
    length, breadth = float(contact.values["length"]), float(contact.values["breadth"])
    return Cuboid((length, breadth, THIN * length)), np.array([0.0, 0.0, THIN * length / 2]), NO_TURN
