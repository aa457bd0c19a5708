"""mirrored: a model in a mirror that swaps y, with left for right; coordinates of joints, distances and sizes of forces stay what they are."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from mbfmu.model.elements.constraints import PointOnLine, PointOnPlane
from mbfmu.model.elements.forces import FrameForce, FrameTorque, Hub, LineLoad, ShaftFriction, WorldForce, WorldTorque
from mbfmu.model.elements.joints import Cylindrical, FreeMotion, Planar, Prismatic, Revolute, Spherical, Universal
from mbfmu.model.elements.parts import Body, FixedRotation, World

from .description import Description, Item, Numbers, Place

MIRROR = np.array([1.0, -1.0, 1.0])
PLACES_OF_TENSOR = np.array([1.0, 1.0, 1.0, -1.0, 1.0, -1.0])  # of 11, 22, 33, 21, 31, 32 in the mirror

POLAR = {
    World: ("n",),
    Body: ("r_CM",),
    FixedRotation: ("r",),
    Prismatic: ("n",),
    Cylindrical: ("n",),
    Planar: ("n_x",),
    FreeMotion: ("r_start", "v_start"),
    PointOnPlane: ("n",),
    PointOnLine: ("n",),
    FrameForce: ("f",),
    WorldForce: ("f",),
    LineLoad: ("q",),
    Hub: ("point", "force"),
}
AXIAL = {
    Revolute: ("n",),
    Planar: ("n",),
    Universal: ("n_a", "n_b"),
    FixedRotation: ("n",),
    Spherical: ("w_start",),
    FreeMotion: ("w_start",),
    FrameTorque: ("t",),
    WorldTorque: ("t",),
    ShaftFriction: ("n",),
    Hub: ("moment",),
}
TURNING = {Cylindrical: ("phi_start", "w_start")}  # about an axis that is the direction of a translation, too
EULER = {Spherical: ("Q_start",), FreeMotion: ("Q_start",)}
TENSORS = {Body: ("I",)}
CHANGES = (
    (POLAR, MIRROR),
    (AXIAL, -MIRROR),
    (TURNING, -1.0),
    (EULER, np.array([*-MIRROR, 1.0])),
    (TENSORS, PLACES_OF_TENSOR),
)


def mirrored(found: Description) -> Description:
    """The same motion, seen in a mirror."""
    return replace(found, items=tuple(map(_item, found.items)))


def _item(item: Item) -> Item:
    attached = tuple(Place(to.part, MIRROR * to.r, -MIRROR * to.turn) if isinstance(to, Place) else to for to in item.attached)
    return replace(item, attached=attached, values=_numbers(item, item.values), inputs=_numbers(item, item.inputs))


def _numbers(item: Item, values: Numbers) -> Numbers:
    changed = {name: value * change for kinds, change in CHANGES for name, value in values.items() if name in kinds.get(item.kind, ())}
    return {**values, **changed}
