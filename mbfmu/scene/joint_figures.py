"""What joints look like, by their kind; shapes lie in laid-out axes, where a joint with one axis has it along z."""

from __future__ import annotations

from functools import singledispatch

import numpy as np
from numpy.typing import ArrayLike

from ..base.spatial.rotations import about_x, about_y
from ..model.elements.joints import Cylindrical, Fixed, Joint, Planar, Prismatic, Revolute, Spherical, Universal
from .colours import JOINT, PIN
from .plain_numbers import figure
from .scene import Figure
from .shapes import Ball, Cuboid, Round
from .uses import FREE

Two = tuple[tuple[Figure, ...], tuple[Figure, ...]]  # on frame_a, and on frame_b


@singledispatch
def joint_figures(joint: Joint, t: float) -> Two:
    """The figures of a joint on frame_a and on frame_b, for links of the thickness t [m]: a small ball where nothing else is known."""
    return ((_of_joint(Ball(0.8 * t)),), ()) if joint.nv < FREE else ((), ())


@joint_figures.register
def _(joint: Fixed, t: float) -> Two:
    return (), ()


@joint_figures.register
def _(joint: Revolute, t: float) -> Two:
    return (_of_joint(Round(0.62 * t, 1.5 * t)), _of_joint(Round(0.32 * t, 1.75 * t), PIN)), ()


@joint_figures.register
def _(joint: Prismatic, t: float) -> Two:
    return (_of_joint(Cuboid((0.7 * t, 0.7 * t, 6.0 * t)), PIN),), (_of_joint(Cuboid((1.6 * t, 1.6 * t, 2.0 * t))),)


@joint_figures.register
def _(joint: Cylindrical, t: float) -> Two:
    return (_of_joint(Round(0.4 * t, 6.0 * t), PIN),), (_of_joint(Round(0.9 * t, 2.0 * t)),)


@joint_figures.register
def _(joint: Universal, t: float) -> Two:
    return (_of_joint(Round(0.4 * t, 2.4 * t), R=about_y(np.pi / 2)),), (_of_joint(Round(0.4 * t, 2.4 * t), R=about_x(np.pi / 2)),)


@joint_figures.register
def _(joint: Spherical, t: float) -> Two:
    return (_of_joint(Ball(t)),), ()


@joint_figures.register
def _(joint: Planar, t: float) -> Two:
    return (_of_joint(Cuboid((6.0 * t, 6.0 * t, 0.15 * t)), PIN),), (_of_joint(Round(0.9 * t, t)),)


def _of_joint(shape: Round | Cuboid | Ball, colour: str = JOINT, R: ArrayLike = np.eye(3)) -> Figure:
    return figure(shape, colour, R=R, layer="joint")
