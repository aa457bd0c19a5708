"""The robot with a flexible upper arm: how far its tool hangs below that of the same robot with a rigid one."""

import numpy as np
import pytest

from mbfmu import Body, Fixed, PositionDrive, PositionSensor, equilibrium
from mbfmu.model.urdf import read_urdf
from mbfmu.problem.load_problem import load_model
from tests.library import FMUS, problem_of
from tests.tolerances import STATIC_MODES

G, E, RADIUS, THICKNESS, LENGTH, RHO = 9.81, 70e9, 0.03, 0.002, 1.0, 2700.0
FOREARM, HAND, PAYLOAD = (2.0, 0.25), (0.5, 0.65), (3.0, 0.75)  # kg, m: masses, and how far from the elbow


def test_the_tool_hangs_by_the_deflection_of_a_beam():
    flexible, rigid = load_model(FMUS / "robot_link" / "model.py"), read_urdf(FMUS / "robot_link" / "arm.urdf")
    rigid.payload = Body(**{of: flexible.payload.values[of] for of in ("m", "r_CM", "I")})
    rigid.grip = Fixed(rigid.hand.at([0.1, 0, 0]), rigid.payload.frame_a)
    for name in ("turn", "shoulder", "elbow", "wrist"):
        drive = flexible.elements[f"{name}_drive"].values
        rigid.add(f"{name}_drive", PositionDrive(rigid.elements[name], **drive))
    rigid.tool = PositionSensor(rigid.payload.frame_a)
    rigid.expose(outputs={"tool": rigid.tool.r})
    lower = equilibrium(rigid).outputs["tool[3]"] - equilibrium(problem_of("robot_link")).outputs["tool[3]"]
    inner = RADIUS - THICKNESS
    EI = E * np.pi / 4 * (RADIUS**4 - inner**4)
    line = G * RHO * np.pi * (RADIUS**2 - inner**2)
    force, moment = (G * sum(m * x**k for m, x in (FOREARM, HAND, PAYLOAD)) for k in (0, 1))
    drop = force * LENGTH**3 / 3 + moment * LENGTH**2 / 2 + line * LENGTH**4 / 8
    slope = force * LENGTH**2 / 2 + moment * LENGTH + line * LENGTH**3 / 6
    assert lower == pytest.approx((drop + 0.7 * slope) / EI, rel=STATIC_MODES)
