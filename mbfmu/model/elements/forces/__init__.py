"""Forces between frames, and loads on joints."""

from .aerodynamics import Aerodynamics
from .aerodynamics_curves import AerodynamicsCurves
from .base import Force, JointLoad
from .beam_element import BeamElement
from .brake import Brake
from .bushing import Bushing
from .bushing_curves import BushingCurves
from .clutch_gearbox import ClutchGearbox
from .combustion_engine import CombustionEngine
from .converter_gearbox import ConverterGearbox
from .end_stop import PrismaticEndStop, RevoluteEndStop
from .frame_force import FrameForce
from .frame_torque import FrameTorque
from .hub import Hub
from .joint_dry_friction import PrismaticDryFriction, RevoluteDryFriction
from .joint_force import JointForce
from .joint_friction import PrismaticFriction, RevoluteFriction
from .joint_torque import JointTorque
from .line_actuator import LineActuator
from .line_load import LineLoad
from .line_stop import BumpStop, ReboundStop
from .locking_friction import LockingFriction
from .position_drive import PositionDrive
from .pressure_load import PressureLoad
from .shaft_friction import ShaftFriction
from .sliding_friction import SlidingFriction
from .span_contact import SpanContact
from .speed_drive import SpeedDrive
from .spring_damper_curves import SpringDamperCurves
from .spring_damper_parallel import SpringDamperParallel
from .steering_column import SteeringColumn
from .thermal_load import ThermalLoad
from .torque_drive import TorqueDrive
from .torsion_spring_damper import TorsionSpringDamper
from .traction_motor import TractionMotor
from .translation_spring_damper import TranslationSpringDamper
from .world_force import WorldForce
from .world_torque import WorldTorque

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
