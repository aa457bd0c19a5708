"""Andrews' squeezing mechanism: seven planar bodies in three closed loops, a spring, and a motor that turns very fast.

All parts move in the plane z = 0. Data and angles are those of the Test Set for IVP Solvers (Mazzia and Iavernaro 2003, problem II-13).
"""

from mbfmu import Body, ConstraintDrift, EnergyError, JointReaction, JointTorque, Model, Revolute, SpringDamperParallel, World

A, B, C = [-0.06934, -0.00227, 0], [-0.03635, 0.03273, 0], [0.014, 0.072, 0]  # m
BETA, THETA, GAMMA, PHI, DELTA, OMEGA, EPSILON = (
    -0.06171389001427645,
    0.0,
    0.45527981916307037,
    0.22266839016588588,
    0.48736497954384256,
    -0.22266839016588588,
    1.2305474445498212,
)

squeezer = Model("AndrewsSqueezer", "Andrews' squeezing mechanism", stop_time=0.03, step_size=1e-4)
squeezer.world = World(g=0.0)
squeezer.k1 = Body(m=0.04325, r_CM=[0.00092, 0, 0], I=2.194e-06)
squeezer.k2 = Body(m=0.00365, r_CM=[-0.0115, 0, 0], I=4.41e-07)
squeezer.k3 = Body(m=0.02373, r_CM=[0.01043, -0.01874, 0], I=5.255e-06)
squeezer.k4 = Body(m=0.00706, r_CM=[0, -0.00579, 0], I=5.667e-07)
squeezer.k5 = Body(m=0.0705, r_CM=[0.02308, 0.00916, 0], I=1.169e-05)
squeezer.k6 = Body(m=0.00706, r_CM=[0.00579, 0, 0], I=5.667e-07)
squeezer.k7 = Body(m=0.05498, r_CM=[-0.00449, -0.01228, 0], I=1.912e-05)

# every coordinate of the test set is the angle of a joint
squeezer.beta = Revolute(squeezer.world.frame_b, squeezer.k1.frame_a, phi_start=BETA, q_fixed=True, v_fixed=True)
squeezer.theta = Revolute(squeezer.k1.at([0.007, 0, 0]), squeezer.k2.frame_a, phi_start=THETA)
squeezer.gamma = Revolute(squeezer.world.at(B), squeezer.k3.frame_a, phi_start=GAMMA)
squeezer.delta = Revolute(squeezer.world.at(A), squeezer.k5.frame_a, phi_start=DELTA)
squeezer.phi = Revolute(squeezer.k5.at([0.04, 0, 0]), squeezer.k4.frame_a, phi_start=PHI)
squeezer.epsilon = Revolute(squeezer.world.at(A), squeezer.k7.frame_a, phi_start=EPSILON)
squeezer.omega = Revolute(squeezer.k7.at([0, -0.04, 0]), squeezer.k6.frame_a, phi_start=OMEGA)
# three more hinges, all in the point E of k2, close the loops
E = squeezer.k2.at([-0.028, 0, 0])
squeezer.e3 = Revolute(E, squeezer.k3.at([0, -0.035, 0]), phi_start=GAMMA - BETA - THETA)
squeezer.e4 = Revolute(E, squeezer.k4.at([0, -0.02, 0]), phi_start=PHI + DELTA - BETA - THETA)
squeezer.e6 = Revolute(E, squeezer.k6.at([0.02, 0, 0]), phi_start=OMEGA + EPSILON - BETA - THETA)

squeezer.spring = SpringDamperParallel(squeezer.k3.at([0.02, -0.018, 0]), squeezer.world.at(C), c=4530.0, s_unstretched=0.07785)
squeezer.motor = JointTorque(squeezer.beta)
squeezer.shaft_load = JointReaction(squeezer.beta)
squeezer.drift, squeezer.energy = ConstraintDrift(), EnergyError()

joints = {name: getattr(squeezer, name) for name in ("beta", "theta", "gamma", "phi", "delta", "omega", "epsilon")}
squeezer.expose(
    inputs={"motor_torque": squeezer.motor.tau},
    start={"motor_torque": 0.033},
    outputs={
        **{f"{name}_angle": joint.phi for name, joint in joints.items()},
        **{f"{name}_rate": joint.w for name, joint in joints.items()},
        "spring_length": squeezer.spring.s,
        "shaft_force": squeezer.shaft_load.f,
        "shaft_force_unique": squeezer.shaft_load.f_unique,
        "drift": squeezer.drift.position,
        "energy_error": squeezer.energy.error,
    },
    tunable=[squeezer.spring.c, squeezer.spring.s_unstretched],
)

model = squeezer
