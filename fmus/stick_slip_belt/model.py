"""A block on a moving belt, held by a spring: it sticks until the spring is stronger than friction, then slips back."""

from mbfmu import (
    Body,
    Box,
    BoxSurface,
    EnergyError,
    FreeMotion,
    HuntCrossleyContact,
    Model,
    PlaneSurface,
    PositionSensor,
    Prismatic,
    SpringDamperParallel,
    SteadyJointMotion,
    VelocitySensor,
    World,
)

G, M, C = 9.81, 1.0, 1e5  # m/s2; kg; N/m at each corner of the block
HEIGHT = 0.02 - M * G / (4.0 * C)  # m: of the middle of the block, which its corners carry

belt = Model("StickSlipBelt", "block on a moving belt, held by a spring", stop_time=4.0, step_size=1e-2)
belt.world = World(g=G)
belt.block = Body(m=M, I=[0.005, 0.005, 0.01], visual=[Box(size=[0.2, 0.2, 0.04], colour="#a5533c")])
belt.free = FreeMotion(belt.world.frame_b, belt.block.frame_a, r_start=[0, 0, HEIGHT], v_start=[0.1, 0, 0])
belt.spring = SpringDamperParallel(belt.world.at([-0.5, 0, HEIGHT]), belt.block.frame_a, c=100.0, s_unstretched=0.5)
belt.belt = Body(m=5.0, I=[0.1, 0.1, 0.1], visual=[Box(size=[2.0, 0.3, 0.01], r=[0, 0, -0.005], colour="#3d4450")])
belt.rollers = Prismatic(belt.world.frame_b, belt.belt.frame_a, n=[1, 0, 0], v_start=0.1)
belt.drive = SteadyJointMotion(belt.rollers, v=0.1)
belt.faces, belt.top = BoxSurface(size=[0.2, 0.2, 0.04]), PlaneSurface()
belt.contact = HuntCrossleyContact(
    belt.block.frame_a, belt.belt.frame_a, belt.faces, belt.top, c=C, n=1.0, d=5.0, mu=3.0 / (M * G), stiction=5.0 / 3.0
)
belt.place, belt.motion, belt.energy = PositionSensor(belt.block.frame_a), VelocitySensor(belt.block.frame_a), EnergyError()
belt.expose(
    outputs={"r": belt.place.r, "v": belt.motion.v, "friction": belt.contact.f, "N": belt.contact.N, "energy_error": belt.energy.error},
    tunable=[belt.spring.c, belt.contact.mu, belt.contact.stiction],
)

model = belt
