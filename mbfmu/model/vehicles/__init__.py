"""Templates of vehicles: suspensions, steering and drivetrains, added to a Model from a few hard points."""

from .all_wheel_drive import AllWheelDrive, CentreDrive
from .anti_roll_bar import AntiRollBar, Bar
from .bush import Bush, BushCurves, PivotBushes
from .car_model import car_model
from .combustion_drive import CombustionDrive, PoweredDrive, TorqueConverter
from .differentials import ClutchPack, LimitedSlip, Locked
from .double_wishbone import DoubleWishbone
from .drivetrain import Drive, Drivetrain
from .electric_axle import ElectricAxle
from .five_link import FiveLink, Link
from .full_car import Car, FullCar
from .mass import Mass
from .mcpherson import McPherson, StrutMount
from .mid_size_car import (
    MID_SIZE_CAR,
    MID_SIZE_RING,
    MID_SIZE_SINGLE_TRACK,
    MID_SIZE_TIRE,
    MID_SIZE_TRAVEL,
    mid_size_air,
    mid_size_linear_tire,
    mid_size_tire,
)
from .rack_steering import RackSteering, Steering
from .rigid_ring import BeltMode, RigidRing, Ring
from .rigid_ring_from_file import rigid_ring_tire
from .rod import LinkBushes
from .semi_trailing_arm import SemiTrailingArm
from .solid_axle import Axle, SolidAxle
from .steering_wheel import SteeringWheel
from .suspension import Suspension
from .suspension_spring import Stop, SuspensionSpring
from .twist_beam import TwistBeam
from .vehicle_side import Point, Sided
from .wheel import Corner, Wheel

__all__ = [
    "AllWheelDrive",
    "AntiRollBar",
    "Axle",
    "Bar",
    "BeltMode",
    "Bush",
    "BushCurves",
    "Car",
    "CentreDrive",
    "ClutchPack",
    "CombustionDrive",
    "Corner",
    "DoubleWishbone",
    "Drive",
    "Drivetrain",
    "ElectricAxle",
    "FiveLink",
    "FullCar",
    "LimitedSlip",
    "Link",
    "LinkBushes",
    "Locked",
    "MID_SIZE_CAR",
    "MID_SIZE_RING",
    "MID_SIZE_SINGLE_TRACK",
    "MID_SIZE_TIRE",
    "MID_SIZE_TRAVEL",
    "Mass",
    "McPherson",
    "PivotBushes",
    "Point",
    "RackSteering",
    "PoweredDrive",
    "RigidRing",
    "Ring",
    "SemiTrailingArm",
    "Sided",
    "SolidAxle",
    "Steering",
    "SteeringWheel",
    "Stop",
    "StrutMount",
    "Suspension",
    "SuspensionSpring",
    "TorqueConverter",
    "TwistBeam",
    "Wheel",
    "car_model",
    "mid_size_air",
    "mid_size_linear_tire",
    "mid_size_tire",
    "rigid_ring_tire",
]
