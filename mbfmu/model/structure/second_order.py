"""Displacements of second order by unit loads: their work is that of the stress under a load along the second order of the strain.

Of a body held at its first interface, with the stress of a static load f, A4 in docs/design and Wallrapp and Schwertassek (1991) have

    f . G_kl = - phi_k . K_geo(f) phi_l - sum_s f_s . 1/2 (theta_k x (theta_l x r_s) + theta_l x (theta_k x r_s))

whose last sum is over the nodes of rigid interfaces, r_s from the interface's place, f_s the forces that hold them together. The loads are unit
forces and torques at interfaces (whose work is by Gamma), accelerations (for g) and accelerations that grow along an axis (for H).
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import numpy as np

from .axial import double_cross
from .craig_bampton import HeldInterface
from .elastic_data import Array, ElasticData
from .finite_elements import FiniteElements
from .interfaces import Interfaces

Stiffening = Callable[[Array, Array], Array]  # of displacements (N, l) and modes (N, n): geometric stiffness (l, n, n) by their stress


def with_second_order(
    data: ElasticData, model: FiniteElements, at: Interfaces, held: HeldInterface, inside: Array, stiffening: Stiffening
) -> ElasticData:
    """The data with g, H and G of nodes, in modes `inside` (N', n)."""
    n, T = inside.shape[1], at.R @ inside
    forces = np.eye(len(inside), 6 * len(at.places))  # and torques, at interfaces
    inertia = model.M @ fields_of_acceleration(model)
    loads = np.concatenate([forces, at.R.T @ inertia], axis=1)
    own = np.concatenate([np.zeros((len(T), forces.shape[1])), inertia], axis=1)  # at each coordinate of the model
    u = at.R @ held.answer(loads, 6)
    holding = model.K @ u - own
    G = np.zeros((loads.shape[1], n, n))
    G[6:] = -stiffening(u[:, 6:], T) - by_turns(model, at, data, holding[:, 6:])  # the first six are at the interface that is held
    count = forces.shape[1]
    nodes = {name: replace(node, G=G[6 * k : 6 * k + 3], Gamma=G[6 * k + 3 : 6 * k + 6]) for k, (name, node) in enumerate(data.nodes.items())}
    H = G[count + 3 :].reshape(3, 3, n, n).transpose(2, 3, 0, 1)
    return replace(data, g=data.g + G[count : count + 3], H=data.H + H, nodes=nodes)


def by_turns(model: FiniteElements, at: Interfaces, data: ElasticData, holding: Array) -> Array:
    """Stiffness (l, n, n) by forces (N, l) that hold rigid interfaces together, along the second order of their rotation."""
    made = np.zeros((holding.shape[1], data.modes, data.modes))
    for node, members, place in zip(data.nodes.values(), at.members.values(), at.places.values()):
        turn = double_cross(node.Psi)
        for load in range(holding.shape[1]):
            made[load] += np.einsum("klij,ij->kl", turn, moments(model, holding[:, load], members, place))
    return made


def fields_of_acceleration(model: FiniteElements) -> Array:
    """Accelerations (N, 12): unit ones along the axes, and x_i along j in the order (i, j)."""
    along = (model.direction[:, None] == np.arange(3)).astype(float)
    growing = model.x[model.node][:, :, None] * along[:, None, :]
    return np.concatenate([along, growing.reshape(len(along), 9)], axis=1)


def moments(model: FiniteElements, force: Array, members: Array, place: Array) -> Array:
    """sum f_s r_s^T (3, 3) over the coordinates of an interface."""
    made = np.zeros((3, 3))
    along = members[model.direction[members] < 3]
    np.add.at(made, model.direction[along], force[along, None] * (model.x[model.node[along]] - place))
    return made
