"""Seat and Entrance: how elastic coordinates move a node against the material of a flexible body, and the material against a node."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from ...base.scalars import rate
from ...base.spatial.rotations import by_small_vector, skew, spin_by_small_vector
from ...model.structure.elastic_data import Node


@dataclass(frozen=True, eq=False)
class Seat:
    """Stands for a joint between the material of a flexible body and a node, with the elastic coordinates of the body.

    The node stands at r = x + Phi e + 1/2 e.G.e, turned by R = exp(theta) with theta = Psi e + 1/2 e.Gamma.e, so that its angular velocity is
    T(theta) (Psi + Gamma e) e_dot and its velocity R^T (Phi + G e) e_dot. The bias follows by differentiation.
    """

    node: Node

    def motion(self, e):
        node = self.node
        return by_small_vector(turn(node, e)), node.x + node.Phi @ e + 0.5 * (node.G @ e @ e)

    def subspace(self, e):
        R, T = self._turned(e)
        return np.array([*(T @ (self.node.Psi + self.node.Gamma @ e)), *(R.T @ (self.node.Phi + self.node.G @ e))])

    def bias(self, e, e_dot):
        return rate(lambda e: self._relative_motion(e, e_dot), (e,), (e_dot,))

    def _turned(self, e):
        theta = turn(self.node, e)
        return by_small_vector(theta), spin_by_small_vector(theta)

    def _relative_motion(self, e, e_dot):
        R, T = self._turned(e)
        turning, moving = rates(self.node, e, e_dot)
        return np.array([*(T @ turning), *(R.T @ moving)])


@dataclass(frozen=True, eq=False)
class Entrance:
    """Stands for a joint between a node and the material of its flexible body: the seat of the node, walked backwards.

    Resolved in the frame of the material, the node turns with w = T^T (Psi + Gamma e) e_dot and moves with (Phi + G e) e_dot, so this frame moves
    against it with -w and -(Phi + G e) e_dot - r x w.
    """

    node: Node

    def motion(self, e):
        R, r = Seat(self.node).motion(e)
        return R.T, -(R.T @ r)

    def subspace(self, e):
        node = self.node
        w, r = spin_by_small_vector(turn(node, e)).T @ (node.Psi + node.Gamma @ e), Seat(node).motion(e)[1]
        return -np.array([*w, *(node.Phi + node.G @ e + skew(r) @ w)])

    def bias(self, e, e_dot):
        return rate(lambda e: self._relative_motion(e, e_dot), (e,), (e_dot,))

    def _relative_motion(self, e, e_dot):
        turning, moving = rates(self.node, e, e_dot)
        w, r = spin_by_small_vector(turn(self.node, e)).T @ turning, Seat(self.node).motion(e)[1]
        return -np.array([*w, *(moving + skew(r) @ w)])


def turn(node, e):
    """The rotation vector (3,) of a node."""
    return node.Psi @ e + 0.5 * (node.Gamma @ e @ e)


def rates(node, e, e_dot):
    """The rates (3,) of the rotation vector and of the place of a node."""
    return node.Psi @ e_dot + node.Gamma @ e @ e_dot, node.Phi @ e_dot + node.G @ e @ e_dot
