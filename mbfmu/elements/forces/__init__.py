"""Forces between frames, and loads on joints."""

from .base import Force, JointLoad
from .bushing import Bushing
from .end_stop import PrismaticEndStop, RevoluteEndStop
from .frame_force import FrameForce
from .frame_torque import FrameTorque
from .joint_force import JointForce
from .joint_friction import PrismaticFriction, RevoluteFriction
from .joint_torque import JointTorque
from .line_actuator import LineActuator
from .sliding_friction import SlidingFriction
from .spring_damper_parallel import SpringDamperParallel
from .torsion_spring_damper import TorsionSpringDamper
from .translation_spring_damper import TranslationSpringDamper
from .world_force import WorldForce
from .world_torque import WorldTorque

__all__ = [
    "Bushing",
    "Force",
    "FrameForce",
    "FrameTorque",
    "JointForce",
    "JointLoad",
    "JointTorque",
    "LineActuator",
    "PrismaticEndStop",
    "PrismaticFriction",
    "RevoluteEndStop",
    "RevoluteFriction",
    "SlidingFriction",
    "SpringDamperParallel",
    "TorsionSpringDamper",
    "TranslationSpringDamper",
    "WorldForce",
    "WorldTorque",
]
