"""mbfmu: a multibody model declared in Python becomes a Functional Mock-up Unit that other tools run."""

from .analysis.simulate import simulate
from .blocks import BlockModel, HydraulicCylinder, Pid
from .elements.forces import (
    Bushing, FrameForce, FrameTorque, JointForce, JointTorque, LineActuator, PrismaticEndStop, PrismaticFriction,
    RevoluteEndStop, RevoluteFriction, SpringDamperParallel, TorsionSpringDamper, TranslationSpringDamper, WorldForce,
    WorldTorque,
)  # fmt: skip
from .elements.joints import Cylindrical, Fixed, FreeMotion, Planar, Prismatic, Revolute, Spherical, Universal
from .elements.parts import Body, FixedRotation, FixedTranslation, MasslessPoint, PointGravityWorld, World
from .elements.sensors import (
    AccelerationSensor, Dissipation, DistanceSensor, JointReaction, KineticEnergy, OrientationSensor, PositionSensor,
    PotentialEnergy, PowerSensor, VelocitySensor,
)  # fmt: skip
from .fmu.python_fmu import build_fmu
from .model.model import Model
from .problem.compile import compile_problem
from .problem.connect import connect
from .runtime.errors import MbfmuError

__all__ = [
    "AccelerationSensor", "Body", "Bushing", "BlockModel", "Cylindrical", "Dissipation", "DistanceSensor", "Fixed",
    "FixedRotation", "FixedTranslation", "FrameForce", "FrameTorque", "FreeMotion", "HydraulicCylinder", "JointForce",
    "JointReaction", "JointTorque", "KineticEnergy", "LineActuator", "MasslessPoint", "MbfmuError", "Model",
    "OrientationSensor", "Pid", "Planar", "PointGravityWorld", "PositionSensor", "PotentialEnergy", "PowerSensor", "Prismatic",
    "PrismaticEndStop", "PrismaticFriction", "Revolute", "RevoluteEndStop", "RevoluteFriction", "Spherical",
    "SpringDamperParallel", "TorsionSpringDamper", "TranslationSpringDamper", "Universal", "VelocitySensor", "World",
    "WorldForce", "WorldTorque", "build_fmu", "compile_problem", "connect", "simulate",
]  # fmt: skip
