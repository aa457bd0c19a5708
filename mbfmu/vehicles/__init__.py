"""Templates of vehicles: suspensions, steering and drivetrains, added to a Model from a few hard points."""

from .anti_roll_bar import AntiRollBar, Bar, LinkBushes
from .double_wishbone import DoubleWishbone
from .drivetrain import Drive, Drivetrain
from .mass import Mass
from .mcpherson import McPherson
from .rack_steering import RackSteering, Steering
from .semi_trailing_arm import SemiTrailingArm
from .sided import Point, Sided
from .solid_axle import Axle, SolidAxle
from .spring_damper import SpringDamper
from .wheel import Corner, Wheel

__all__ = [
    "AntiRollBar",
    "Axle",
    "Bar",
    "Corner",
    "DoubleWishbone",
    "Drive",
    "Drivetrain",
    "LinkBushes",
    "Mass",
    "McPherson",
    "Point",
    "RackSteering",
    "SemiTrailingArm",
    "Sided",
    "SolidAxle",
    "SpringDamper",
    "Steering",
    "Wheel",
]
