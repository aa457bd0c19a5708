"""Constructors of the elements, for type checkers and editors; written by docs/generators/constructors.py from the declarations."""

from os import PathLike

from mbfmu.model.declare.parameter_value import Value, Values
from mbfmu.model.elements.visuals.base import Visual
from mbfmu.model.elements.visuals.box import Box as _Box
from mbfmu.model.elements.visuals.cylinder import Cylinder as _Cylinder
from mbfmu.model.elements.visuals.mesh import Mesh as _Mesh
from mbfmu.model.elements.visuals.sphere import Sphere as _Sphere

__all__ = ["Box", "Cylinder", "Mesh", "Sphere", "Visual"]

class Box(_Box):
    def __init__(self, *, size: Values, n: Values = [1, 0, 0], angle: Value = 0.0, r: Values = [0, 0, 0], colour: str | None = None) -> None:
        """
        size [m]: lengths along x, y and z (required)
        n = [1, 0, 0]: axis of rotation, resolved in frame_a
        angle = 0.0 [rad]: angle by which frame_b is turned about n
        r = [0, 0, 0] [m]: vector from frame_a to frame_b, resolved in frame_a
        """

class Cylinder(_Cylinder):
    def __init__(
        self,
        *,
        radius: Value,
        length: Value,
        axis: Values = [0, 0, 1],
        n: Values = [1, 0, 0],
        angle: Value = 0.0,
        r: Values = [0, 0, 0],
        colour: str | None = None,
    ) -> None:
        """
        radius [m]: radius (required)
        length [m]: length along the axis (required)
        axis = [0, 0, 1]: direction of the axis
        n = [1, 0, 0]: axis of rotation, resolved in frame_a
        angle = 0.0 [rad]: angle by which frame_b is turned about n
        r = [0, 0, 0] [m]: vector from frame_a to frame_b, resolved in frame_a
        """

class Mesh(_Mesh):
    def __init__(
        self,
        file: str | PathLike[str],
        *,
        scale: Values = [1, 1, 1],
        n: Values = [1, 0, 0],
        angle: Value = 0.0,
        r: Values = [0, 0, 0],
        colour: str | None = None,
    ) -> None:
        """
        scale = [1, 1, 1]: factors along x, y and z from the units of the file to metres
        n = [1, 0, 0]: axis of rotation, resolved in frame_a
        angle = 0.0 [rad]: angle by which frame_b is turned about n
        r = [0, 0, 0] [m]: vector from frame_a to frame_b, resolved in frame_a
        """

class Sphere(_Sphere):
    def __init__(self, *, radius: Value, n: Values = [1, 0, 0], angle: Value = 0.0, r: Values = [0, 0, 0], colour: str | None = None) -> None:
        """
        radius [m]: radius (required)
        n = [1, 0, 0]: axis of rotation, resolved in frame_a
        angle = 0.0 [rad]: angle by which frame_b is turned about n
        r = [0, 0, 0] [m]: vector from frame_a to frame_b, resolved in frame_a
        """
