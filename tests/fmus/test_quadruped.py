"""The quadruped held by drives: feet carry what the balance of moments about the centre of mass says, which Pinocchio finds in the URDF file."""

import numpy as np
import pinocchio as pin
import pytest

from mbfmu import PositionDrive, equilibrium
from mbfmu.problem.load_problem import load_model
from tests.library import FMUS
from tests.tolerances import RESTING

LEGS, JOINTS, WEIGHT, RADIUS = ("FL", "FR", "RL", "RR"), ("abduction", "swing", "knee"), 18.0 * 9.81, 0.022  # N, m


def test_its_feet_carry_its_weight():
    robot = load_model(FMUS / "quadruped" / "model.py")
    for name in (f"{leg}_{joint}" for leg in LEGS for joint in JOINTS):
        robot.add(f"{name}_drive", PositionDrive(robot.elements[name], c=400.0, d=10.0, torque_limit=60.0, speed_limit=10.0))
    found = equilibrium(robot, {f"{leg}_{joint}.tau": 0.0 for leg in LEGS for joint in JOINTS}).outputs
    feet, forces = (np.array([[found[f"{leg}_foot.{of}[{i}]"] for i in (1, 2, 3)] for leg in LEGS]) for of in ("r", "f"))
    feet[:, 2] = 0.5 * (feet[:, 2] - RADIUS)  # where forces act: half as deep as the foot is in the ground
    model = pin.buildModelFromUrdf(str(FMUS / "quadruped" / "quadruped.urdf"), pin.JointModelFreeFlyer())
    q = pin.neutral(model)
    q[:7] = [found[f"floating_base.{of}[{i + 1}]"] for of, n in (("r", 3), ("Q", 4)) for i in range(n)]
    for name in (f"{leg}_{joint}" for leg in LEGS for joint in JOINTS):
        q[model.joints[model.getJointId(name)].idx_q] = found[f"{name}.phi"]
    centre = pin.centerOfMass(model, model.createData(), q)
    assert found["trunk.N"] == 0.0 and forces.sum(axis=0) == pytest.approx([0.0, 0.0, WEIGHT], abs=RESTING * WEIGHT)
    assert np.cross(feet - centre, forces).sum(axis=0) == pytest.approx(np.zeros(3), abs=RESTING * WEIGHT)
