"""MID_SIZE_CAR: the data of a car of 1.4 t with rear-wheel drive, and its tires. They are those of no particular car."""

from typing import Any

from ..declare.frame import Frame
from ..elements.forces import Aerodynamics
from ..elements.roads import Road
from ..elements.tires import LinearTire, MagicFormula52Tire
from .anti_roll_bar import AntiRollBar
from .drivetrain import Drivetrain
from .full_car import FullCar
from .mass import Mass
from .mcpherson import McPherson
from .rack_steering import RackSteering
from .rigid_ring import BeltMode, RigidRing
from .rod import LinkBushes
from .semi_trailing_arm import SemiTrailingArm
from .suspension_spring import Stop, SuspensionSpring
from .vehicle_side import Point
from .wheel import Wheel

BASE = 2.7  # m; the origin lies on the ground below the middle of the front axle
WHEEL = Wheel(m=18.0, I_axle=1.1, I_across=0.6, radius=0.326, width=0.2)

FRONT = McPherson(
    arm_front=Point(0.11, 0.36, 0.205),
    arm_rear=Point(-0.24, 0.37, 0.215),
    ball_joint=Point(0.005, 0.71, 0.18),
    strut_foot=Point(-0.005, 0.63, 0.40),
    strut_top=Point(-0.03, 0.56, 0.86),
    tie_rod_inner=Point(-0.13, 0.35, 0.27),
    tie_rod_outer=Point(-0.14, 0.68, 0.255),
    wheel_centre=Point(0.0, 0.75, 0.308),
    arm=Mass(5.0, Point(-0.03, 0.55, 0.195), (0.05, 0.04, 0.08, 0.0, 0.0, 0.0)),
    knuckle=Mass(14.0, Point(-0.01, 0.67, 0.36), (0.35, 0.3, 0.12, 0.0, 0.0, 0.0)),
    wheel=WHEEL,
    spring=SuspensionSpring(
        c=24e3, d=1700.0, force=3355.071551473, bump=Stop(0.05, c=2e4, c_3=6e7, d=0.3), rebound=Stop(0.07, c=1e5, c_3=1e8, d=0.3)
    ),
)

REAR = SemiTrailingArm(
    pivot_inner=Point(0.28, 0.22, 0.29),
    pivot_outer=Point(0.42, 0.62, 0.27),
    spring_foot=Point(0.06, 0.5, 0.3),
    spring_top=Point(0.04, 0.48, 0.62),
    wheel_centre=Point(0.0, 0.75, 0.308),
    arm=Mass(14.0, Point(0.15, 0.55, 0.29), (0.3, 0.25, 0.45, 0.0, 0.0, 0.0)),
    wheel=WHEEL,
    spring=SuspensionSpring(
        c=36e3, d=2300.0, force=4834.890666485, bump=Stop(0.04, c=3e4, c_3=3e8, d=0.3), rebound=Stop(0.055, c=2e5, c_3=2e8, d=0.3)
    ),
).ahead(-BASE)

MID_SIZE_CAR = FullCar(
    body=Mass(1250.0, Point(-1.3256352, 0.0, 0.56), (450.0, 1900.0, 2050.0, 0.0, 30.0, 0.0)),
    front=FRONT,
    rear=REAR,
    steering=RackSteering(FRONT.tie_rod_inner, Mass(3.0, Point(-0.13, 0.0, 0.27), (0.2, 0.01, 0.2, 0.0, 0.0, 0.0)), c=3e5, d=4e3),
    front_bar=AntiRollBar(
        bearing=Point(-0.34, 0.40, 0.26),
        arm_end=Point(-0.08, 0.60, 0.25),
        link_end=Point(-0.02, 0.61, 0.45),
        half=Mass(1.8, Point(-0.22, 0.25, 0.26), (0.05, 0.008, 0.05, 0.0, 0.0, 0.0)),
        c=2430.0,
    ),
    rear_bar=AntiRollBar(
        bearing=Point(-0.12, 0.42, 0.33),
        arm_end=Point(0.08, 0.46, 0.40),
        link_end=Point(0.09, 0.48, 0.25),
        half=Mass(1.4, Point(-0.08, 0.3, 0.34), (0.04, 0.01, 0.04, 0.0, 0.0, 0.0)),
        c=450.0,
        link=LinkBushes(c=1e5, d=200.0),
    ).ahead(-BASE),
    drivetrain=Drivetrain(Point(-BASE, 0.0, 0.31), m_carrier=30.0, I_carrier=0.9, m_shaft=4.0, I_shaft=0.02, c=8e3, d=20.0),
)

LOAD = 3520.3185  # N: of each tire of the car at rest, a quarter of 1435.4 kg, by which the tire is deflected from 0.326 m to 0.308 m
STIFFNESS = LOAD / 0.018  # N/m
MID_SIZE_TIRE: dict[str, Any] = {
    "UNLOADED_RADIUS": WHEEL.radius,
    "FNOMIN": 4000.0,
    "VERTICAL_STIFFNESS": STIFFNESS,
    "VERTICAL_DAMPING": 100.0,
    "PCX1": 1.6,
    "PDX1": 1.15,
    "PDX2": -0.08,
    "PEX1": 0.2,
    "PKX1": 22.0,
    "PCY1": 1.35,
    "PDY1": 1.05,
    "PDY2": -0.1,
    "PEY1": -0.6,
    "PKY1": -20.0,
    "PKY2": 1.7,
    "RBX1": 12.0,
    "RBX2": 10.0,
    "RCX1": 1.0,
    "RBY1": 11.0,
    "RBY2": 8.0,
    "RCY1": 1.0,
    "PTX1": 1.4,
    "PTY1": 1.6,
    "PTY2": 1.7,
}
"""Parameters of its tires after the Magic Formula, version 5.2."""

MID_SIZE_RING = RigidRing(
    m=7.0,
    I_axle=0.62,
    I_across=0.33,
    in_plane=BeltMode(75.0, 0.05),
    sideways=BeltMode(42.0, 0.04),
    windup=BeltMode(60.0, 0.05),
    yaw=BeltMode(52.0, 0.03),
    tire={
        **{name: value for name, value in MID_SIZE_TIRE.items() if not name.startswith("PT")},
        "VERTICAL_DAMPING": 300.0,
        "LONGITUDINAL_STIFFNESS": 3e5,
        "LATERAL_STIFFNESS": 1.2e5,
    },
)
"""Its tires on rigid rings, for short obstacles and vibration up to about 60 Hz."""


def mid_size_tire(wheel: Frame, road: Road) -> MagicFormula52Tire:
    """A tire of MID_SIZE_CAR on the frame of a wheel: the Magic Formula 5.2, with an unloaded radius of 0.326 m."""
    return MagicFormula52Tire(wheel, road, **MID_SIZE_TIRE)


def mid_size_linear_tire(wheel: Frame, road: Road) -> LinearTire:
    """A linear tire of MID_SIZE_CAR on the frame of a wheel, for small slip: its forces have no limit."""
    return LinearTire(wheel, road, radius=WHEEL.radius, c_z=STIFFNESS, d_z=100.0, c_kappa=22.0, c_alpha=17.0)


def mid_size_air(frame: Frame) -> Aerodynamics:
    """The air on MID_SIZE_CAR, which has none of its own: `replace(MID_SIZE_CAR, air=mid_size_air)`."""
    return Aerodynamics(frame, A=2.2, l=BASE, c_drag=0.3, c_front=0.06, c_rear=0.08, c_side=2.2, c_roll=-0.45, c_yaw=0.3)


MID_SIZE_SINGLE_TRACK = {"m": 1435.4, "I_z": 2444.1, "l_f": 0.5 * BASE, "l_r": 0.5 * BASE, "c_f": 114e3, "c_r": 142e3}
"""Parameters of a linear SingleTrack: with these cornering stiffnesses of whole axles it slips and turns in steady bends as the car does, whose
suspensions and steering give way."""

MID_SIZE_TRAVEL = 0.143
"""Travel of its rack [m] for each radian of the steering angle of that SingleTrack."""
