"""Constructors of the elements, for type checkers and editors; written by docs/generators/constructors.py from the declarations."""

from mbfmu.model.declare.frame import Frame
from mbfmu.model.declare.parameter_value import Value
from mbfmu.model.elements.forces.base import Load as _Load
from mbfmu.model.elements.forces.beam_element import BeamElement as _BeamElement
from mbfmu.model.elements.joints.base import Joint as _Joint
from mbfmu.model.elements.parts.flexible_body import FlexibleBody as _FlexibleBody
from mbfmu.model.elements.sensors.acceleration_sensor import AccelerationSensor as _AccelerationSensor
from mbfmu.model.elements.sensors.base import Sensor
from mbfmu.model.elements.sensors.beam_stress import BeamStress as _BeamStress
from mbfmu.model.elements.sensors.constraint_drift import ConstraintDrift as _ConstraintDrift
from mbfmu.model.elements.sensors.dissipation import Dissipation as _Dissipation
from mbfmu.model.elements.sensors.distance_sensor import DistanceSensor as _DistanceSensor
from mbfmu.model.elements.sensors.elastic_stress import ElasticStress as _ElasticStress
from mbfmu.model.elements.sensors.energy_error import EnergyError as _EnergyError
from mbfmu.model.elements.sensors.joint_reaction import JointReaction as _JointReaction
from mbfmu.model.elements.sensors.kinetic_energy import KineticEnergy as _KineticEnergy
from mbfmu.model.elements.sensors.orientation_sensor import OrientationSensor as _OrientationSensor
from mbfmu.model.elements.sensors.pose_sensor import PoseSensor as _PoseSensor
from mbfmu.model.elements.sensors.position_sensor import PositionSensor as _PositionSensor
from mbfmu.model.elements.sensors.potential_energy import PotentialEnergy as _PotentialEnergy
from mbfmu.model.elements.sensors.power_sensor import PowerSensor as _PowerSensor
from mbfmu.model.elements.sensors.roll_pitch_yaw_sensor import RollPitchYawSensor as _RollPitchYawSensor
from mbfmu.model.elements.sensors.velocity_sensor import VelocitySensor as _VelocitySensor

__all__ = [
    "AccelerationSensor",
    "BeamStress",
    "ConstraintDrift",
    "Dissipation",
    "DistanceSensor",
    "ElasticStress",
    "EnergyError",
    "JointReaction",
    "KineticEnergy",
    "OrientationSensor",
    "PoseSensor",
    "PositionSensor",
    "PotentialEnergy",
    "PowerSensor",
    "RollPitchYawSensor",
    "Sensor",
    "VelocitySensor",
]

class AccelerationSensor(_AccelerationSensor):
    def __init__(self, frame_a: Frame) -> None: ...

class BeamStress(_BeamStress):
    def __init__(
        self, beam: _BeamElement, *, A: Value, I_y: Value, I_z: Value, W_t: Value = ..., y: Value = 0.0, z: Value = 0.0, r: Value = 0.0
    ) -> None:
        """
        A [m2]: area (required)
        I_y [m4]: second moment of area about y (required)
        I_z [m4]: second moment of area about z (required)
        W_t = inf [m3]: section modulus of torsion
        y = 0.0 [m]: distance of the outermost fibres along y
        z = 0.0 [m]: distance of the outermost fibres along z
        r = 0.0 [m]: radius of a round section
        """

class ConstraintDrift(_ConstraintDrift):
    def __init__(self) -> None: ...

class Dissipation(_Dissipation):
    def __init__(self) -> None: ...

class DistanceSensor(_DistanceSensor):
    def __init__(self, frame_a: Frame, frame_b: Frame) -> None: ...

class ElasticStress(_ElasticStress):
    def __init__(self, body: _FlexibleBody, *, place: str) -> None: ...

class EnergyError(_EnergyError):
    def __init__(self, *, limit: Value = ...) -> None:
        """
        limit = inf [J]: error at which the run stops
        """

class JointReaction(_JointReaction):
    def __init__(self, joint: _Joint) -> None: ...

class KineticEnergy(_KineticEnergy):
    def __init__(self) -> None: ...

class OrientationSensor(_OrientationSensor):
    def __init__(self, frame_a: Frame) -> None: ...

class PoseSensor(_PoseSensor):
    def __init__(self, frame_a: Frame) -> None: ...

class PositionSensor(_PositionSensor):
    def __init__(self, frame_a: Frame) -> None: ...

class PotentialEnergy(_PotentialEnergy):
    def __init__(self) -> None: ...

class PowerSensor(_PowerSensor):
    def __init__(self, force: _Load) -> None: ...

class RollPitchYawSensor(_RollPitchYawSensor):
    def __init__(self, frame_a: Frame) -> None: ...

class VelocitySensor(_VelocitySensor):
    def __init__(self, frame_a: Frame) -> None: ...
