from .analysis.equilibria import equilibrium
from .analysis.equilibrium import Equilibrium
from .analysis.inverse import inverse
from .analysis.inverse_dynamics import inverse_dynamics
from .analysis.modes_near import modes_near
from .analysis.root_locus import Crossing, RootLocus, root_locus
from .analysis.simulate import simulate
from .analysis.steady_motion import steady_motion
from .blocks import Block, BlockModel, DrivenSingleTrack, HydraulicCylinder, Pid, PythonBlock, SampledPid, SingleTrack, TydexC
from .driving.linearize import linearize
from .driving.open import open
from .driving.sweep import sweep
from .elements.constraints import (
    Belt,
    Constraint,
    CoordinateCoupling,
    Differential,
    Distance,
    FrameMotionFiltered,
    FrameMotionInput,
    FrameMotionTime,
    Gear,
    JointMotionFiltered,
    JointMotionInput,
    JointMotionTime,
    KnifeEdge,
    Planetary,
    PointOnLine,
    PointOnPlane,
    RackAndPinion,
    RollingDisk,
    RollingSphere,
    RollingWheel,
    Screw,
    SineJointMotion,
    SteadyJointMotion,
)
from .elements.forces import (
    Brake,
    Bushing,
    Force,
    FrameForce,
    FrameTorque,
    Hub,
    JointForce,
    JointLoad,
    JointTorque,
    LineActuator,
    PositionDrive,
    PrismaticEndStop,
    PrismaticFriction,
    RevoluteEndStop,
    RevoluteFriction,
    SlidingFriction,
    SpeedDrive,
    SpringDamperParallel,
    TorqueDrive,
    TorsionSpringDamper,
    TranslationSpringDamper,
    WorldForce,
    WorldTorque,
)
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
    RotorInertia,
    Spherical,
    Universal,
)
from .elements.parts import Body, FixedRotation, FixedTranslation, MasslessPoint, PointGravityWorld, World
from .elements.roads import FlatRoad, InclinedRoad, Road
from .elements.sensors import (
    AccelerationSensor,
    ConstraintDrift,
    Dissipation,
    DistanceSensor,
    EnergyError,
    JointReaction,
    KineticEnergy,
    OrientationSensor,
    PoseSensor,
    PositionSensor,
    PotentialEnergy,
    PowerSensor,
    RollPitchYawSensor,
    Sensor,
    VelocitySensor,
)
from .elements.tires import LinearTire, MagicFormula52Tire, MagicFormulaTire, ReducedMagicFormulaTire, Tire, tire_from_file
from .elements.visuals import Box, Cylinder, Mesh, Sphere
from .errors import MbfmuError
from .fitting.experiment import Experiment
from .fitting.fit import fit
from .fitting.found import Estimate, Fit
from .fitting.load_cases import LoadCase, VibrationCase
from .fitting.measured_response import MeasuredResponse
from .fitting.optimize import optimize
from .fitting.optimum import Optimum
from .fmu.native_fmu import build_native
from .fmu.portable_fmu import build_portable
from .fmu.python_fmu import build_fmu
from .kinematics.posture import Posture
from .linear.covariance import Covariance
from .linear.frequency_response import FrequencyResponse
from .linear.linearization import Linearization, Mode
from .linear.second_order import SecondOrder
from .linear.spectral_density import SpectralDensity
from .model.declarations import Discrete, Input, Output, Parameter, State
from .model.frame import Frame
from .model.lookup_table import LookupTable
from .model.model import Model
from .model.port import HubPort, RotationalPort, TranslationalPort
from .model.table_parameter import TableParameter
from .nonlinear.continuation import Branch, BranchPoint, continuation
from .nonlinear.lyapunov import LyapunovExponents, lyapunov_exponents
from .nonlinear.periodic_orbit import PeriodicOrbit, periodic_orbit
from .nonlinear.poincare import poincare_section
from .nonlinear.power_spectrum import PowerSpectrum, power_spectrum
from .nonlinear.transition import TransitionMatrix, transition_matrix
from .problem.compile import compile_problem
from .problem.connect import connect
from .scalars import Record, kernel, switch, where
from .signals import Chirp, Held, Noise, Pulse, Ramp, Sine, Step, Table, read_table
from .spatial.euler_parameters import from_roll_pitch_yaw
from .variable_types import Boolean, Enumeration, Integer, Real, String

__all__ = [
    "AccelerationSensor",
    "Belt",
    "Block",
    "BlockModel",
    "Body",
    "Boolean",
    "Box",
    "Brake",
    "Branch",
    "BranchPoint",
    "Bushing",
    "Chirp",
    "Constraint",
    "ConstraintDrift",
    "CoordinateCoupling",
    "Coordinates",
    "Covariance",
    "Crossing",
    "Cylinder",
    "Cylindrical",
    "Differential",
    "Discrete",
    "Dissipation",
    "Distance",
    "DistanceSensor",
    "DrivenSingleTrack",
    "EnergyError",
    "Enumeration",
    "Equilibrium",
    "Estimate",
    "Experiment",
    "Fit",
    "Fixed",
    "FixedRotation",
    "FixedTranslation",
    "FlatRoad",
    "Force",
    "Frame",
    "FrameForce",
    "FrameMotionFiltered",
    "FrameMotionInput",
    "FrameMotionTime",
    "FrameTorque",
    "FreeMotion",
    "FrequencyResponse",
    "Gear",
    "Held",
    "Hub",
    "HubPort",
    "HydraulicCylinder",
    "InclinedRoad",
    "Input",
    "Integer",
    "Joint",
    "JointForce",
    "JointLoad",
    "JointMotionFiltered",
    "JointMotionInput",
    "JointMotionTime",
    "JointReaction",
    "JointTorque",
    "KineticEnergy",
    "KnifeEdge",
    "LineActuator",
    "LinearTire",
    "Linearization",
    "LoadCase",
    "LookupTable",
    "LyapunovExponents",
    "MagicFormula52Tire",
    "MagicFormulaTire",
    "MasslessPoint",
    "MbfmuError",
    "MeasuredResponse",
    "Mesh",
    "Mode",
    "Model",
    "Noise",
    "Optimum",
    "OrientationSensor",
    "Output",
    "Parameter",
    "PeriodicOrbit",
    "Pid",
    "Planar",
    "Planetary",
    "PointGravityWorld",
    "PointOnLine",
    "PointOnPlane",
    "PoseSensor",
    "PositionDrive",
    "PositionSensor",
    "Posture",
    "PotentialEnergy",
    "PowerSensor",
    "PowerSpectrum",
    "Prismatic",
    "PrismaticEndStop",
    "PrismaticFriction",
    "Pulse",
    "PythonBlock",
    "QuaternionCoordinates",
    "RackAndPinion",
    "Ramp",
    "Real",
    "Record",
    "ReducedMagicFormulaTire",
    "Revolute",
    "RevoluteEndStop",
    "RevoluteFriction",
    "Road",
    "RollPitchYawSensor",
    "RollingDisk",
    "RollingSphere",
    "RollingWheel",
    "RootLocus",
    "RotationalPort",
    "RotorInertia",
    "SampledPid",
    "Screw",
    "SecondOrder",
    "Sensor",
    "Sine",
    "SineJointMotion",
    "SingleTrack",
    "SlidingFriction",
    "SpectralDensity",
    "SpeedDrive",
    "Sphere",
    "Spherical",
    "SpringDamperParallel",
    "State",
    "SteadyJointMotion",
    "Step",
    "String",
    "Table",
    "TableParameter",
    "Tire",
    "TorqueDrive",
    "TorsionSpringDamper",
    "TransitionMatrix",
    "TranslationSpringDamper",
    "TranslationalPort",
    "TydexC",
    "Universal",
    "VelocitySensor",
    "VibrationCase",
    "World",
    "WorldForce",
    "WorldTorque",
    "build_fmu",
    "build_native",
    "build_portable",
    "compile_problem",
    "connect",
    "continuation",
    "equilibrium",
    "fit",
    "from_roll_pitch_yaw",
    "inverse",
    "inverse_dynamics",
    "kernel",
    "linearize",
    "lyapunov_exponents",
    "modes_near",
    "open",
    "optimize",
    "periodic_orbit",
    "poincare_section",
    "power_spectrum",
    "read_table",
    "root_locus",
    "simulate",
    "steady_motion",
    "sweep",
    "switch",
    "tire_from_file",
    "transition_matrix",
    "where",
]
