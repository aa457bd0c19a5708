"""Joints and rows beside a joint that hold the same as it does already."""

from __future__ import annotations

from collections.abc import Callable, Mapping

import numpy as np

from mbfmu.model.elements.constraints import Constraint, Distance, PointOnLine, PointOnPlane
from mbfmu.model.elements.joints import Cylindrical, Joint, Planar, Prismatic, Revolute, Spherical, Universal

from .description import Item, Numbers, Place

NOWHERE = np.zeros(3)
Shift = Callable[[Numbers, np.ndarray], np.ndarray]

# How far along a random vector, both frames of a joint can be moved on their parts so that the joint still allows the same.
FREE_SHIFTS: Mapping[type[Joint], Shift] = {
    Revolute: lambda values, r: (values["n"] @ r) * values["n"],
    Cylindrical: lambda values, r: (values["n"] @ r) * values["n"],
    Planar: lambda values, r: (values["n"] @ r) * values["n"],
    Prismatic: lambda values, r: r,
    Spherical: lambda values, r: NOWHERE,
    Universal: lambda values, r: NOWHERE,
}
VECTORS = ("n", "n_x", "n_a", "n_b")


def joint_beside(joint: Item, R: np.ndarray, r: np.ndarray) -> Item:
    """The joint once more, its frames turned by R (3, 3) and moved along r (3,) as far as it lets them."""
    shift = FREE_SHIFTS[joint.kind](joint.values, r)
    a, b = (to.at(R, shift) for to in joint.attached if isinstance(to, Place))
    turned = {name: R.T @ value for name, value in joint.values.items() if name in VECTORS}
    if joint.kind is Spherical:
        turned = {name: np.array([*(R.T @ value[:3]), *value[3:]]) for name, value in joint.values.items()}
    return Item(f"{joint.name}_again", joint.kind, (a, b), {**joint.values, **turned})


def row_beside(joint: Item, R: np.ndarray, r: np.ndarray) -> Item:
    """A constraint that the joint fulfils already, between frames turned by R (3, 3), at a point r (3,) from its own."""
    kind, shift, values = ROWS[joint.kind](joint.values, R, r)
    a, b = (to for to in joint.attached if isinstance(to, Place))
    return Item(f"{joint.name}_row", kind, (a.at(R, NOWHERE if kind is Distance else shift), b.at(np.eye(3), shift)), values)


def _rod(values: Numbers, R: np.ndarray, r: np.ndarray) -> tuple[type[Constraint], np.ndarray, Numbers]:
    return Distance, r, {"s": np.linalg.norm(r)}


def _line(values: Numbers, R: np.ndarray, r: np.ndarray) -> tuple[type[Constraint], np.ndarray, Numbers]:
    return PointOnLine, (values["n"] @ r) * values["n"], {"n": R.T @ values["n"]}


def _rail(values: Numbers, R: np.ndarray, r: np.ndarray) -> tuple[type[Constraint], np.ndarray, Numbers]:
    return PointOnLine, r, {"n": R.T @ values["n"]}


def _plane(values: Numbers, R: np.ndarray, r: np.ndarray) -> tuple[type[Constraint], np.ndarray, Numbers]:
    return PointOnPlane, np.cross(values["n"], r), {"n": R.T @ values["n"]}


ROWS = {Revolute: _rod, Spherical: _rod, Universal: _rod, Cylindrical: _line, Prismatic: _rail, Planar: _plane}
