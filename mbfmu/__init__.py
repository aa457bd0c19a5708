"""mbfmu: a multibody model declared in Python becomes a Functional Mock-up Unit that other tools run."""

from .analysis.simulate import simulate
from .blocks import Block, BlockModel, HydraulicCylinder, Pid, PythonBlock
from .elements.constraints import (
    Constraint,
    CoordinateCoupling,
    Distance,
    FrameMotionFiltered,
    FrameMotionInput,
    FrameMotionTime,
    JointMotionFiltered,
    JointMotionInput,
    JointMotionTime,
    KnifeEdge,
    PointOnLine,
    PointOnPlane,
    RollingDisk,
    RollingSphere,
    RollingWheel,
    SineJointMotion,
    SteadyJointMotion,
)  # fmt: skip
from .elements.forces import (
    Bushing,
    Force,
    FrameForce,
    FrameTorque,
    JointForce,
    JointLoad,
    JointTorque,
    LineActuator,
    PrismaticEndStop,
    PrismaticFriction,
    RevoluteEndStop,
    RevoluteFriction,
    SpringDamperParallel,
    TorsionSpringDamper,
    TranslationSpringDamper,
    WorldForce,
    WorldTorque,
)  # fmt: skip
from .elements.joints import (
    Coordinates,
    Cylindrical,
    Fixed,
    FreeMotion,
    Joint,
    Planar,
    Prismatic,
    QuaternionCoordinates,
    Revolute,
    Spherical,
    Universal,
)  # fmt: skip
from .elements.parts import Body, FixedRotation, FixedTranslation, MasslessPoint, PointGravityWorld, World
from .elements.sensors import (
    AccelerationSensor,
    ConstraintDrift,
    Dissipation,
    DistanceSensor,
    EnergyError,
    JointReaction,
    KineticEnergy,
    OrientationSensor,
    PositionSensor,
    PotentialEnergy,
    PowerSensor,
    RollPitchYawSensor,
    Sensor,
    VelocitySensor,
)  # fmt: skip
from .errors import MbfmuError
from .fmu.native_fmu import build_native
from .fmu.portable_fmu import build_portable
from .fmu.python_fmu import build_fmu
from .model.declarations import Input, Output, Parameter, State
from .model.frame import Frame
from .model.model import Model
from .problem.compile import compile_problem
from .problem.connect import connect
from .scalars import Record, kernel, switch, where
from .spatial.euler_parameters import from_roll_pitch_yaw

__all__ = [
    "AccelerationSensor", "Block", "BlockModel", "Body", "Bushing", "Constraint", "ConstraintDrift", "CoordinateCoupling",
    "Coordinates", "Cylindrical", "Dissipation", "Distance", "DistanceSensor", "EnergyError", "Fixed", "FixedRotation",
    "FixedTranslation", "Force", "Frame", "FrameForce", "FrameMotionFiltered", "FrameMotionInput", "FrameMotionTime",
    "FrameTorque", "FreeMotion", "HydraulicCylinder", "Input", "Joint", "JointForce", "JointLoad", "JointMotionFiltered",
    "JointMotionInput", "JointMotionTime", "JointReaction", "JointTorque", "KineticEnergy", "KnifeEdge", "LineActuator",
    "MasslessPoint", "MbfmuError", "Model", "OrientationSensor", "Output", "Parameter", "Pid", "Planar",
    "PointGravityWorld", "PointOnLine", "PointOnPlane", "PositionSensor", "PotentialEnergy", "PowerSensor", "Prismatic",
    "PrismaticEndStop", "PrismaticFriction", "PythonBlock", "QuaternionCoordinates", "Record", "Revolute", "RevoluteEndStop", "RevoluteFriction",
    "RollPitchYawSensor", "RollingDisk", "RollingSphere", "RollingWheel", "Sensor", "SineJointMotion", "Spherical", "SpringDamperParallel",
    "State", "SteadyJointMotion", "TorsionSpringDamper", "TranslationSpringDamper", "Universal", "VelocitySensor",
    "World", "WorldForce", "WorldTorque", "build_fmu", "build_native", "build_portable", "compile_problem", "connect",
    "from_roll_pitch_yaw", "kernel", "simulate",
    "switch", "where",
]  # fmt: skip
