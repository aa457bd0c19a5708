"""A gripper of two fingers that lifts a box by friction."""

from mbfmu import (
    Body,
    Box,
    BoxSurface,
    CoordinateCoupling,
    EnergyError,
    FreeMotion,
    HuntCrossleyContact,
    JointForce,
    Model,
    PlaneSurface,
    PositionSensor,
    Prismatic,
    World,
)

CUBE, PAD = [0.06, 0.06, 0.06], [0.01, 0.03, 0.04]  # m
M_HAND, M_FINGER, M_CUBE = 1.0, 0.2, 0.5  # kg
OPEN = 0.04  # m: of a pad from the middle, at the start
HEIGHT = 0.08  # m: of the hand above the pads
STEEL, WOOD = "#8a9099", "#b58a5a"

gripper = Model("Gripper", "gripper that lifts a box by friction", stop_time=2.0, step_size=1e-2)
gripper.world = World(g=9.81)
gripper.hand = Body(m=M_HAND, I=[1e-3, 1e-3, 1e-3], visual=[Box(size=[0.16, 0.04, 0.02], colour=STEEL)])
gripper.lift = Prismatic(gripper.world.at([0, 0, HEIGHT + CUBE[2] / 2]), gripper.hand.frame_a, n=[0, 0, 1])
gripper.motor = JointForce(gripper.lift)
gripper.cube = Body(m=M_CUBE, I=[M_CUBE * CUBE[0] ** 2 / 6] * 3, visual=[Box(size=CUBE, colour=WOOD)])
gripper.free = FreeMotion(gripper.world.frame_b, gripper.cube.frame_a, r_start=[0, 0, CUBE[2] / 2])
gripper.pad, gripper.block, gripper.table = BoxSurface(size=PAD), BoxSurface(size=CUBE), PlaneSurface()
FINGER = [Box(size=PAD, colour=STEEL), Box(size=[0.01, 0.02, HEIGHT], r=[0, 0, HEIGHT / 2], colour=STEEL)]
for name, side in (("right", 1), ("left", -1)):
    finger = gripper.add(f"{name}_finger", Body(m=M_FINGER, I=[1e-4, 1e-4, 1e-4], visual=FINGER))
    gripper.add(f"{name}_slide", Prismatic(gripper.hand.at([0, 0, -HEIGHT]), finger.frame_a, n=[-side, 0, 0], s_start=-OPEN))
    contact = HuntCrossleyContact(gripper.cube.frame_a, finger.frame_a, gripper.block, gripper.pad, c=1e5, n=1.0, d=1.0, mu=0.5)
    gripper.add(f"{name}_contact", contact)
gripper.gear = CoordinateCoupling(gripper.right_slide, gripper.left_slide, ratio=1.0)
gripper.drive = JointForce(gripper.right_slide)
gripper.rest = HuntCrossleyContact(gripper.cube.frame_a, gripper.world.frame_b, gripper.block, gripper.table, c=1e5, n=1.0, d=1.0, mu=0.5)
gripper.place, gripper.energy = PositionSensor(gripper.cube.frame_a), EnergyError()
gripper.expose(
    inputs={"motor": gripper.motor.f, "drive": gripper.drive.f},
    outputs={
        "height": gripper.lift.s,
        "r": gripper.place.r,
        "right_N": gripper.right_contact.N,
        "left_N": gripper.left_contact.N,
        "energy_error": gripper.energy.error,
    },
)

model = gripper
