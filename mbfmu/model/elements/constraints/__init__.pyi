"""Constructors of the elements, for type checkers and editors; written by docs/generators/constructors.py from the declarations."""

from mbfmu.model.declare.frame import Frame
from mbfmu.model.declare.lookup_table import LookupTable
from mbfmu.model.declare.parameter_value import Truth, Value, Values
from mbfmu.model.elements.constraints.base import Constraint
from mbfmu.model.elements.constraints.belt import Belt as _Belt
from mbfmu.model.elements.constraints.condition import Condition
from mbfmu.model.elements.constraints.condition import Condition as _Condition
from mbfmu.model.elements.constraints.contact import Contact as _Contact
from mbfmu.model.elements.constraints.coordinate_coupling import CoordinateCoupling as _CoordinateCoupling
from mbfmu.model.elements.constraints.differential import Differential as _Differential
from mbfmu.model.elements.constraints.distance import Distance as _Distance
from mbfmu.model.elements.constraints.frame_motion_filtered import FrameMotionFiltered as _FrameMotionFiltered
from mbfmu.model.elements.constraints.frame_motion_input import FrameMotionInput as _FrameMotionInput
from mbfmu.model.elements.constraints.frame_motion_time import FrameMotionTime
from mbfmu.model.elements.constraints.gear import Gear as _Gear
from mbfmu.model.elements.constraints.joint_motion_filtered import JointMotionFiltered as _JointMotionFiltered
from mbfmu.model.elements.constraints.joint_motion_input import JointMotionInput as _JointMotionInput
from mbfmu.model.elements.constraints.joint_motion_time import JointMotionTime
from mbfmu.model.elements.constraints.joint_stop import JointStop as _JointStop
from mbfmu.model.elements.constraints.knife_edge import KnifeEdge as _KnifeEdge
from mbfmu.model.elements.constraints.planetary import Planetary as _Planetary
from mbfmu.model.elements.constraints.point_on_line import PointOnLine as _PointOnLine
from mbfmu.model.elements.constraints.point_on_plane import PointOnPlane as _PointOnPlane
from mbfmu.model.elements.constraints.rack_and_pinion import RackAndPinion as _RackAndPinion
from mbfmu.model.elements.constraints.rolling_disk import RollingDisk as _RollingDisk
from mbfmu.model.elements.constraints.rolling_sphere import RollingSphere as _RollingSphere
from mbfmu.model.elements.constraints.screw import Screw as _Screw
from mbfmu.model.elements.constraints.sine_joint_motion import SineJointMotion as _SineJointMotion
from mbfmu.model.elements.constraints.steady_joint_motion import SteadyJointMotion as _SteadyJointMotion
from mbfmu.model.elements.constraints.unilateral import UnilateralConstraint
from mbfmu.model.elements.joints.base import Joint as _Joint
from mbfmu.model.elements.joints.prismatic import Prismatic as _Prismatic
from mbfmu.model.elements.joints.revolute import Revolute as _Revolute
from mbfmu.model.elements.surfaces.base import Surface as _Surface

__all__ = [
    "Belt",
    "Condition",
    "Constraint",
    "Contact",
    "CoordinateCoupling",
    "Differential",
    "Distance",
    "FrameMotionFiltered",
    "FrameMotionInput",
    "FrameMotionTime",
    "Gear",
    "JointMotionFiltered",
    "JointMotionInput",
    "JointMotionTime",
    "JointStop",
    "KnifeEdge",
    "Planetary",
    "PointOnLine",
    "PointOnPlane",
    "RackAndPinion",
    "RollingDisk",
    "RollingSphere",
    "RollingWheel",
    "Screw",
    "SineJointMotion",
    "SteadyJointMotion",
    "UnilateralConstraint",
]

class Belt(_Belt):
    def __init__(
        self, joint_a: _Revolute, joint_b: _Revolute, *, radius_a: Value, radius_b: Value, offset: Value = 0.0, enabled: Truth = True
    ) -> None:
        """
        radius_a [m]: radius of the pulley of joint_a (required)
        radius_b [m]: radius of the pulley of joint_b (required)
        offset = 0.0 [rad]: angle of joint_a where that of joint_b is zero
        enabled = True [Boolean]: whether the constraint acts
        """

class Contact(_Contact):
    def __init__(
        self,
        frame_a: Frame,
        frame_b: Frame,
        surface_a: _Surface,
        surface_b: _Surface,
        guard: _Condition = ...,
        *,
        mu: Value = 0.0,
        enabled: Truth = True,
        e: Value = 0.0,
        rest_speed: Value = 1e-07,
        restitution: LookupTable | None = None,
        friction: str = "none",
        law: str = "poisson",
    ) -> None:
        """
        mu = 0.0: coefficient of friction, with friction="coulomb"
        enabled = True [Boolean]: whether the constraint acts
        e = 0.0: coefficient of restitution
        rest_speed = 1e-07 [m/s]: normal speed behind an impact below which surfaces stay in contact
        restitution(m/s): coefficient of restitution over the impact speed of a point, in place of e
        """

class CoordinateCoupling(_CoordinateCoupling):
    def __init__(self, joint_a: _Joint, joint_b: _Joint, *, ratio: Value, offset: Value = 0.0, enabled: Truth = True) -> None:
        """
        ratio [q_b/q_a]: coordinate of joint_b for each unit of that of joint_a (required)
        offset = 0.0 [q_b]: coordinate of joint_b where that of joint_a is zero
        enabled = True [Boolean]: whether the constraint acts
        """

class Differential(_Differential):
    def __init__(self, carrier: _Revolute, shaft_a: _Revolute, shaft_b: _Revolute, *, offset: Value = 0.0, enabled: Truth = True) -> None:
        """
        offset = 0.0 [rad]: angle of the carrier where those of the shafts are zero
        enabled = True [Boolean]: whether the constraint acts
        """

class Distance(_Distance):
    def __init__(self, frame_a: Frame, frame_b: Frame, *, s: Value, enabled: Truth = True) -> None:
        """
        s [m]: distance between the frames (required)
        enabled = True [Boolean]: whether the constraint acts
        """

class FrameMotionFiltered(_FrameMotionFiltered):
    def __init__(
        self,
        frame_a: Frame,
        frame_b: Frame,
        *,
        w: Value,
        D: Value = 1.0,
        x_start: Value | None = None,
        y_start: Value | None = None,
        z_start: Value | None = None,
        x_dot_start: Value | None = None,
        y_dot_start: Value | None = None,
        z_dot_start: Value | None = None,
        enabled: Truth = True,
    ) -> None:
        """
        w [rad/s]: natural frequency of the filter (required)
        D = 1.0: damping ratio of the filter
        x_start = None [m]: x at the start; None: that of frame_b
        y_start = None [m]: y at the start; None: that of frame_b
        z_start = None [m]: z at the start; None: that of frame_b
        x_dot_start = None [m/s]: rate of x at the start; None: that of frame_b
        y_dot_start = None [m/s]: rate of y at the start; None: that of frame_b
        z_dot_start = None [m/s]: rate of z at the start; None: that of frame_b
        enabled = True [Boolean]: whether the constraint acts
        """

class FrameMotionInput(_FrameMotionInput):
    def __init__(self, frame_a: Frame, frame_b: Frame, *, enabled: Truth = True) -> None:
        """
        enabled = True [Boolean]: whether the constraint acts
        """

class Gear(_Gear):
    def __init__(self, joint_a: _Revolute, joint_b: _Revolute, *, ratio: Value, offset: Value = 0.0, enabled: Truth = True) -> None:
        """
        ratio: speed of joint_a over that of joint_b (required)
        offset = 0.0 [rad]: angle of joint_a where that of joint_b is zero
        enabled = True [Boolean]: whether the constraint acts
        """

class JointMotionFiltered(_JointMotionFiltered):
    def __init__(
        self, joint: _Joint, *, w: Value, D: Value = 1.0, y_start: Value | None = None, y_dot_start: Value | None = None, enabled: Truth = True
    ) -> None:
        """
        w [rad/s]: natural frequency of the filter (required)
        D = 1.0: damping ratio of the filter
        y_start = None [q]: y at the start; None: where the joint starts
        y_dot_start = None [q/s]: y_dot at the start; None: as fast as the joint starts
        enabled = True [Boolean]: whether the constraint acts
        """

class JointMotionInput(_JointMotionInput):
    def __init__(self, joint: _Joint, *, enabled: Truth = True) -> None:
        """
        enabled = True [Boolean]: whether the constraint acts
        """

class JointStop(_JointStop):
    def __init__(
        self,
        joint: _Joint,
        lock: _Condition = ...,
        *,
        rest_speed: Value = 1e-07,
        limit: Value,
        upper: Truth = True,
        enabled: Truth = True,
        e: Value = 0.0,
    ) -> None:
        """
        rest_speed = 1e-07 [q/s]: speed behind an impact below which the joint stays at the stop
        limit [q]: coordinate of the joint at the stop (required)
        upper = True [Boolean]: whether the coordinate stays below the limit, not above
        enabled = True [Boolean]: whether the constraint acts
        e = 0.0: coefficient of restitution
        """

class KnifeEdge(_KnifeEdge):
    def __init__(self, frame_plane: Frame, frame_edge: Frame, *, enabled: Truth = True) -> None:
        """
        enabled = True [Boolean]: whether the constraint acts
        """

class Planetary(_Planetary):
    def __init__(self, sun: _Revolute, carrier: _Revolute, ring: _Revolute, *, ratio: Value, offset: Value = 0.0, enabled: Truth = True) -> None:
        """
        ratio: teeth of the ring over teeth of the sun (required)
        offset = 0.0 [rad]: angle of the sun where those of carrier and ring are zero
        enabled = True [Boolean]: whether the constraint acts
        """

class PointOnLine(_PointOnLine):
    def __init__(self, frame_a: Frame, frame_b: Frame, *, n: Values = [1, 0, 0], enabled: Truth = True) -> None:
        """
        n = [1, 0, 0]: direction of the line, resolved in frame_a, of any length but zero
        enabled = True [Boolean]: whether the constraint acts
        """

class PointOnPlane(_PointOnPlane):
    def __init__(self, frame_a: Frame, frame_b: Frame, *, n: Values = [0, 0, 1], enabled: Truth = True) -> None:
        """
        n = [0, 0, 1]: normal of the plane, resolved in frame_a, of any length but zero
        enabled = True [Boolean]: whether the constraint acts
        """

class RackAndPinion(_RackAndPinion):
    def __init__(self, pinion: _Revolute, rack: _Prismatic, *, radius: Value, offset: Value = 0.0, enabled: Truth = True) -> None:
        """
        radius [m]: radius of the pinion's pitch circle (required)
        offset = 0.0 [m]: displacement of the rack where the angle of the pinion is zero
        enabled = True [Boolean]: whether the constraint acts
        """

class RollingDisk(_RollingDisk):
    def __init__(self, frame_plane: Frame, frame_disk: Frame, *, radius: Value, enabled: Truth = True) -> None:
        """
        radius [m]: radius of the disk (required)
        enabled = True [Boolean]: whether the constraint acts
        """

class RollingSphere(_RollingSphere):
    def __init__(self, frame_plane: Frame, frame_sphere: Frame, *, radius: Value, enabled: Truth = True) -> None:
        """
        radius [m]: radius of the sphere (required)
        enabled = True [Boolean]: whether the constraint acts
        """

RollingWheel = RollingDisk

class Screw(_Screw):
    def __init__(self, screw: _Revolute, nut: _Prismatic, *, lead: Value, offset: Value = 0.0, enabled: Truth = True) -> None:
        """
        lead [m]: way of the nut in one turn of the screw (required)
        offset = 0.0 [m]: displacement of the nut where the angle of the screw is zero
        enabled = True [Boolean]: whether the constraint acts
        """

class SineJointMotion(_SineJointMotion):
    def __init__(self, joint: _Joint, *, amplitude: Value, frequency: Value, phase: Value = 0.0, offset: Value = 0.0, enabled: Truth = True) -> None:
        """
        amplitude [q]: amplitude (required)
        frequency [Hz]: frequency (required)
        phase = 0.0 [rad]: phase at time 0
        offset = 0.0 [q]: coordinate it swings about
        enabled = True [Boolean]: whether the constraint acts
        """

class SteadyJointMotion(_SteadyJointMotion):
    def __init__(self, joint: _Joint, *, s_0: Value = 0.0, v: Value, enabled: Truth = True) -> None:
        """
        s_0 = 0.0 [q]: coordinate at time 0
        v [q/s]: speed (required)
        enabled = True [Boolean]: whether the constraint acts
        """
