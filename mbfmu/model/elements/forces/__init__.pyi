"""Constructors of the elements, for type checkers and editors; written by docs/generators/constructors.py from the declarations."""

from collections.abc import Callable

from numpy import ndarray

from mbfmu.model.declare.element import Element as _Element
from mbfmu.model.declare.frame import Frame
from mbfmu.model.declare.lookup_table import LookupTable
from mbfmu.model.declare.parameter_value import Value, Values
from mbfmu.model.elements.constraints.differential import Differential as _Differential
from mbfmu.model.elements.forces.aerodynamics import Aerodynamics as _Aerodynamics
from mbfmu.model.elements.forces.aerodynamics_curves import AerodynamicsCurves as _AerodynamicsCurves
from mbfmu.model.elements.forces.base import Force, JointLoad
from mbfmu.model.elements.forces.beam_element import BeamElement as _BeamElement
from mbfmu.model.elements.forces.brake import Brake as _Brake
from mbfmu.model.elements.forces.bushing import Bushing as _Bushing
from mbfmu.model.elements.forces.bushing_curves import BushingCurves as _BushingCurves
from mbfmu.model.elements.forces.clutch_gearbox import ClutchGearbox as _ClutchGearbox
from mbfmu.model.elements.forces.combustion_engine import CombustionEngine as _CombustionEngine
from mbfmu.model.elements.forces.converter_gearbox import ConverterGearbox as _ConverterGearbox
from mbfmu.model.elements.forces.end_stop import PrismaticEndStop as _PrismaticEndStop
from mbfmu.model.elements.forces.end_stop import RevoluteEndStop as _RevoluteEndStop
from mbfmu.model.elements.forces.frame_force import FrameForce as _FrameForce
from mbfmu.model.elements.forces.frame_torque import FrameTorque as _FrameTorque
from mbfmu.model.elements.forces.hub import Hub as _Hub
from mbfmu.model.elements.forces.joint_dry_friction import PrismaticDryFriction as _PrismaticDryFriction
from mbfmu.model.elements.forces.joint_dry_friction import RevoluteDryFriction as _RevoluteDryFriction
from mbfmu.model.elements.forces.joint_force import JointForce as _JointForce
from mbfmu.model.elements.forces.joint_friction import PrismaticFriction as _PrismaticFriction
from mbfmu.model.elements.forces.joint_friction import RevoluteFriction as _RevoluteFriction
from mbfmu.model.elements.forces.joint_torque import JointTorque as _JointTorque
from mbfmu.model.elements.forces.line_actuator import LineActuator as _LineActuator
from mbfmu.model.elements.forces.line_load import LineLoad as _LineLoad
from mbfmu.model.elements.forces.line_stop import BumpStop as _BumpStop
from mbfmu.model.elements.forces.line_stop import ReboundStop as _ReboundStop
from mbfmu.model.elements.forces.locking_friction import LockingFriction as _LockingFriction
from mbfmu.model.elements.forces.position_drive import PositionDrive as _PositionDrive
from mbfmu.model.elements.forces.pressure_load import PressureLoad as _PressureLoad
from mbfmu.model.elements.forces.shaft_friction import ShaftFriction as _ShaftFriction
from mbfmu.model.elements.forces.sliding_friction import SlidingFriction as _SlidingFriction
from mbfmu.model.elements.forces.span_contact import SpanContact as _SpanContact
from mbfmu.model.elements.forces.speed_drive import SpeedDrive as _SpeedDrive
from mbfmu.model.elements.forces.spring_damper_curves import SpringDamperCurves as _SpringDamperCurves
from mbfmu.model.elements.forces.spring_damper_parallel import SpringDamperParallel as _SpringDamperParallel
from mbfmu.model.elements.forces.steering_column import SteeringColumn as _SteeringColumn
from mbfmu.model.elements.forces.thermal_load import ThermalLoad as _ThermalLoad
from mbfmu.model.elements.forces.torque_drive import TorqueDrive as _TorqueDrive
from mbfmu.model.elements.forces.torsion_spring_damper import TorsionSpringDamper as _TorsionSpringDamper
from mbfmu.model.elements.forces.traction_motor import TractionMotor as _TractionMotor
from mbfmu.model.elements.forces.translation_spring_damper import TranslationSpringDamper as _TranslationSpringDamper
from mbfmu.model.elements.forces.world_force import WorldForce as _WorldForce
from mbfmu.model.elements.forces.world_torque import WorldTorque as _WorldTorque
from mbfmu.model.elements.joints.base import Joint as _Joint
from mbfmu.model.elements.joints.prismatic import Prismatic as _Prismatic
from mbfmu.model.elements.joints.revolute import Revolute as _Revolute
from mbfmu.model.elements.parts.flexible_body import FlexibleBody as _FlexibleBody

__all__ = [
    "Aerodynamics",
    "AerodynamicsCurves",
    "BeamElement",
    "Brake",
    "BumpStop",
    "Bushing",
    "BushingCurves",
    "ClutchGearbox",
    "CombustionEngine",
    "ConverterGearbox",
    "Force",
    "FrameForce",
    "FrameTorque",
    "Hub",
    "JointForce",
    "JointLoad",
    "JointTorque",
    "LineActuator",
    "LineLoad",
    "LockingFriction",
    "PositionDrive",
    "PressureLoad",
    "PrismaticDryFriction",
    "PrismaticEndStop",
    "PrismaticFriction",
    "ReboundStop",
    "RevoluteDryFriction",
    "RevoluteEndStop",
    "RevoluteFriction",
    "ShaftFriction",
    "SlidingFriction",
    "SpanContact",
    "SpeedDrive",
    "SpringDamperCurves",
    "SpringDamperParallel",
    "SteeringColumn",
    "ThermalLoad",
    "TorqueDrive",
    "TorsionSpringDamper",
    "TractionMotor",
    "TranslationSpringDamper",
    "WorldForce",
    "WorldTorque",
]

class Aerodynamics(_Aerodynamics):
    def __init__(
        self,
        frame_a: Frame,
        *,
        c_drag: Value = 0.0,
        c_front: Value = 0.0,
        c_rear: Value = 0.0,
        c_side: Value = 0.0,
        c_roll: Value = 0.0,
        c_yaw: Value = 0.0,
        A: Value,
        l: Value = 0.0,
        rho: Value = 1.225,
        wind: Values = [0, 0, 0],
    ) -> None:
        """
        c_drag = 0.0: drag coefficient
        c_front = 0.0: lift coefficient of the front axle, up
        c_rear = 0.0: lift coefficient of the rear axle, up
        c_side = 0.0: side force coefficient by sine of the wind's angle
        c_roll = 0.0: roll moment coefficient by sine of the wind's angle, negative where the side force acts above frame_a
        c_yaw = 0.0: yaw moment coefficient by sine of the wind's angle, positive where the side force acts ahead of frame_a
        A [m2]: reference area, of a car its frontal area (required)
        l = 0.0 [m]: reference length of moments, of a car its wheelbase
        rho = 1.225 [kg/m3]: density of the air
        wind = [0, 0, 0] [m/s]: velocity of the air, resolved in the world
        """

class AerodynamicsCurves(_AerodynamicsCurves):
    def __init__(
        self,
        frame_a: Frame,
        *,
        A: Value,
        l: Value = 0.0,
        rho: Value = 1.225,
        wind: Values = [0, 0, 0],
        c_drag: LookupTable = ...,
        c_front: LookupTable = ...,
        c_rear: LookupTable = ...,
        c_side: LookupTable = ...,
        c_roll: LookupTable = ...,
        c_yaw: LookupTable = ...,
    ) -> None:
        """
        A [m2]: reference area, of a car its frontal area (required)
        l = 0.0 [m]: reference length of moments, of a car its wheelbase
        rho = 1.225 [kg/m3]: density of the air
        wind = [0, 0, 0] [m/s]: velocity of the air, resolved in the world
        c_drag(rad): drag coefficient along x, over the angle of the wind
        c_front(rad): lift coefficient of the front axle, up, over the angle of the wind
        c_rear(rad): lift coefficient of the rear axle, up, over the angle of the wind
        c_side(rad): side force coefficient, to the left, over the angle of the wind
        c_roll(rad): roll moment coefficient, over the angle of the wind
        c_yaw(rad): yaw moment coefficient, to the left, over the angle of the wind
        """

class BeamElement(_BeamElement):
    def __init__(
        self,
        frame_a: Frame,
        frame_b: Frame,
        *,
        length: Value,
        EA: Value,
        GA_y: Value = ...,
        GA_z: Value = ...,
        GJ: Value,
        EI_y: Value,
        EI_z: Value,
        gamma_0: Values = [0, 0, 0],
        kappa_0: Values = [0, 0, 0],
        tau: Value = 0.0,
    ) -> None:
        """
        length [m]: undeformed length (required)
        EA [N]: stiffness against stretching (required)
        GA_y = inf [N]: stiffness against shearing along y
        GA_z = inf [N]: stiffness against shearing along z
        GJ [N.m2]: stiffness against twisting (required)
        EI_y [N.m2]: stiffness against bending about y (required)
        EI_z [N.m2]: stiffness against bending about z (required)
        gamma_0 = [0, 0, 0]: stretch and shear of the undeformed beam, as where its axis is curved
        kappa_0 = [0, 0, 0] [rad/m]: twist and curvature about y and z of the undeformed beam
        tau = 0.0 [s]: damping: time that turns strain rates into strains
        """

class Brake(_Brake):
    def __init__(self, joint: _Revolute, *, z_max: Value = 0.01, w_slow: Value = 3.0, T_d: Value = 0.003, z_start: Value = 0.0) -> None:
        """
        z_max = 0.01 [rad]: angle by which the lining gives way before it slides
        w_slow = 3.0 [rad/s]: speed above which a lining that slides comes near to z_max more slowly than the joint turns
        T_d = 0.003 [s]: time constant of the damping of a lining that gives way elastically
        z_start = 0.0 [rad]: angle by which the lining has given way at the start
        """

class BumpStop(_BumpStop):
    def __init__(self, frame_a: Frame, frame_b: Frame, *, s_stop: Value, c: Value, d: Value = 0.0, c_3: Value = 0.0) -> None:
        """
        s_stop [m]: distance of the frames at which the stop begins (required)
        c [N/m]: stiffness (required)
        d = 0.0 [s/m]: damping, relative to the elastic force
        c_3 = 0.0 [N/m3]: cubic stiffness
        """

class Bushing(_Bushing):
    def __init__(
        self, frame_a: Frame, frame_b: Frame, *, c: Values = [0, 0, 0], d: Values = [0, 0, 0], c_phi: Values = [0, 0, 0], d_phi: Values = [0, 0, 0]
    ) -> None:
        """
        c = [0, 0, 0] [N/m]: stiffness along the axes of frame_a
        d = [0, 0, 0] [N.s/m]: damping along the axes of frame_a
        c_phi = [0, 0, 0] [N.m/rad]: stiffness about the axes of frame_a
        d_phi = [0, 0, 0] [N.m.s/rad]: damping about the axes of frame_a
        """

class BushingCurves(_BushingCurves):
    def __init__(
        self,
        frame_a: Frame,
        frame_b: Frame,
        *,
        c: Values = [0, 0, 0],
        d: Values = [0, 0, 0],
        c_phi: Values = [0, 0, 0],
        d_phi: Values = [0, 0, 0],
        f_x: LookupTable = ...,
        f_y: LookupTable = ...,
        f_z: LookupTable = ...,
        t_x: LookupTable = ...,
        t_y: LookupTable = ...,
        t_z: LookupTable = ...,
    ) -> None:
        """
        c = [0, 0, 0] [N/m]: stiffness along the axes of frame_a
        d = [0, 0, 0] [N.s/m]: damping along the axes of frame_a
        c_phi = [0, 0, 0] [N.m/rad]: stiffness about the axes of frame_a
        d_phi = [0, 0, 0] [N.m.s/rad]: damping about the axes of frame_a
        f_x(m) [N]: force that moves frame_b along x, over displacement
        f_y(m) [N]: force that moves frame_b along y, over displacement
        f_z(m) [N]: force that moves frame_b along z, over displacement
        t_x(rad) [N.m]: torque that turns frame_b about x, over rotation
        t_y(rad) [N.m]: torque that turns frame_b about y, over rotation
        t_z(rad) [N.m]: torque that turns frame_b about z, over rotation
        """

class ClutchGearbox(_ClutchGearbox):
    def __init__(
        self,
        crank: Frame,
        shaft: Frame,
        housing: Frame,
        *,
        n: Values = [0, 1, 0],
        capacity: Value = 400.0,
        c: Value = 1500.0,
        d: Value = 5.0,
        efficiency: Value = 1.0,
        w_slow: Value = 0.1,
        z_start: Value = 0.0,
    ) -> None:
        """
        n = [0, 1, 0]: axis of both shafts in the frame of the housing, of length 1
        capacity = 400.0 [N.m]: torque of the closed clutch when it slides
        c = 1500.0 [N.m/rad]: stiffness of the torsion damper
        d = 5.0 [N.m.s/rad]: damping of the torsion damper
        efficiency = 1.0: torque of the shaft over that without losses
        w_slow = 0.1 [rad/s]: speed of the shaft at which the loss is nearly full (76 %)
        z_start = 0.0 [rad]: twist of the torsion damper at the start
        """

class CombustionEngine(_CombustionEngine):
    def __init__(
        self,
        joint: _Revolute,
        *,
        w_idle: Value = 90.0,
        w_max: Value = 650.0,
        w_band: Value = 20.0,
        w_slow: Value = 5.0,
        burnt_start: Value = 0.0,
        torque_map: LookupTable = ...,
        fuel_map: LookupTable = ...,
    ) -> None:
        """
        w_idle = 90.0 [rad/s]: speed below which the governor opens the throttle
        w_max = 650.0 [rad/s]: speed above which the limiter closes the throttle
        w_band = 20.0 [rad/s]: range of speed over which governor and limiter act fully
        w_slow = 5.0 [rad/s]: speed below which drag fades
        burnt_start = 0.0 [kg]: fuel burnt before the start
        torque_map(rad/s, 1) [N.m]: torque over speed and throttle, drag where the throttle is closed
        fuel_map(rad/s, N.m) [kg/s]: fuel burnt over speed and torque
        """

class ConverterGearbox(_ConverterGearbox):
    def __init__(
        self,
        crank: Frame,
        shaft: Frame,
        housing: Frame,
        *,
        n: Values = [0, 1, 0],
        capacity: Value = 400.0,
        c: Value = 1500.0,
        d: Value = 5.0,
        efficiency: Value = 1.0,
        w_slow: Value = 0.1,
        z_start: Value = 0.0,
        torque_ratio: LookupTable = ...,
        pump_capacity: LookupTable = ...,
    ) -> None:
        """
        n = [0, 1, 0]: axis of both shafts in the frame of the housing, of length 1
        capacity = 400.0 [N.m]: torque of the closed clutch when it slides
        c = 1500.0 [N.m/rad]: stiffness of the torsion damper
        d = 5.0 [N.m.s/rad]: damping of the torsion damper
        efficiency = 1.0: torque of the shaft over that without losses
        w_slow = 0.1 [rad/s]: speed of the shaft at which the loss is nearly full (76 %)
        z_start = 0.0 [rad]: twist of the torsion damper at the start
        torque_ratio(1): torque of the turbine over that of the pump, over the speed ratio 0 to 1
        pump_capacity(1) [N.m.s2/rad2]: torque of the pump over the square of its speed, over the speed ratio 0 to 1
        """

class FrameForce(_FrameForce):
    def __init__(self, frame_a: Frame) -> None: ...

class FrameTorque(_FrameTorque):
    def __init__(self, frame_a: Frame) -> None: ...

class Hub(_Hub):
    def __init__(self, frame_a: Frame) -> None: ...

class JointForce(_JointForce):
    def __init__(self, joint: _Prismatic) -> None: ...

class JointTorque(_JointTorque):
    def __init__(self, joint: _Revolute) -> None: ...

class LineActuator(_LineActuator):
    def __init__(self, frame_a: Frame, frame_b: Frame) -> None: ...

class LineLoad(_LineLoad):
    def __init__(self, frame_a: Frame, frame_b: Frame) -> None: ...

class LockingFriction(_LockingFriction):
    def __init__(
        self,
        frame_a: Frame,
        frame_b: Frame,
        differential: _Differential,
        *,
        n: Values = [0, 1, 0],
        d: Value = 0.0,
        dry: Value = 0.0,
        drive: Value = 0.0,
        coast: Value = 0.0,
        w_dry: Value = 0.1,
    ) -> None:
        """
        n = [0, 1, 0]: axis of both shafts in frame_a, of length 1
        d = 0.0 [N.m.s/rad]: viscous friction
        dry = 0.0 [N.m]: dry friction without torque
        drive = 0.0: share of a positive torque of the carrier by which torques of the shafts differ
        coast = 0.0: share of a negative torque of the carrier by which torques of the shafts differ
        w_dry = 0.1 [rad/s]: speed at which dry friction is nearly full (76 %)
        """

class PositionDrive(_PositionDrive):
    def __init__(self, joint: _Joint, *, c: Value, d: Value, speed_limit: Value, torque_limit: Value) -> None:
        """
        c [F/q]: torque or force for each unit of the position's error (required)
        d [F.s/q]: torque or force for each unit of the speed's error (required)
        speed_limit [q/s]: largest speed that the drive wants, in either direction (required)
        torque_limit [F]: largest torque or force, in either direction (required)
        """

class PressureLoad(_PressureLoad):
    def __init__(self, body: _FlexibleBody, *, where: Callable[[ndarray], ndarray]) -> None: ...

class PrismaticDryFriction(_PrismaticDryFriction):
    def __init__(
        self, joint: _Prismatic, *, dry: Value = 0.0, z_max: Value = 0.0001, v_slow: Value = 0.03, T_d: Value = 0.003, z_start: Value = 0.0
    ) -> None:
        """
        dry = 0.0 [N]: friction of a joint that slides
        z_max = 0.0001 [m]: way by which it gives before the joint slides
        v_slow = 0.03 [m/s]: speed above which it comes near to z_max more slowly than the joint slides
        T_d = 0.003 [s]: time constant of the damping while it gives way elastically
        z_start = 0.0 [m]: way by which it has given at the start
        """

class PrismaticEndStop(_PrismaticEndStop):
    def __init__(self, joint: _Prismatic, *, lower: Value, upper: Value, c: Value, d: Value = 0.0, c_3: Value = 0.0) -> None:
        """
        lower [m]: displacement at which the lower stop begins (required)
        upper [m]: displacement at which the upper stop begins (required)
        c [N/m]: stiffness of the stops (required)
        d = 0.0 [s/m]: damping of the stops, relative to their elastic force
        c_3 = 0.0 [N/m3]: cubic stiffness of the stops
        """

class PrismaticFriction(_PrismaticFriction):
    def __init__(self, joint: _Prismatic, *, d: Value = 0.0, dry: Value = 0.0, v_dry: Value = 0.01) -> None:
        """
        d = 0.0 [N.s/m]: viscous friction
        dry = 0.0 [N]: dry friction
        v_dry = 0.01 [m/s]: speed at which dry friction is nearly full (76 %)
        """

class ReboundStop(_ReboundStop):
    def __init__(self, frame_a: Frame, frame_b: Frame, *, s_stop: Value, c: Value, d: Value = 0.0, c_3: Value = 0.0) -> None:
        """
        s_stop [m]: distance of the frames at which the stop begins (required)
        c [N/m]: stiffness (required)
        d = 0.0 [s/m]: damping, relative to the elastic force
        c_3 = 0.0 [N/m3]: cubic stiffness
        """

class RevoluteDryFriction(_RevoluteDryFriction):
    def __init__(
        self, joint: _Revolute, *, dry: Value = 0.0, z_max: Value = 0.001, v_slow: Value = 0.3, T_d: Value = 0.003, z_start: Value = 0.0
    ) -> None:
        """
        dry = 0.0 [N.m]: friction of a joint that turns
        z_max = 0.001 [rad]: angle by which it gives way before the joint turns
        v_slow = 0.3 [rad/s]: speed above which it comes near to z_max more slowly than the joint turns
        T_d = 0.003 [s]: time constant of the damping while it gives way elastically
        z_start = 0.0 [rad]: angle by which it has given way at the start
        """

class RevoluteEndStop(_RevoluteEndStop):
    def __init__(self, joint: _Revolute, *, lower: Value, upper: Value, c: Value, d: Value = 0.0, c_3: Value = 0.0) -> None:
        """
        lower [rad]: angle at which the lower stop begins (required)
        upper [rad]: angle at which the upper stop begins (required)
        c [N.m/rad]: stiffness of the stops (required)
        d = 0.0 [s/rad]: damping of the stops, relative to their elastic torque
        c_3 = 0.0 [N.m/rad3]: cubic stiffness of the stops
        """

class RevoluteFriction(_RevoluteFriction):
    def __init__(self, joint: _Revolute, *, d: Value = 0.0, dry: Value = 0.0, v_dry: Value = 0.01) -> None:
        """
        d = 0.0 [N.m.s/rad]: viscous friction
        dry = 0.0 [N.m]: dry friction
        v_dry = 0.01 [rad/s]: speed at which dry friction is nearly full (76 %)
        """

class ShaftFriction(_ShaftFriction):
    def __init__(self, frame_a: Frame, frame_b: Frame, *, n: Values = [0, 1, 0], d: Value = 0.0, dry: Value = 0.0, w_dry: Value = 0.1) -> None:
        """
        n = [0, 1, 0]: axis of both shafts in frame_a, of length 1
        d = 0.0 [N.m.s/rad]: viscous friction
        dry = 0.0 [N.m]: dry friction
        w_dry = 0.1 [rad/s]: speed at which dry friction is nearly full (76 %)
        """

class SlidingFriction(_SlidingFriction):
    def __init__(self, frame_a: Frame, frame_b: Frame, guide: _Element, *, mu: Value, v_dry: Value = 0.001) -> None:
        """
        mu: coefficient of friction (required)
        v_dry = 0.001 [m/s]: speed at which friction is nearly full (71 %)
        """

class SpanContact(_SpanContact):
    def __init__(self, frame_a: Frame, frame_b: Frame, load: Frame, *, c: Value, d: Value = 0.0) -> None:
        """
        c [N/m]: stiffness of the contact (required)
        d = 0.0 [s/m]: damping, relative to the elastic force
        """

class SpeedDrive(_SpeedDrive):
    def __init__(self, joint: _Joint, *, d: Value, torque_limit: Value) -> None:
        """
        d [F.s/q]: torque or force for each unit of the speed's error (required)
        torque_limit [F]: largest torque or force, in either direction (required)
        """

class SpringDamperCurves(_SpringDamperCurves):
    def __init__(self, frame_a: Frame, frame_b: Frame, *, s_unstretched: Value = 0.0, spring: LookupTable, damper: LookupTable) -> None:
        """
        s_unstretched = 0.0 [m]: distance of the frames at the compression 0
        spring(m) [N]: force of the spring over compression (required)
        damper(m/s) [N]: force of the damper over rate of compression (required)
        """

class SpringDamperParallel(_SpringDamperParallel):
    def __init__(self, frame_a: Frame, frame_b: Frame, *, c: Value = 0.0, s_unstretched: Value = 0.0, d: Value = 0.0, c_3: Value = 0.0) -> None:
        """
        c = 0.0 [N/m]: spring constant
        s_unstretched = 0.0 [m]: length without spring force
        d = 0.0 [N.s/m]: damping constant
        c_3 = 0.0 [N/m3]: cubic spring constant
        """

class SteeringColumn(_SteeringColumn):
    def __init__(
        self,
        frame_a: Frame,
        frame_b: Frame,
        *,
        n: Values = [0, 1, 0],
        ratio: Value,
        I: Value = 0.0,
        c: Value,
        d: Value = 0.0,
        w_hands: Value = 50.0,
        phi_start: Value = 0.0,
        phi_dot_start: Value = 0.0,
        assist: LookupTable = ...,
    ) -> None:
        """
        n = [0, 1, 0]: direction of the rack in frame_a, of length 1
        ratio [m/rad]: travel of the rack for each unit of the pinion's angle (required)
        I = 0.0 [kg.m2]: moment of inertia of the steering wheel and the upper column
        c [N.m/rad]: stiffness of column and torsion bar (required)
        d = 0.0 [N.m.s/rad]: damping of column and torsion bar
        w_hands = 50.0 [rad/s]: natural frequency with which the wheel follows the angle
        phi_start = 0.0 [rad]: angle of the steering wheel at the start
        phi_dot_start = 0.0 [rad/s]: rate of the steering wheel at the start
        assist(N.m, m/s) [N.m]: torque on the pinion over torque of the torsion bar and speed
        """

class ThermalLoad(_ThermalLoad):
    def __init__(self, body: _FlexibleBody, *, temperature: str) -> None: ...

class TorqueDrive(_TorqueDrive):
    def __init__(self, joint: _Joint, *, torque_limit: Value) -> None:
        """
        torque_limit [F]: largest torque or force, in either direction (required)
        """

class TorsionSpringDamper(_TorsionSpringDamper):
    def __init__(self, joint: _Revolute, *, c: Value = 0.0, phi_rel0: Value = 0.0, d: Value = 0.0) -> None:
        """
        c = 0.0 [N.m/rad]: spring constant
        phi_rel0 = 0.0 [rad]: angle without spring torque
        d = 0.0 [N.m.s/rad]: damping constant
        """

class TractionMotor(_TractionMotor):
    def __init__(
        self,
        joint: _Revolute,
        *,
        tau_max: Value = 300.0,
        P_max: Value = 150000.0,
        tau_recuperation: Value = 150.0,
        P_recuperation: Value = 60000.0,
        w_fade: Value = 60.0,
        w_max: Value = 1500.0,
        w_band: Value = 30.0,
        given_start: Value = 0.0,
        efficiency: LookupTable = ...,
    ) -> None:
        """
        tau_max = 300.0 [N.m]: largest torque of the drive
        P_max = 150000.0 [W]: largest power of the drive
        tau_recuperation = 150.0 [N.m]: largest torque of recuperation
        P_recuperation = 60000.0 [W]: largest power of recuperation
        w_fade = 60.0 [rad/s]: speed below which recuperation fades
        w_max = 1500.0 [rad/s]: speed above which the drive fades
        w_band = 30.0 [rad/s]: range of speed over which the drive fades
        given_start = 0.0 [J]: energy that the battery has given before the start
        efficiency(rad/s, N.m): efficiency over the sizes of speed and torque, above 0
        """

class TranslationSpringDamper(_TranslationSpringDamper):
    def __init__(self, joint: _Prismatic, *, c: Value = 0.0, s_rel0: Value = 0.0, d: Value = 0.0) -> None:
        """
        c = 0.0 [N/m]: spring constant
        s_rel0 = 0.0 [m]: displacement without spring force
        d = 0.0 [N.s/m]: damping constant
        """

class WorldForce(_WorldForce):
    def __init__(self, frame_a: Frame) -> None: ...

class WorldTorque(_WorldTorque):
    def __init__(self, frame_a: Frame) -> None: ...
