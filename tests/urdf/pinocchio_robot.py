"""The same URDF file in Pinocchio, at the same state: joints are matched by name."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pinocchio as pin

from mbfmu.elements.joints import FreeMotion
from mbfmu.topology import Tree
from mbfmu.urdf.names import identifier


class PinocchioRobot:
    """Pinocchio's model of a file, spoken to in the coordinates and speeds of our tree."""

    def __init__(self, path: Path, tree: Tree, floating: bool = False):
        xml = path.read_text()
        self.model = pin.buildModelFromXML(xml, pin.JointModelFreeFlyer()) if floating else pin.buildModelFromXML(xml)
        self.tree, self.data = tree, self.model.createData()
        self.number = {identifier(name): i for i, name in enumerate(self.model.names)}
        self.number["floating_base"] = self.number.get("root_joint", 0)

    def accelerations(self, q: np.ndarray, v: np.ndarray, tau: np.ndarray) -> np.ndarray:
        """v_dot (nv,) in our order, for our q, v and generalized forces tau (nv,) on the joints."""
        model, positions = self.model, pin.neutral(self.model)
        for body, own in zip(self.tree.bodies, self.tree.split_q(q)):
            joint = model.joints[self.number[body.name]]
            unbounded = joint.nq == 2 and joint.nv == 1
            positions[joint.idx_q : joint.idx_q + joint.nq] = (np.cos(own[0]), np.sin(own[0])) if unbounded else own
        v_dot = pin.aba(model, self.data, positions, self._to_pinocchio(v), self._to_pinocchio(tau))
        pieces = [
            _exchanged(body.joint, v_dot[joint.idx_v : joint.idx_v + joint.nv])
            for body, joint in ((b, model.joints[self.number[b.name]]) for b in self.tree.bodies)
        ]
        return np.concatenate(pieces)

    def _to_pinocchio(self, speeds: np.ndarray) -> np.ndarray:
        theirs = np.full(self.model.nv, np.nan)
        for body, own in zip(self.tree.bodies, self.tree.split_v(speeds)):
            joint = self.model.joints[self.number[body.name]]
            theirs[joint.idx_v : joint.idx_v + joint.nv] = _exchanged(body.joint, own)
        assert np.isfinite(theirs).all(), "a joint of Pinocchio's is missing in the tree"
        return theirs


def _exchanged(joint: object, speeds: np.ndarray) -> np.ndarray:
    """Pinocchio's free flyer has its linear speeds first, ours its angular speeds (an exchange, so its own inverse)."""
    return np.roll(speeds, 3) if isinstance(joint, FreeMotion) else speeds
