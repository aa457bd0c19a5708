"""The frame of a flexible body, held at a node: modes re-based so that the node neither moves nor turns."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from mbfmu.base.errors import MbfmuError

from .axial import double_cross, skews
from .elastic_data import Array, ElasticData, Node, Surface
from .modes import natural, refuse_contradictions, sizes


def held_at(data: ElasticData, node_name: str) -> ElasticData:
    """The same body with its frame rigidly attached to a node, in natural modes of unit mass.

    The frame stays parallel and its origin where it was, but moves with the node, which therefore has Phi = Psi = G = Gamma = 0. With the
    node's values marked 0, X = x - x_0, d = Phi - Phi_0 and theta = Psi_0, the modes become

        Phi'_k    = d_k - theta_k x X        Psi'_k = Psi_k - Psi_0k
        G'_kl     = G_kl - G_0kl - (theta_k x d_l + theta_l x d_k) + 1/2 (theta_k x (theta_l x X) + theta_l x (theta_k x X)) - Gamma_0kl x X
        Gamma'_kl = Gamma_kl - Gamma_0kl - 1/2 (theta_k x Psi_l + theta_l x Psi_k)

    and the invariants follow from the invariants. Motions of the rigid body that the modes contain vanish by this and are dropped.
    Raises MbfmuError if there is no such node, and where `mass_normalized` does.
    """
    if node_name not in data.nodes:
        raise MbfmuError(f"The flexible body has no node {node_name!r}. Its nodes are {', '.join(map(repr, data.nodes)) or 'none'}.")
    refuse_contradictions(data)
    return natural(Rebasing(data.nodes[node_name]).of(data), sizes(data.Me))


class Rebasing:
    """What re-basing adds to displacements: Phi'_k = Phi_k + A_k x + c_k, G'_kl = G_kl + A_k Phi_l + A_l Phi_k + B_kl x + b_kl."""

    def __init__(self, held: Node):
        self.held = held
        theta = skews(held.Psi)
        self.A = -theta
        self.c = np.einsum("kij,j->ki", theta, held.x) - held.Phi.T
        self.B = double_cross(held.Psi) - skews(held.Gamma.reshape(3, -1)).reshape(*held.G.shape[1:], 3, 3)
        across = np.einsum("kij,jl->kli", theta, held.Phi)
        self.b = across + across.transpose(1, 0, 2) - held.G.transpose(1, 2, 0) - self.B @ held.x

    def of(self, data: ElasticData) -> ElasticData:
        """The data in re-based modes, which are no longer orthogonal."""
        N = self.second_moments(data)
        g, H = self.second_order(data)
        return replace(
            data,
            s=np.concatenate([data.s[:1], data.s[1:] + self.A @ data.s[0] + data.m * self.c]),
            N=N,
            g=g,
            H=H,
            Me=data.Me + np.einsum("abii->ab", N - data.N)[1:, 1:],
            nodes={name: self.node(node) for name, node in data.nodes.items()},
            surface=None if data.surface is None else self.surface(data.surface),
        )

    def second_moments(self, data: ElasticData) -> Array:
        """N of P'_a = P_a + A_a x + c_a, in which A_0 and c_0 are zero."""
        N, s, m = data.N, data.s, data.m
        A = np.concatenate([np.zeros((1, 3, 3)), self.A])
        c = np.concatenate([np.zeros((1, 3)), self.c])
        by_x = np.einsum("aij,bkj->abik", N[:, 0], A)  # sum m P_a (A_b x)^T
        by_c = np.einsum("ai,bj->abij", s, c)
        x_by_x = A[:, None] @ N[0, 0] @ A[None].transpose(0, 1, 3, 2)
        x_by_c = np.einsum("aij,j,bk->abik", A, s[0], c)
        one_way = by_x + by_c + x_by_c
        return N + one_way + one_way.transpose(1, 0, 3, 2) + x_by_x + m * np.einsum("ai,bj->abij", c, c)

    def second_order(self, data: ElasticData) -> tuple[Array, Array]:
        """g and H of G'."""
        turned = np.einsum("kij,lj->kli", self.A, data.s[1:])
        g = data.g.transpose(1, 2, 0) + turned + turned.transpose(1, 0, 2) + self.B @ data.s[0] + data.m * self.b
        moved = np.einsum("lij,kmj->klim", data.N[0, 1:], self.A)  # sum m x (A_k Phi_l)^T
        H = data.H + moved + moved.transpose(1, 0, 2, 3) + data.N[0, 0] @ self.B.transpose(0, 1, 3, 2) + np.einsum("i,klj->klij", data.s[0], self.b)
        return g.transpose(2, 0, 1), H

    def node(self, node: Node) -> Node:
        """A node of the re-based body; the held one does not move at all."""
        if node is self.held:
            return Node(node.x, *(np.zeros_like(a) for a in (node.Phi, node.Psi, node.G, node.Gamma)))
        turned = np.einsum("kij,jl->kli", self.A, node.Phi)
        G = node.G.transpose(1, 2, 0) + turned + turned.transpose(1, 0, 2) + self.B @ node.x + self.b
        followed = np.einsum("kij,jl->ikl", self.A, node.Psi) / 2  # as rotations follow each other
        Gamma = node.Gamma - self.held.Gamma + followed + followed.transpose(0, 2, 1)
        return Node(node.x, node.Phi + (self.A @ node.x + self.c).T, node.Psi - self.held.Psi, G.transpose(2, 0, 1), Gamma)

    def surface(self, surface: Surface) -> Surface:
        """A surface as the re-based modes deform it."""
        return replace(surface, Phi=surface.Phi + np.einsum("kij,pj->pik", self.A, surface.vertices) + self.c.T)
