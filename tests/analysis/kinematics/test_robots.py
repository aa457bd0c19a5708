"""Postures of robots against Pinocchio: frames, Jacobians, masses and forces, with a fixed and with a floating base."""

from importlib import metadata
from pathlib import Path

import numpy as np
import pinocchio as pin
import pytest

from mbfmu import Posture
from mbfmu.base.errors import MbfmuError
from mbfmu.base.spatial.euler_parameters import rotation
from mbfmu.model.elements.joints import FreeMotion
from mbfmu.model.urdf import read_urdf

from ...model.urdf.test_accelerations import SMALL_ARM
from ...tolerances import INVERSE_KINEMATICS, ROUNDOFF

TOOL = {"small_arm": ("tool_tip", "tool/tip"), "ur5_robot": ("tool0", "tool0"), "talos_reduced": ("gripper_left_base_link",) * 2}


class Compared:
    """A robot at a random posture, and Pinocchio's of the same file, in which v is G v and q stands in its own order."""

    def __init__(self, path: Path, floating: bool):
        model = read_urdf(path, floating=floating, end_stops=False)
        for load in [e for e in model.elements if e.endswith("_friction")]:
            delattr(model, load)  # Pinocchio's rnea knows none
        self.ours = Posture(model)
        base = (pin.JointModelFreeFlyer(),) if floating else ()
        self.theirs = pin.buildModelFromXML(path.read_text(), *base)
        self.data, self.tool = self.theirs.createData(), TOOL[path.stem]
        rng = np.random.default_rng(1)
        q = rng.uniform(-1.0, 1.0, len(self.ours.coordinates))
        if floating:
            q[3:7] /= np.linalg.norm(q[3:7])
        self.ours.place(q)
        self.ours.move(rng.normal(size=len(self.ours.speeds)))
        self.a = rng.normal(size=len(self.ours.speeds))
        self.q, self.G, self.v, self.v_dot = self._to_pinocchio(q)

    def _to_pinocchio(self, q: np.ndarray) -> tuple[np.ndarray, np.ndarray, np.ndarray, np.ndarray]:
        """Their q, G, their v, and their v_dot; their free flyer has linear speeds first, resolved in the body."""
        number = {name.replace("-", "_"): joint for name, joint in zip(self.theirs.names, self.theirs.joints)}
        positions, G, drift = pin.neutral(self.theirs), np.zeros((self.theirs.nv,) * 2), np.zeros(self.theirs.nv)
        at_q = at_v = 0
        for joint in (self.ours.model.elements[name] for name in dict.fromkeys(name.split(".")[0] for name in self.ours.coordinates)):
            own, free = q[at_q : at_q + joint.nq], isinstance(joint, FreeMotion)
            their = number["root_joint" if free else joint.path]
            unbounded = their.nq == 2
            positions[their.idx_q : their.idx_q + their.nq] = (np.cos(own[0]), np.sin(own[0])) if unbounded else own
            block = np.eye(joint.nv)
            if free:
                R = rotation(own[3:])
                block = np.block([[np.zeros((3, 3)), R.T], [np.eye(3), np.zeros((3, 3))]])
                w, v = self.ours.v[:3], R.T @ self.ours.v[3:6]
                drift[their.idx_v : their.idx_v + 3] = -np.cross(w, v)
            G[their.idx_v : their.idx_v + joint.nv, at_v : at_v + joint.nv] = block
            at_q, at_v = at_q + joint.nq, at_v + joint.nv
        return positions, G, G @ self.ours.v, G @ self.a + drift


def _whole(theirs: pin.Model, data: pin.Data, q: np.ndarray) -> pin.Inertia:
    """All of a robot as one body, in the world."""
    pin.forwardKinematics(theirs, data, q)
    return sum((data.oMi[i].act(theirs.inertias[i]) for i in range(1, theirs.njoints)), pin.Inertia.Zero())


def check(compared: Compared) -> None:
    ours, theirs, data, G = compared.ours, compared.theirs, compared.data, compared.G
    frame = theirs.getFrameId(compared.tool[1])
    J = pin.computeFrameJacobian(theirs, data, compared.q, frame, pin.LOCAL_WORLD_ALIGNED) @ G
    pin.framesForwardKinematics(theirs, data, compared.q)
    np.testing.assert_allclose(ours.pose(compared.tool[0]), data.oMf[frame].homogeneous, atol=ROUNDOFF)
    np.testing.assert_allclose(ours.jacobian(compared.tool[0]), J, atol=ROUNDOFF)
    np.testing.assert_allclose(ours.velocity(compared.tool[0]), J @ ours.v, atol=10 * ROUNDOFF)
    upper = np.triu(pin.crba(theirs, data, compared.q))
    M = G.T @ (upper + np.triu(upper, 1).T) @ G
    forces = G.T @ pin.rnea(theirs, data, compared.q, compared.v, compared.v_dot)
    gravity = G.T @ pin.computeGeneralizedGravity(theirs, data, compared.q)
    np.testing.assert_allclose(ours.mass_matrix(), M, atol=ROUNDOFF * np.abs(M).max())
    np.testing.assert_allclose(ours.inverse_dynamics(compared.a), forces, atol=ROUNDOFF * np.abs(forces).max())
    np.testing.assert_allclose(ours.holding_forces(), gravity, atol=ROUNDOFF * np.abs(gravity).max())

    if theirs.existJointName("root_joint"):  # else the root link is no body of Pinocchio
        whole, own = _whole(theirs, data, compared.q), ours.mass_properties()
        assert own.mass == pytest.approx(whole.mass, rel=ROUNDOFF)
        np.testing.assert_allclose(own.center_of_mass, whole.lever, atol=ROUNDOFF)
        np.testing.assert_allclose(own.inertia, whole.inertia, atol=ROUNDOFF * np.abs(whole.inertia).max())


@pytest.mark.parametrize("floating", [False, True])
def test_a_small_arm(floating):
    check(Compared(SMALL_ARM, floating))


@pytest.mark.robots
@pytest.mark.parametrize("name, floating", [("ur5_robot", False), ("talos_reduced", True)])
def test_robots(name, floating):
    check(Compared(robot(name), floating))


def robot(name: str) -> Path:
    """A file of example-robot-data."""
    return Path(next(f for f in metadata.files("example-robot-data") if f.name == f"{name}.urdf").locate())


@pytest.mark.robots
def test_a_ur5_reaches_what_another_posture_has_reached():
    arm, rng = Posture(robot("ur5_robot")), np.random.default_rng(0)
    for _ in range(20):
        arm.place(rng.uniform(-3.0, 3.0, 6))
        goal = arm.pose("tool0")
        arm.place(rng.uniform(-3.0, 3.0, 6))
        arm.reach("tool0", goal[:3, 3], goal[:3, :3])
        np.testing.assert_allclose(arm.pose("tool0"), goal, atol=INVERSE_KINEMATICS)
        assert all(lower <= own <= upper for own, (lower, upper) in zip(arm.q, arm.limits.values()))


def test_the_limits_of_end_stops_and_those_given_are_kept():
    arm = Posture(SMALL_ARM)
    assert arm.limits == {"lift_joint.phi": (0.2, 1.5), "rod.s": (-0.1, 0.3)}
    arm.place({"turn.phi": 0.4, "lift_joint.phi": 1.4, "rod.s": 0.1})
    goal = arm.pose("tool_tip")[:3, 3]
    arm.place({"turn.phi": -0.5, "lift_joint.phi": 0.3, "rod.s": 0.0})
    before = arm.q
    with pytest.raises(MbfmuError, match=r"tool_tip cannot be brought there: .* ends 0\.\d+ m away, where rod.s is at its limit"):
        arm.reach("tool_tip", goal, limits={"rod.s": (-0.1, 0.05)})
    np.testing.assert_array_equal(arm.q, before)
    arm.reach("tool_tip", goal)
    np.testing.assert_allclose(arm.pose("tool_tip")[:3, 3], goal, atol=INVERSE_KINEMATICS)
    assert 0.2 <= arm.q[1] <= 1.5 and 0.05 < arm.q[2] <= 0.3
