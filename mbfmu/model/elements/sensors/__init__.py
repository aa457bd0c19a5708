"""Sensors."""

from .acceleration_sensor import AccelerationSensor
from .base import Sensor
from .beam_stress import BeamStress
from .constraint_drift import ConstraintDrift
from .dissipation import Dissipation
from .distance_sensor import DistanceSensor
from .elastic_stress import ElasticStress
from .energy_error import EnergyError
from .joint_reaction import JointReaction
from .kinetic_energy import KineticEnergy
from .orientation_sensor import OrientationSensor
from .pose_sensor import PoseSensor
from .position_sensor import PositionSensor
from .potential_energy import PotentialEnergy
from .power_sensor import PowerSensor
from .roll_pitch_yaw_sensor import RollPitchYawSensor
from .velocity_sensor import VelocitySensor

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
