"""The same URDF file in Pinocchio, at the same state: joints are matched by name."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pinocchio as pin
from lxml import etree

from mbfmu.base.spatial.euler_parameters import rotation
from mbfmu.mechanics.topology import Tree
from mbfmu.model.elements.joints import FreeMotion
from mbfmu.model.urdf.names import identifier


class PinocchioRobot:
    """Pinocchio's model of a file, spoken to in the coordinates and speeds of our tree.

    All joints move by themselves in it; those that mimic others are coupled here by v = G (v of the others), since its own coupling
    wants leaders to come before their followers.
    """

    def __init__(self, path: Path, tree: Tree, floating: bool = False):
        xml = path.read_text()
        self.model = pin.buildModelFromXML(xml, pin.JointModelFreeFlyer()) if floating else pin.buildModelFromXML(xml)
        self.tree, self.data = tree, self.model.createData()
        self.number = {identifier(name): i for i, name in enumerate(self.model.names)}
        self.number["floating_base"] = self.number.get("root_joint", 0)
        self.G = self._coupling(xml)

    def _coupling(self, xml: str) -> np.ndarray:
        """G (nv, n) of the ratios in the file."""
        place = {name: joint.idx_v for name, joint in zip(self.model.names, self.model.joints)}
        coupled = np.eye(self.model.nv)
        for joint in etree.fromstring(xml.encode(), etree.XMLParser(recover=True)).iterchildren("joint"):
            mimic = joint.find("mimic")
            if mimic is not None and joint.get("type") != "fixed":
                own = place[joint.get("name")]
                coupled[own] = 0.0
                coupled[own, place[mimic.get("joint")]] = float(mimic.get("multiplier", 1.0))
        free = np.diag(coupled) == 1.0
        return np.linalg.matrix_power(coupled, 1 + np.count_nonzero(~free))[:, free]  # as often as they follow followers

    def accelerations(self, q: np.ndarray, v: np.ndarray, tau: np.ndarray) -> np.ndarray:
        """v_dot (nv,) in our order, for our q, v and generalized forces tau (nv,) on the joints."""
        model, positions = self.model, self._positions(q)
        speeds, forces = self._to_pinocchio(q, v), self._to_pinocchio(q, tau)
        if self.G.shape[1] == model.nv:
            v_dot = pin.aba(model, self.data, positions, speeds, forces)
        else:
            bias = pin.nonLinearEffects(model, self.data, positions, speeds)
            v_dot = self.G @ np.linalg.solve(self._mass_matrix(positions), self.G.T @ (forces - bias))
        pieces = [
            _ours(body.joint, own, *(numbers[joint.idx_v : joint.idx_v + joint.nv] for numbers in (speeds, v_dot)))
            for body, joint, own in ((b, model.joints[self.number[b.name]], own) for b, own in zip(self.tree.bodies, self.tree.split_q(q)))
        ]
        return np.concatenate([*pieces, []])

    def condition(self, q: np.ndarray) -> float:
        """The condition of the mass matrix of the speeds that follow nobody."""
        M = self._mass_matrix(self._positions(q))
        return np.linalg.cond(M) if len(M) else 1.0

    def _mass_matrix(self, positions: np.ndarray) -> np.ndarray:
        upper = np.triu(pin.crba(self.model, self.data, positions))
        return self.G.T @ (upper + np.triu(upper, 1).T) @ self.G

    def _positions(self, q: np.ndarray) -> np.ndarray:
        positions = pin.neutral(self.model)
        for body, own in zip(self.tree.bodies, self.tree.split_q(q)):
            joint = self.model.joints[self.number[body.name]]
            unbounded = joint.nq == 2 and joint.nv == 1
            positions[joint.idx_q : joint.idx_q + joint.nq] = (np.cos(own[0]), np.sin(own[0])) if unbounded else own
        return positions

    def _to_pinocchio(self, q: np.ndarray, speeds: np.ndarray) -> np.ndarray:
        theirs = np.full(self.model.nv, np.nan)
        for body, coordinates, own in zip(self.tree.bodies, self.tree.split_q(q), self.tree.split_v(speeds)):
            joint = self.model.joints[self.number[body.name]]
            theirs[joint.idx_v : joint.idx_v + joint.nv] = _theirs(body.joint, coordinates, own)
        assert np.isfinite(theirs).all(), "a joint of Pinocchio's is missing in the tree"
        return theirs


def _theirs(joint: object, q: np.ndarray, speeds: np.ndarray) -> np.ndarray:
    """Speeds, or forces along them: Pinocchio's free flyer has linear ones first, resolved in the body, ours angular ones, the others in frame_a."""
    return np.array([*(rotation(q[3:]).T @ speeds[3:]), *speeds[:3]]) if isinstance(joint, FreeMotion) else speeds


def _ours(joint: object, q: np.ndarray, speeds: np.ndarray, rates: np.ndarray) -> np.ndarray:
    """Rates of our speeds, of Pinocchio's speeds and their rates: what turns with the body is not constant for that."""
    if not isinstance(joint, FreeMotion):
        return rates
    return np.array([*rates[3:], *(rotation(q[3:]) @ (rates[:3] + np.cross(speeds[3:], speeds[:3])))])
