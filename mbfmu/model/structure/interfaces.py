"""Interfaces of finite element models: groups of nodes that move as one rigid body, at which joints and forces take hold."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np
from scipy.sparse import csr_matrix

from mbfmu.base.errors import MbfmuError

from .craig_bampton import rigid_motions
from .elastic_data import Array
from .finite_elements import FiniteElements


@dataclass(frozen=True, eq=False)
class Interfaces:
    """Coordinates of a model by R (N, N') from six of each interface, its displacement and rotation, and all of other nodes."""

    places: Mapping[str, Array]  # (3,) the mean of the interface's nodes [m]
    members: Mapping[str, Array]  # numbers of their coordinates
    R: csr_matrix
    rigid: Array  # (N', 6) motions of the rigid body


def coupled(model: FiniteElements, interfaces: Mapping[str, Array]) -> Interfaces:
    """Interfaces by name and numbers of nodes. Raises MbfmuError for those that overlap or cannot hold a frame."""
    if not interfaces:
        raise MbfmuError("A flexible body needs an interface: name nodes at which a joint or a force takes hold of it.")
    owner = np.full(len(model.x), -1)
    for k, (name, nodes) in enumerate(interfaces.items()):
        taken = np.flatnonzero(owner[nodes] >= 0)
        if len(taken):
            other = list(interfaces)[owner[nodes[taken[0]]]]
            raise MbfmuError(f"Interfaces {other!r} and {name!r} share node {model.labels[nodes[taken[0]]]}.")
        owner[nodes] = k
    moved = owner[model.node]
    free = np.flatnonzero(moved < 0)
    count = len(interfaces)
    places, members = {}, {}
    rows, columns, values = [free], [6 * count + np.arange(len(free))], [np.ones(len(free))]
    for k, (name, nodes) in enumerate(interfaces.items()):
        at = np.flatnonzero(moved == k)
        place = model.x[nodes].mean(axis=0) if len(nodes) else np.zeros(3)
        by = rigid_motions(model.x - place).reshape(-1, 6, 6)[model.node[at], model.direction[at]]
        refuse_loose(name, len(nodes), by, model.x[nodes] - place)
        places[name], members[name] = place, at
        rows.append(np.repeat(at, 6))
        columns.append(np.tile(6 * k + np.arange(6), len(at)))
        values.append(by.ravel())
    entries = (np.concatenate(values), (np.concatenate(rows), np.concatenate(columns)))
    R = csr_matrix(entries, shape=(len(model.node), 6 * count + len(free)))
    rigid = np.concatenate([rigid_motions(np.array(list(places.values()))), model.rigid()[free]])
    return Interfaces(places, members, R, rigid)


def refuse_loose(name: str, count: int, motions: Array, arms: Array) -> None:
    """Raise MbfmuError unless coordinates of an interface tell its six motions, of which `motions` (c, 6) are those of the coordinates."""
    size = max(float(np.abs(arms).max(initial=0.0)), 1e-300)
    scaled = motions * np.array([1.0] * 3 + [1 / size if np.abs(motions[:, 3:]).max(initial=0.0) <= size else 1.0] * 3)
    if len(scaled) < 6 or np.linalg.matrix_rank(scaled, tol=1e-6) < 6:
        raise MbfmuError(
            f"Interface {name!r} has {count} nodes, which cannot hold a frame: it needs three that are not on a line, or one with rotations."
        )
