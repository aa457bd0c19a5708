"""Andrews' squeezing mechanism: seven planar bodies, three closed loops, a motor with constant torque."""

import numpy as np

from mbfmu import Body, JointTorque, Model, Revolute, SpringDamperParallel, World

from .case import Case, published
from .signals import together, unwrapped

M = [0.04325, 0.00365, 0.02373, 0.00706, 0.0705, 0.00706, 0.05498]
I = [2.194e-06, 4.41e-07, 5.255e-06, 5.667e-07, 1.169e-05, 5.667e-07, 1.912e-05]
A, B, C = [-0.06934, -0.00227, 0], [-0.03635, 0.03273, 0], [0.014, 0.072, 0]
BETA, THETA, GAMMA, PHI, DELTA, OMEGA, EPSILON = START = [
    -0.06171389001427645,
    0.0,
    0.45527981916307037,
    0.22266839016588588,
    0.48736497954384256,
    -0.22266839016588588,
    1.2305474445498212,
]
ANGLES = ("beta", "theta", "gamma", "phi", "delta", "omega", "epsilon")


def model(formulation: str) -> Model:
    """Every coordinate of the test set is the angle of a joint; the three last hinges, all in E, close the loops."""
    model = Model("AndrewsSqueezer")
    model.world = World(g=0.0)
    centres = ([0.00092, 0], [-0.0115, 0], [0.01043, -0.01874], [0, -0.00579], [0.02308, 0.00916], [0.00579, 0], [-0.00449, -0.01228])
    k1, k2, k3, k4, k5, k6, k7 = (model.add(f"k{i}", Body(m=M[i - 1], I=I[i - 1], r_CM=[*centre, 0])) for i, centre in enumerate(centres, 1))
    feet = (
        model.world.frame_b,
        k1.at([0.007, 0, 0]),
        model.world.at(B),
        k5.at([0.04, 0, 0]),
        model.world.at(A),
        k7.at([0, -0.04, 0]),
        model.world.at(A),
    )
    for name, start, foot, body in zip(ANGLES, START, feet, (k1, k2, k3, k4, k5, k6, k7)):
        model.add(name, Revolute(foot, body.frame_a, phi_start=start))
    E = k2.at([-0.028, 0, 0])
    model.e3 = Revolute(E, k3.at([0, -0.035, 0]), phi_start=GAMMA - BETA - THETA)
    model.e4 = Revolute(E, k4.at([0, -0.02, 0]), phi_start=PHI + DELTA - BETA - THETA)
    model.e6 = Revolute(E, k6.at([0.02, 0, 0]), phi_start=OMEGA + EPSILON - BETA - THETA)
    model.spring = SpringDamperParallel(k3.at([0.02, -0.018, 0]), model.world.at(C), c=4530.0, s_unstretched=0.07785)
    model.motor = JointTorque(model.beta)
    joints = {name: getattr(model, name) for name in ANGLES}
    outputs = {name: joint.phi for name, joint in joints.items()} | {f"{name}_dot": joint.w for name, joint in joints.items()}
    model.expose({"mom": model.motor.tau}, outputs)
    return model


def measure(signals):
    """The coordinates of the test set and their rates."""
    q, qd = together(signals, ANGLES), together(signals, [f"{name}_dot" for name in ANGLES])
    return {"q": unwrapped(q, np.array(START)), "qd": qd}


CASES = (
    Case(
        "andrews_squeezer", model, published("andrews_squeezer"), 0.03, 0.0005, 1e-09, {"mom": 0.033}, measure, slow=frozenset({"udwadia_phohomsiri"})
    ),
)
