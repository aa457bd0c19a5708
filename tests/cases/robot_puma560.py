"""The unloaded PUMA 560 without motors, let go: standard Denavit-Hartenberg parameters and masses of Armstrong et al. (1986), as in
Corke's Robotics Toolbox; link frames are the DH frames."""

import numpy as np

from mbfmu import Body, Model, Revolute, World

from .case import Case, published
from .signals import together, unwrapped

D = [0, 0, 0.15005, 0.4318, 0, 0]
A = [0, 0.4318, 0.0203, 0, 0, 0]
ALPHA = np.array([1, 0, -1, 1, -1, 0]) * np.pi / 2
M = [0, 17.4, 4.8, 0.82, 0.34, 0.09]
I = [[0, 0.35, 0], [0.13, 0.524, 0.539], [0.066, 0.086, 0.0125], [0.0018, 0.0013, 0.0018], [0.0003, 0.0004, 0.0003], [0.00015, 0.00015, 4e-05]]
R_CM = [[0, 0, 0], [-0.3638, 0.006, 0.2275], [-0.0203, -0.0141, 0.07], [0, 0.019, 0], [0, 0, 0], [0, 0, 0.032]]
NOMINAL = np.array([0.0, np.pi / 4, np.pi, 0.0, np.pi / 4, 0.0])
JOINTS = [f"joint{i}" for i in range(1, 7)]


def model(formulation: str) -> Model:
    """In the nominal position."""
    model = Model("Puma560")
    lower = model.add("world", World(g=9.81)).frame_b
    for i, joint in enumerate(JOINTS):
        link = model.add(f"link{i + 1}", Body(m=M[i], r_CM=R_CM[i], I=I[i]))
        c, s = np.cos(ALPHA[i]), np.sin(ALPHA[i])
        foot = link.at([-A[i], -s * D[i], -c * D[i]], [1, 0, 0], -ALPHA[i])
        model.add(joint, Revolute(lower, foot, n=[0, 0, 1], phi_start=NOMINAL[i]))
        lower = link.frame_a
    model.expose(outputs={joint: getattr(model, joint).phi for joint in JOINTS})
    return model


def measure(signals):
    """The joint angles without jumps."""
    return {"q": unwrapped(together(signals, JOINTS), NOMINAL)}


CASES = (Case("robot_puma560", model, published("robot_puma560"), 1.0, 0.05, 1e-09, measure=measure, slow=frozenset({"udwadia_phohomsiri"})),)
