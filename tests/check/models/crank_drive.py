"""A crank that starts from its dead centre and turns by 2.5 rad in each communication step of its default experiment."""

from mbfmu import Body, ConstraintDrift, JointForce, Model, Prismatic, Revolute, SteadyJointMotion, World

CRANK, ROD = 0.1, 0.3  # m
SPEED = 250.0  # rad/s

drive = Model("CrankDrive", stop_time=1.0, step_size=1e-2)
drive.world = World(g=9.81)
drive.crank = Body(m=1.0, r_CM=[CRANK / 2, 0, 0], I=[1e-4, 1e-3, 1e-3])
drive.rod = Body(m=0.5, r_CM=[ROD / 2, 0, 0], I=[1e-4, 4e-3, 4e-3])
drive.piston = Body(m=0.8, I=[1e-3, 1e-3, 1e-3])
drive.shaft = Revolute(drive.world.frame_b, drive.crank.frame_a, n=[0, 1, 0], q_fixed=True)
drive.crank_pin = Revolute(drive.crank.at([CRANK, 0, 0]), drive.rod.frame_a, n=[0, 1, 0])
drive.piston_pin = Revolute(drive.rod.at([ROD, 0, 0]), drive.piston.frame_a, n=[0, 1, 0])
drive.bore = Prismatic(drive.world.frame_b, drive.piston.frame_a, n=[1, 0, 0], s_start=CRANK + ROD)
drive.motor = SteadyJointMotion(drive.shaft, v=SPEED)
drive.gas = JointForce(drive.bore)
drive.drift = ConstraintDrift()
drive.expose(
    inputs={"gas_force": drive.gas.f},
    outputs={
        "position": drive.bore.s,
        "speed": drive.bore.v,
        "acceleration": drive.bore.a,
        "torque": drive.motor.tau,
        "drift": drive.drift.position,
    },
    tunable=[drive.piston.m],
)

model = drive
