"""Seat and Entrance: how elastic coordinates move a node against the material of a flexible body, and the material against a node."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from ...base.spatial.rotations import by_small_vector, cross, skew, spin_by_small_vector, spin_rates_by_small_vector
from ...model.structure.elastic_data import Node


@dataclass(frozen=True, eq=False)
class Seat:
    """Stands for a joint between the material of a flexible body and a node, with the elastic coordinates of the body.

    The node stands at r = x + Phi e + 1/2 e.G.e, turned by R = exp(theta) with theta = Psi e + 1/2 e.Gamma.e, so that its angular velocity is
    T(theta) (Psi + Gamma e) e_dot and its velocity R^T (Phi + G e) e_dot. The bias is its rate while e_dot stays.
    """

    node: Node

    def motion(self, e):
        theta, r = place(self.node, e)
        return by_small_vector(theta), r

    def subspace(self, e):
        return _of_node(place(self.node, e)[0], *slopes(self.node, e))

    def along(self, e, x):
        return _of_node(place(self.node, e)[0], *rates(self.node, e, x))

    def bias(self, e, e_dot):
        theta, _ = place(self.node, e)
        turning, moving = rates(self.node, e, e_dot)
        turning_rate, moving_rate = bends(self.node, e_dot)
        T, R = spin_by_small_vector(theta), by_small_vector(theta)
        w_dot = T @ turning_rate + spin_rates_by_small_vector(theta, turning)[0]
        return np.array([*w_dot, *(R.T @ moving_rate - cross(T @ turning, R.T @ moving))])


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
        return _of_material(*place(self.node, e), *slopes(self.node, e))

    def along(self, e, x):
        return _of_material(*place(self.node, e), *rates(self.node, e, x))

    def bias(self, e, e_dot):
        theta, r = place(self.node, e)
        turning, moving = rates(self.node, e, e_dot)
        turning_rate, moving_rate = bends(self.node, e_dot)
        T = spin_by_small_vector(theta)
        w, w_dot = T.T @ turning, T.T @ turning_rate + spin_rates_by_small_vector(theta, turning)[1]
        return -np.array([*w_dot, *(moving_rate + cross(moving, w) + cross(r, w_dot))])


def in_material(node, e):
    """S (6, n) of a node, resolved in the frame of the material."""
    turning, moving = slopes(node, e)
    return np.array([*(spin_by_small_vector(place(node, e)[0]).T @ turning), *moving])


def _of_node(theta, turning, moving):
    """How a node moves against the material, resolved in the node, at rates (3,) or slopes (3, n) of theta and r."""
    return np.array([*(spin_by_small_vector(theta) @ turning), *(by_small_vector(theta).T @ moving)])


def _of_material(theta, r, turning, moving):
    """How the material moves against a node, resolved in the material, at rates (3,) or slopes (3, n) of theta and r."""
    w = spin_by_small_vector(theta).T @ turning
    return -np.array([*w, *(moving + skew(r) @ w)])


def slopes(node, e):
    """The derivatives (3, n) of theta and r of a node by the elastic coordinates."""
    return node.Psi + node.Gamma @ e, node.Phi + node.G @ e


def place(node, e):
    """The rotation vector theta (3,) of a node, and its place r (3,): half way between what slopes give that stay and that are now."""
    turning, moving = slopes(node, e)
    return 0.5 * ((node.Psi + turning) @ e), node.x + 0.5 * ((node.Phi + moving) @ e)


def rates(node, e, e_dot):
    """The rates (3,) of theta and r of a node."""
    return tuple(slope @ e_dot for slope in slopes(node, e))


def bends(node, e_dot):
    """The second rates (3,) of theta and r of a node while e_dot stays: e_dot.Gamma.e_dot and e_dot.G.e_dot."""
    first, second = np.triu_indices(len(e_dot))
    weights = np.where(first == second, 1.0, 2.0)  # both are symmetric, and products of rates are shared by all
    products = e_dot[first] * e_dot[second]
    return tuple((weights * field[:, first, second]) @ products for field in (node.Gamma, node.G))
