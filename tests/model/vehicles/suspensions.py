"""A suspension of each kind: origin on the ground below the middle of the axle. Two are those of the mid-size car, but for products of inertia."""

from dataclasses import replace

from mbfmu import GeneralSection
from mbfmu.model.vehicles import Bush, DoubleWishbone, FiveLink, Link, Mass, Point, SolidAxle, Stop, SuspensionSpring, TwistBeam
from mbfmu.model.vehicles.mid_size_car import BASE, FRONT, REAR, WHEEL

MCPHERSON = replace(
    FRONT,
    arm=replace(FRONT.arm, I=(0.05, 0.04, 0.08, 0.005, 0.0, -0.003)),
    knuckle=replace(FRONT.knuckle, I=(0.35, 0.3, 0.12, 0.01, 0.02, -0.04)),
)

DOUBLE_WISHBONE = DoubleWishbone(
    lower_front=Point(0.15, 0.35, 0.20),
    lower_rear=Point(-0.20, 0.36, 0.21),
    lower_ball=Point(0.01, 0.73, 0.18),
    upper_front=Point(0.10, 0.44, 0.49),
    upper_rear=Point(-0.15, 0.43, 0.47),
    upper_ball=Point(-0.03, 0.69, 0.51),
    tie_rod_inner=Point(-0.14, 0.37, 0.255),
    tie_rod_outer=Point(-0.14, 0.71, 0.25),
    spring_foot=Point(0.0, 0.58, 0.2),
    spring_top=Point(-0.02, 0.5, 0.7),
    wheel_centre=Point(0.0, 0.78, 0.31),
    lower_arm=Mass(6.0, Point(-0.01, 0.55, 0.19), (0.1, 0.05, 0.1, 0.0, 0.0, 0.0)),
    upper_arm=Mass(4.0, Point(-0.03, 0.57, 0.49), (0.05, 0.03, 0.05, 0.0, 0.0, 0.0)),
    knuckle=Mass(12.0, Point(-0.01, 0.72, 0.32), (0.2, 0.2, 0.1, 0.0, 0.0, 0.0)),
    wheel=WHEEL,
    spring=SuspensionSpring(c=60e3, d=3000.0, force=5200.0),
)

SEMI_TRAILING_ARM = replace(REAR.ahead(BASE), arm=replace(REAR.ahead(BASE).arm, I=(0.3, 0.25, 0.45, 0.05, 0.01, 0.0)))

SOLID_AXLE = SolidAxle(
    lower_link_body=Point(0.55, 0.48, 0.27),
    lower_link_beam=Point(0.03, 0.50, 0.24),
    upper_link_body=Point(0.45, 0.0, 0.52),
    upper_link_beam=Point(0.0, 0.0, 0.5),
    panhard_body=Point(-0.1, 0.45, 0.38),
    panhard_beam=Point(-0.1, -0.45, 0.36),
    spring_foot=Point(-0.04, 0.5, 0.36),
    spring_top=Point(-0.02, 0.46, 0.66),
    wheel_centre=Point(0.0, 0.74, 0.31),
    beam=Mass(55.0, Point(0.0, 0.0, 0.32), (7.0, 0.8, 7.0, 0.0, 0.0, 0.0)),
    wheel=WHEEL,
    spring=SuspensionSpring(c=38e3, d=2200.0, force=3300.0),
)

FIVE_LINK = FiveLink(
    upper_front=Link(Point(0.12, 0.42, 0.48), Point(0.04, 0.69, 0.46)),
    upper_rear=Link(Point(-0.16, 0.40, 0.47), Point(-0.05, 0.68, 0.48)),
    lower_front=Link(Point(0.22, 0.35, 0.25), Point(0.05, 0.70, 0.19)),
    lower_rear=Link(Point(-0.14, 0.30, 0.22), Point(-0.04, 0.72, 0.18)),
    tie_rod=Link(Point(-0.20, 0.36, 0.27), Point(-0.15, 0.70, 0.25)),
    spring_foot=Point(-0.02, 0.60, 0.22),
    spring_top=Point(-0.04, 0.52, 0.66),
    wheel_centre=Point(0.0, 0.76, 0.308),
    knuckle=Mass(14.0, Point(-0.01, 0.70, 0.31), (0.25, 0.25, 0.12, 0.0, 0.0, 0.0)),
    wheel=WHEEL,
    spring=SuspensionSpring(c=40e3, d=2500.0, force=4000.0),
)

TWIST_BEAM = TwistBeam(
    mount=Point(0.45, 0.55, 0.32),
    beam_end=Point(0.30, 0.50, 0.30),
    spring_foot=Point(0.03, 0.50, 0.27),
    spring_top=Point(0.03, 0.50, 0.62),
    wheel_centre=Point(0.0, 0.75, 0.308),
    arm=Mass(12.0, Point(0.15, 0.6, 0.3), (0.2, 0.4, 0.4, 0.0, 0.0, 0.0)),
    bush=Bush(c=(1.2e6, 8e5, 1.6e6), d=(2000.0, 2000.0, 2000.0)),
    section=GeneralSection(A=1.1e-3, I_y=7e-7, I_z=9e-7, J=1.2e-8, A_y=5e-4, A_z=4e-4),
    wheel=WHEEL,
    spring=SuspensionSpring(c=36e3, d=2300.0, force=3430.0, bump=Stop(0.05, c=3e4, c_3=1e8, d=0.3), rebound=Stop(0.06, c=1e5, c_3=1e8, d=0.3)),
)
