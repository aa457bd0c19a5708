"""An arm that a sampled controller turns: mechanism and controller in one FMU."""

from mbfmu import BlockModel, Body, JointTorque, Model, Revolute, SampledPid, World, connect

arm = Model("Arm", "Arm on a motor")
arm.world = World(g=9.81)
arm.arm = Body(m=2.0, r_CM=[0, 0, -0.25], I=[0.042, 0.042, 0.002])
arm.joint = Revolute(arm.world.frame_b, arm.arm.frame_a, n=[0, -1, 0])
arm.motor = JointTorque(arm.joint)
arm.expose(inputs={"torque": arm.motor.tau}, outputs={"angle": arm.joint.phi, "speed": arm.joint.w}, tunable=[arm.arm.m])

controller = SampledPid(
    "rad",
    "N.m",
    period=0.02,
    offset=0.005,  # the computer is not switched on at the moment at which the arm is let go
    k=12.0,
    T_i=0.3,
    T_d=0.1,
    T_f=0.01,
    T_t=0.15,
    y_min=-8.0,
    y_max=8.0,
)

model = connect(
    "SampledServo",
    {"arm": arm, "controller": BlockModel("Controller", controller, start={"set_point": 1.0})},
    [("arm.angle", "controller.measurement"), ("controller.y", "arm.torque")],
    "An arm that a sampled PID controller turns to an angle",
)
