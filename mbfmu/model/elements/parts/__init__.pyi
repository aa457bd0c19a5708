"""Constructors of the elements, for type checkers and editors; written by docs/generators/constructors.py from the declarations."""

from collections.abc import Sequence

from mbfmu.model.declare.frame import Frame
from mbfmu.model.declare.parameter_value import Truth, Value, Values
from mbfmu.model.elements.parts.body import Body as _Body
from mbfmu.model.elements.parts.fixed_rotation import FixedRotation as _FixedRotation
from mbfmu.model.elements.parts.fixed_translation import FixedTranslation as _FixedTranslation
from mbfmu.model.elements.parts.flexible_body import FlexibleBody as _FlexibleBody
from mbfmu.model.elements.parts.massless_point import MasslessPoint as _MasslessPoint
from mbfmu.model.elements.parts.point_gravity_world import PointGravityWorld as _PointGravityWorld
from mbfmu.model.elements.parts.world import BaseWorld
from mbfmu.model.elements.parts.world import World as _World
from mbfmu.model.elements.visuals.base import Visual
from mbfmu.model.structure.elastic_data import ElasticData

__all__ = ["BaseWorld", "Body", "FixedRotation", "FixedTranslation", "FlexibleBody", "MasslessPoint", "PointGravityWorld", "World"]

class Body(_Body):
    def __init__(self, *, m: Value, r_CM: Values = [0, 0, 0], I: Values = [0, 0, 0], visual: Sequence[Visual] = ()) -> None:
        """
        m [kg]: mass of the body (required)
        r_CM = [0, 0, 0] [m]: vector from frame_a to the centre of mass, resolved in frame_a
        I = [0, 0, 0] [kg.m2]: moments of inertia about the centre of mass, resolved in frame_a
        """

class FixedRotation(_FixedRotation):
    def __init__(
        self, frame_a: Frame = ..., *, n: Values = [1, 0, 0], angle: Value = 0.0, r: Values = [0, 0, 0], visual: Sequence[Visual] = ()
    ) -> None:
        """
        n = [1, 0, 0]: axis of rotation, resolved in frame_a
        angle = 0.0 [rad]: angle by which frame_b is turned about n
        r = [0, 0, 0] [m]: vector from frame_a to frame_b, resolved in frame_a
        """

class FixedTranslation(_FixedTranslation):
    def __init__(self, frame_a: Frame = ..., *, r: Values, visual: Sequence[Visual] = ()) -> None:
        """
        r [m]: vector from frame_a to frame_b, resolved in frame_a (required)
        """

class FlexibleBody(_FlexibleBody):
    def __init__(
        self,
        data: ElasticData,
        modes: int | None = None,
        visual: Sequence[Visual] = (),
        *,
        zeta: Value = 0.01,
        q_fixed: Truth = True,
        v_fixed: Truth = True,
    ) -> None:
        """
        zeta = 0.01: damping ratio of all modes, as the body is held where its joint enters
        q_fixed = True [Boolean]: whether assembly keeps the elastic coordinates at the start
        v_fixed = True [Boolean]: whether assembly keeps their rates at the start
        """

class MasslessPoint(_MasslessPoint):
    def __init__(self, *, r_start: Values = [0, 0, 0], visual: Sequence[Visual] = ()) -> None:
        """
        r_start = [0, 0, 0] [m]: first guess of the position, resolved in the inertial frame
        """

class PointGravityWorld(_PointGravityWorld):
    def __init__(self, *, mu: Value = 398600441800000.0, visual: Sequence[Visual] = ()) -> None:
        """
        mu = 398600441800000.0 [m3/s2]: gravitational parameter of the point mass
        """

class World(_World):
    def __init__(self, *, g: Value = 9.81, n: Values = [0, 0, -1], visual: Sequence[Visual] = ()) -> None:
        """
        g = 9.81 [m/s2]: acceleration of gravity
        n = [0, 0, -1]: direction of gravity, resolved in the inertial frame
        """
