"""Constructors of the elements, for type checkers and editors; written by docs/generators/constructors.py from the declarations."""

from mbfmu.model.declare.frame import Frame
from mbfmu.model.declare.parameter_value import Truth, Value, Values
from mbfmu.model.elements.joints.base import Joint, Reversed
from mbfmu.model.elements.joints.base import Joint as _Joint
from mbfmu.model.elements.joints.coordinates import Coordinates
from mbfmu.model.elements.joints.cylindrical import Cylindrical as _Cylindrical
from mbfmu.model.elements.joints.fixed import Fixed as _Fixed
from mbfmu.model.elements.joints.free_motion import FreeMotion as _FreeMotion
from mbfmu.model.elements.joints.planar import Planar as _Planar
from mbfmu.model.elements.joints.prismatic import Prismatic as _Prismatic
from mbfmu.model.elements.joints.quaternion_coordinates import QuaternionCoordinates as _QuaternionCoordinates
from mbfmu.model.elements.joints.revolute import Revolute as _Revolute
from mbfmu.model.elements.joints.rotor_inertia import RotorInertia as _RotorInertia
from mbfmu.model.elements.joints.spherical import Spherical as _Spherical
from mbfmu.model.elements.joints.universal import Universal as _Universal

__all__ = [
    "Coordinates",
    "Cylindrical",
    "Fixed",
    "FreeMotion",
    "Joint",
    "Planar",
    "Prismatic",
    "QuaternionCoordinates",
    "Reversed",
    "Revolute",
    "RotorInertia",
    "Spherical",
    "Universal",
]

class Cylindrical(_Cylindrical):
    def __init__(
        self,
        frame_a: Frame,
        frame_b: Frame,
        *,
        n: Values = [0, 0, 1],
        phi_start: Value = 0.0,
        s_start: Value = 0.0,
        w_start: Value = 0.0,
        v_start: Value = 0.0,
        q_fixed: Truth = False,
        v_fixed: Truth = False,
    ) -> None:
        """
        n = [0, 0, 1]: axis of rotation and translation, resolved in frame_a (and frame_b)
        phi_start = 0.0 [rad]: angle at the start
        s_start = 0.0 [m]: displacement at the start
        w_start = 0.0 [rad/s]: angular velocity at the start
        v_start = 0.0 [m/s]: velocity at the start
        q_fixed = False [Boolean]: whether assembly keeps the coordinates at the start
        v_fixed = False [Boolean]: whether assembly keeps the speeds at the start
        """

class Fixed(_Fixed):
    def __init__(self, frame_a: Frame, frame_b: Frame, *, q_fixed: Truth = False, v_fixed: Truth = False) -> None:
        """
        q_fixed = False [Boolean]: whether assembly keeps the coordinates at the start
        v_fixed = False [Boolean]: whether assembly keeps the speeds at the start
        """

class FreeMotion(_FreeMotion):
    def __init__(
        self,
        frame_a: Frame,
        frame_b: Frame,
        *,
        r_start: Values = [0, 0, 0],
        Q_start: Values = (0, 0, 0, 1),
        v_start: Values = [0, 0, 0],
        w_start: Values = [0, 0, 0],
        q_fixed: Truth = False,
        v_fixed: Truth = False,
    ) -> None:
        """
        r_start = [0, 0, 0] [m]: position at the start, resolved in frame_a
        Q_start = (0, 0, 0, 1): Euler parameters (e1, e2, e3, e4 = cos) at the start
        v_start = [0, 0, 0] [m/s]: velocity at the start, resolved in frame_a
        w_start = [0, 0, 0] [rad/s]: angular velocity at the start, resolved in frame_b
        q_fixed = False [Boolean]: whether assembly keeps the coordinates at the start
        v_fixed = False [Boolean]: whether assembly keeps the speeds at the start
        """

class Planar(_Planar):
    def __init__(
        self,
        frame_a: Frame,
        frame_b: Frame,
        *,
        n: Values = [0, 0, 1],
        n_x: Values = [1, 0, 0],
        s_x_start: Value = 0.0,
        s_y_start: Value = 0.0,
        phi_start: Value = 0.0,
        v_x_start: Value = 0.0,
        v_y_start: Value = 0.0,
        w_start: Value = 0.0,
        q_fixed: Truth = False,
        v_fixed: Truth = False,
    ) -> None:
        """
        n = [0, 0, 1]: normal of the plane, resolved in frame_a (and frame_b)
        n_x = [1, 0, 0]: direction of s_x in the plane, resolved in frame_a
        s_x_start = 0.0 [m]: displacement along n_x at the start
        s_y_start = 0.0 [m]: displacement along n x n_x at the start
        phi_start = 0.0 [rad]: angle about n at the start
        v_x_start = 0.0 [m/s]: velocity along n_x at the start
        v_y_start = 0.0 [m/s]: velocity along n x n_x at the start
        w_start = 0.0 [rad/s]: angular velocity about n at the start
        q_fixed = False [Boolean]: whether assembly keeps the coordinates at the start
        v_fixed = False [Boolean]: whether assembly keeps the speeds at the start
        """

class Prismatic(_Prismatic):
    def __init__(
        self,
        frame_a: Frame,
        frame_b: Frame,
        *,
        n: Values = [1, 0, 0],
        s_start: Value = 0.0,
        v_start: Value = 0.0,
        q_fixed: Truth = False,
        v_fixed: Truth = False,
    ) -> None:
        """
        n = [1, 0, 0]: axis of translation, resolved in frame_a (and frame_b)
        s_start = 0.0 [m]: displacement at the start
        v_start = 0.0 [m/s]: velocity at the start
        q_fixed = False [Boolean]: whether assembly keeps the coordinates at the start
        v_fixed = False [Boolean]: whether assembly keeps the speeds at the start
        """

class QuaternionCoordinates(_QuaternionCoordinates):
    def __init__(
        self,
        frame_a: Frame,
        frame_b: Frame,
        *,
        r_start: Values = [0, 0, 0],
        Q_start: Values = (0, 0, 0, 1),
        v_start: Values = [0, 0, 0],
        w_start: Values = [0, 0, 0],
        q_fixed: Truth = False,
        v_fixed: Truth = False,
    ) -> None:
        """
        r_start = [0, 0, 0] [m]: position at the start, resolved in frame_a
        Q_start = (0, 0, 0, 1): Euler parameters (e1, e2, e3, e4 = cos) at the start
        v_start = [0, 0, 0] [m/s]: velocity at the start, resolved in frame_a
        w_start = [0, 0, 0] [rad/s]: angular velocity at the start, resolved in frame_b
        q_fixed = False [Boolean]: whether assembly keeps the coordinates at the start
        v_fixed = False [Boolean]: whether assembly keeps the speeds at the start
        """

class Revolute(_Revolute):
    def __init__(
        self,
        frame_a: Frame,
        frame_b: Frame,
        *,
        n: Values = [0, 0, 1],
        phi_start: Value = 0.0,
        w_start: Value = 0.0,
        q_fixed: Truth = False,
        v_fixed: Truth = False,
    ) -> None:
        """
        n = [0, 0, 1]: axis of rotation, resolved in frame_a (and frame_b)
        phi_start = 0.0 [rad]: angle at the start
        w_start = 0.0 [rad/s]: angular velocity at the start
        q_fixed = False [Boolean]: whether assembly keeps the coordinates at the start
        v_fixed = False [Boolean]: whether assembly keeps the speeds at the start
        """

class RotorInertia(_RotorInertia):
    def __init__(self, joint: _Joint, *, J: Value, ratio: Value) -> None:
        """
        J [kg.m2]: moment of inertia of the rotor about its axis (required)
        ratio [rad/q]: speed of the rotor over that of the joint (required)
        """

class Spherical(_Spherical):
    def __init__(
        self,
        frame_a: Frame,
        frame_b: Frame,
        *,
        Q_start: Values = (0, 0, 0, 1),
        w_start: Values = [0, 0, 0],
        q_fixed: Truth = False,
        v_fixed: Truth = False,
    ) -> None:
        """
        Q_start = (0, 0, 0, 1): Euler parameters (e1, e2, e3, e4 = cos) at the start
        w_start = [0, 0, 0] [rad/s]: angular velocity at the start, resolved in frame_b
        q_fixed = False [Boolean]: whether assembly keeps the coordinates at the start
        v_fixed = False [Boolean]: whether assembly keeps the speeds at the start
        """

class Universal(_Universal):
    def __init__(
        self,
        frame_a: Frame,
        frame_b: Frame,
        *,
        n_a: Values = [1, 0, 0],
        n_b: Values = [0, 1, 0],
        phi_a_start: Value = 0.0,
        phi_b_start: Value = 0.0,
        w_a_start: Value = 0.0,
        w_b_start: Value = 0.0,
        q_fixed: Truth = False,
        v_fixed: Truth = False,
    ) -> None:
        """
        n_a = [1, 0, 0]: first axis, resolved in frame_a
        n_b = [0, 1, 0]: second axis, resolved in frame_b
        phi_a_start = 0.0 [rad]: angle about n_a at the start
        phi_b_start = 0.0 [rad]: angle about n_b at the start
        w_a_start = 0.0 [rad/s]: angular velocity about n_a at the start
        w_b_start = 0.0 [rad/s]: angular velocity about n_b at the start
        q_fixed = False [Boolean]: whether assembly keeps the coordinates at the start
        v_fixed = False [Boolean]: whether assembly keeps the speeds at the start
        """
