"""mbfmu: a multibody model declared in Python becomes a Functional Mock-up Unit that other tools run."""

from .elements.forces import (
    Bushing, FrameForce, FrameTorque, JointForce, JointTorque, LineActuator, PrismaticEndStop, PrismaticFriction,
    RevoluteEndStop, RevoluteFriction, SpringDamperParallel, TorsionSpringDamper, WorldForce, WorldTorque,
)  # fmt: skip
from .elements.joints import Cylindrical, Fixed, FreeMotion, Planar, Prismatic, Revolute, Spherical, Universal
from .elements.parts import Body, FixedRotation, FixedTranslation, MasslessPoint, PointGravityWorld, World
from .model.model import Model

__all__ = [
    "Body", "Bushing", "Cylindrical", "Fixed", "FixedRotation", "FixedTranslation", "FrameForce", "FrameTorque",
    "FreeMotion", "JointForce", "JointTorque", "LineActuator", "MasslessPoint", "Model", "Planar", "PointGravityWorld",
    "Prismatic", "PrismaticEndStop", "PrismaticFriction", "Revolute", "RevoluteEndStop", "RevoluteFriction", "Spherical",
    "SpringDamperParallel", "TorsionSpringDamper", "Universal", "World", "WorldForce", "WorldTorque",
]  # fmt: skip
