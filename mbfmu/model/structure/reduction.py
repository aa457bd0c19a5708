"""From finite elements to elastic data: Craig-Bampton modes, invariants from the mass matrix, displacements of second order from unit loads."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace

import numpy as np
from scipy.linalg import block_diag, sqrtm
from scipy.sparse import csc_matrix

from mbfmu.base.errors import MbfmuError

from .axial import double_cross, skews, with_axial
from .craig_bampton import elastic_modes, held_interface, refuse_counts
from .elastic_data import Array, ElasticData, Node, StressPlace, Surface, ThermalField
from .finite_elements import FiniteElements
from .interfaces import Interfaces, coupled
from .modes import mass_normalized
from .second_order import Stiffening, by_turns, with_second_order
from .temperatures import thermal_fields

Seen = Callable[[Array], tuple[Mapping[str, StressPlace], Surface | None]]  # of modes (N, n): stress at places, and a surface


@dataclass(frozen=True, eq=False)
class Heat:
    """Temperature fields: their loads (N,) of 1 K by name, and the fields with stress, given what (N, l) the modes lack of their deformations.

    `stiffening` is the geometric stiffness by the stress that they leave in the free body, deformed by them. Beams have none, as sections stay plane.
    """

    loads: Mapping[str, Array]
    with_stress: Callable[[Mapping[str, ThermalField], Array], Mapping[str, ThermalField]]
    stiffening: Stiffening | None = None


def reduced(
    model: FiniteElements,
    interfaces: Mapping[str, Array],
    modes: int,
    highest: float | None = None,
    stiffening: Stiffening | None = None,
    seen: Seen | None = None,
    heat: Heat | None = None,
) -> ElasticData:
    """The elastic data of a free body in natural modes of unit mass, with a node at each interface.

    `interfaces` are numbers of nodes by name. The modes are combinations of the static modes of the interfaces and of the `modes` lowest in which
    these rest, up to the angular frequency `highest` [rad/s]. Without `stiffening`, displacements of second order are zero. Raises MbfmuError for
    interfaces that cannot hold a frame, and for bodies that can still move where these are held.
    """
    refuse_counts(highest, modes=modes)
    at = coupled(model, interfaces)
    K, M = csc_matrix(at.R.T @ model.K @ at.R), csc_matrix(at.R.T @ model.M @ at.R)
    held = held_interface(K, M, np.arange(6 * len(at.places)))
    rested = held.modes(modes)
    inside = elastic_modes(K, M, np.concatenate([held.static, rested], axis=1), at.rigid, highest)
    if not inside.shape[1]:
        raise MbfmuError(
            f"Nothing deforms the flexible body: modes = {modes}, and its interfaces {', '.join(map(repr, interfaces))} "
            f"{'are all of it' if not len(held.inside) else 'move together'}. Give more modes or other interfaces, or use a rigid Body."
        )
    data = linear(model, at, inside)
    if stiffening is not None:
        data = with_second_order(data, model, at, held, inside, stiffening)
    if seen is not None:
        stresses, surface = seen(at.R @ inside)
        data = replace(data, stresses=stresses, surface=surface)
    if heat is not None:
        loads = {name: at.R.T @ load for name, load in heat.loads.items()}
        fields, beyond = thermal_fields(held, rested, inside, loads, held.interface)
        if heat.stiffening is not None and fields:
            columns = np.stack(list(heat.loads.values()), axis=1)
            u, T = at.R @ held.answer(at.R.T @ columns, 6), at.R @ inside
            left = heat.stiffening(u, T) + by_turns(model, at, data, model.K @ u - columns)
            fields = {name: replace(field, stiffening=left[k]) for k, (name, field) in enumerate(fields.items())}
        data = replace(data, temperatures=heat.with_stress(fields, at.R @ beyond))
    return mass_normalized(data)


def linear(model: FiniteElements, at: Interfaces, inside: Array) -> ElasticData:
    """Data in modes `inside` (N', n) without displacements of second order but those of nodes with rotary inertia.

    Mass, first moments, inertia, Cr and Me are exact. The symmetric parts of N are sums over the mass along axes, the mean of the three, and over
    the rotary inertia at nodes; for elements with rotations these hold less than the mass matrix, and are scaled so that their traces are Me.
    """
    T, n = at.R @ inside, inside.shape[1]
    rigid = model.rigid()
    whole, across = rigid.T @ (model.M @ rigid), rigid.T @ (model.M @ T)
    m = np.trace(whole[:3, :3]) / 3
    if np.abs(whole[:3, :3] - m * np.eye(3)).max() > 1e-6 * m:
        raise MbfmuError(f"The mass of the flexible body differs along the axes: {', '.join(f'{value:.6g}' for value in np.diag(whole)[:3])} kg.")
    Me = T.T @ (model.M @ T)
    N, H = scaled(*products(model, T), Me) if model.field is None else (model.field.second_moments(T), np.zeros((n, n, 3, 3)))
    J = whole[3:, 3:]
    N[0, 0] = np.trace(J) / 2 * np.eye(3) - J
    N[0, 1:] = with_axial(N[0, 1:], across[3:].T)
    N[1:, 0] = N[0, 1:].transpose(0, 2, 1)
    rows = inside[: 6 * len(at.places)].reshape(-1, 6, n)
    nodes = {name: Node(place, rows[k, :3], rows[k, 3:], np.zeros((3, n, n))) for k, (name, place) in enumerate(at.places.items())}
    first = np.array([whole[5, 1] - whole[4, 2], whole[3, 2] - whole[5, 0], whole[4, 0] - whole[3, 1]]) / 2
    return ElasticData(
        m=float(m),
        s=np.concatenate([first[None], across[:3].T]),
        N=N,
        g=np.zeros((3, n, n)),
        H=H,
        Me=Me,
        Ke=T.T @ (model.K @ T),
        De=np.zeros((n, n)),
        nodes=nodes,
    )


def products(model: FiniteElements, T: Array) -> tuple[Array, Array]:
    """N, and H of rotary inertia at nodes, which is like that of points around them with second moments 1/2 tr I 1 - I."""
    n, count = T.shape[1], len(model.x)
    fields = np.zeros((count, 6, 1 + n))
    fields[:, :3, 0] = model.x
    fields[model.node, model.direction, 1:] = T
    Ms = csc_matrix((count, count))
    for axis in range(3):
        along = np.flatnonzero(model.direction == axis)
        onto = csc_matrix((np.ones(len(along)), (model.node[along], np.arange(len(along)))), shape=(count, len(along)))
        Ms = Ms + onto @ model.M[along][:, along] @ onto.T / 3
    flat = fields[:, :3].reshape(count, -1)
    N = (flat.T @ (Ms @ flat)).reshape(3, 1 + n, 3, 1 + n).transpose(1, 3, 0, 2)
    H = np.zeros((n, n, 3, 3))
    for node in np.unique(model.node[model.direction > 2]):
        rotary = np.zeros((3, 3))
        turned = np.flatnonzero((model.node == node) & (model.direction > 2))
        rotary[np.ix_(model.direction[turned] - 3, model.direction[turned] - 3)] = model.M[turned][:, turned].toarray()
        P, theta = np.trace(rotary) / 2 * np.eye(3) - rotary, fields[node, 3:, 1:]
        if P.any():
            S = np.concatenate([np.eye(3)[None], skews(theta)])
            N = N + np.einsum("aij,jk,blk->abil", S, P, S)
            H = H + P @ double_cross(theta).transpose(0, 1, 3, 2)
    return N, H


def scaled(N: Array, H: Array, Me: Array) -> tuple[Array, Array]:
    """N and H of modes so combined, by a symmetric matrix near the identity, that the traces of N are Me."""
    trace = np.einsum("abii->ab", N)[1:, 1:]
    values, vectors = np.linalg.eigh((trace + trace.T) / 2)
    if not len(values) or values[0] < 1e-6 * values[-1]:
        return N, H
    root, back = (vectors * values**power @ vectors.T for power in (0.5, -0.5))
    W = back @ np.real(sqrtm(root @ Me @ root)) @ back
    whole = block_diag(1.0, W)
    return np.einsum("ac,bd,abij->cdij", whole, whole, N, optimize=True), np.einsum("kc,ld,klij->cdij", W, W, H, optimize=True)
