"""How elastic coordinates move what is in a tree: not at all the frame of the flexible body, and its nodes by their modes."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from ...base.scalars import rate
from ...base.spatial.placement import IDENTITY
from ...base.spatial.rotations import by_small_vector, spin_by_small_vector
from ...model.structure.elastic_data import Node


@dataclass(frozen=True)
class Deformation:
    """Stands for a joint between the frame of a flexible body and its material: the frame is the same whatever the elastic coordinates are."""

    modes: int

    @staticmethod
    def motion(q):
        return IDENTITY

    def subspace(self, q):
        return np.zeros((6, self.modes))

    @staticmethod
    def bias(q, v):
        return np.zeros(6)


@dataclass(frozen=True, eq=False)
class Seat:
    """Stands for a joint between the material of a flexible body and a node, with the elastic coordinates of the body.

    The node stands at r = x + Phi e + 1/2 e.G.e, turned by R = exp(Psi e), so that its angular velocity is T(Psi e) Psi e_dot and its velocity
    R^T (Phi + G e) e_dot. The bias follows by differentiation.
    """

    node: Node

    def motion(self, e):
        return by_small_vector(self.node.Psi @ e), self.node.x + self.node.Phi @ e + 0.5 * (self.node.G @ e @ e)

    def subspace(self, e):
        R, T = self._turned(e)
        return np.array([*(T @ self.node.Psi), *(R.T @ (self.node.Phi + self.node.G @ e))])

    def bias(self, e, e_dot):
        return rate(lambda e: self._relative_motion(e, e_dot), (e,), (e_dot,))

    def _turned(self, e):
        theta = self.node.Psi @ e
        return by_small_vector(theta), spin_by_small_vector(theta)

    def _relative_motion(self, e, e_dot):
        R, T = self._turned(e)
        return np.array([*(T @ (self.node.Psi @ e_dot)), *(R.T @ (self.node.Phi @ e_dot + self.node.G @ e @ e_dot))])
