"""mbfmu: a multibody model declared in Python becomes a Functional Mock-up Unit that other tools run."""

from .analysis.simulate import simulate
from .blocks import BlockModel, HydraulicCylinder, Pid
from .elements.constraints import (
    Constraint, CoordinateCoupling, Distance, FrameMotionFiltered, FrameMotionInput, FrameMotionTime, JointMotionFiltered,
    JointMotionInput, JointMotionTime, KnifeEdge, PointOnLine, PointOnPlane, RollingDisk, RollingSphere, RollingWheel,
    SineJointMotion, SteadyJointMotion,
)  # fmt: skip
from .elements.forces import (
    Bushing, FrameForce, FrameTorque, JointForce, JointTorque, LineActuator, PrismaticEndStop, PrismaticFriction,
    RevoluteEndStop, RevoluteFriction, SpringDamperParallel, TorsionSpringDamper, TranslationSpringDamper, WorldForce,
    WorldTorque,
)  # fmt: skip
from .elements.joints import (
    Coordinates, Cylindrical, Fixed, FreeMotion, Planar, Prismatic, QuaternionCoordinates, Revolute, Spherical, Universal,
)  # fmt: skip
from .elements.parts import Body, FixedRotation, FixedTranslation, MasslessPoint, PointGravityWorld, World
from .elements.sensors import (
    AccelerationSensor, ConstraintDrift, Dissipation, DistanceSensor, EnergyError, JointReaction, KineticEnergy, OrientationSensor,
    PositionSensor, PotentialEnergy, PowerSensor, VelocitySensor,
)  # fmt: skip
from .fmu.python_fmu import build_fmu
from .model.model import Model
from .problem.compile import compile_problem
from .problem.connect import connect
from .runtime.errors import MbfmuError

__all__ = [
    "AccelerationSensor", "BlockModel", "Body", "Bushing", "Constraint", "ConstraintDrift", "CoordinateCoupling",
    "Coordinates", "Cylindrical", "Dissipation", "Distance", "DistanceSensor", "EnergyError", "Fixed", "FixedRotation",
    "FixedTranslation", "FrameForce", "FrameMotionFiltered", "FrameMotionInput", "FrameMotionTime", "FrameTorque",
    "FreeMotion", "HydraulicCylinder", "JointForce", "JointMotionFiltered", "JointMotionInput", "JointMotionTime",
    "JointReaction", "JointTorque", "KineticEnergy", "KnifeEdge", "LineActuator", "MasslessPoint", "MbfmuError", "Model",
    "OrientationSensor", "Pid", "Planar", "PointGravityWorld", "PointOnLine", "PointOnPlane", "PositionSensor",
    "PotentialEnergy", "PowerSensor", "Prismatic", "PrismaticEndStop", "PrismaticFriction", "QuaternionCoordinates",
    "Revolute", "RevoluteEndStop", "RevoluteFriction", "RollingDisk", "RollingSphere", "RollingWheel", "SineJointMotion",
    "Spherical", "SpringDamperParallel", "SteadyJointMotion", "TorsionSpringDamper", "TranslationSpringDamper", "Universal",
    "VelocitySensor", "World", "WorldForce", "WorldTorque", "build_fmu", "compile_problem", "connect", "simulate",
]  # fmt: skip
