"""The mean axes of a flexible body: a frame that its modes neither shift nor turn on average."""

from __future__ import annotations

from dataclasses import fields, replace
from typing import Any

import numpy as np

from .elastic_data import Array, ElasticData, Node
from .modes import axial, mass_normalized
from .reference_frame import Rebasing

NOTHING = 1e-13  # of the largest number of an array: what is less is roundoff
FLAT = 1e-12  # of the largest moment of inertia: about such an axis, as that of a straight line of points, nothing can be said to turn


def in_mean_axes(data: ElasticData) -> ElasticData:
    """The data in a frame that moves as the body does on average, in natural modes of unit mass.

    To second order, the centre of mass rests and the angular momentum about it is zero. So modes and motions of the frame share no
    kinetic energy while the body is undeformed, and its kinetic energy stays positive in deformations of moderate size, however many modes there are.
    In a frame that is attached to a node, the modes together take up almost all inertia of the frame, and terms of third order would decide.
    """
    c = data.s[0] / data.m
    second = data.N[0, 0] - data.m * np.outer(c, c)
    moments, axes = np.linalg.eigh(np.trace(second) * np.eye(3) - second)
    inverse = axes @ np.diag(np.divide(1.0, moments, out=np.zeros(3), where=moments > FLAT * moments[-1])) @ axes.T
    momentum = axial(data.N[0, 1:]) - np.cross(c, data.s[1:])
    mean = Node(x=c, Phi=data.s[1:].T / data.m, Psi=inverse @ momentum.T, G=data.g / data.m)
    left = axial(Rebasing(mean).of(data).H)  # angular momentum of second order (n, n, 3)
    found = mass_normalized(Rebasing(replace(mean, Gamma=np.einsum("ij,klj->ikl", inverse, left))).of(data))
    N, rest = found.N.copy(), np.zeros_like(found.s[1:])
    symmetric = (N[0, 1:] + N[0, 1:].swapaxes(1, 2)) / 2  # no angular momentum
    N[0, 1:], N[1:, 0] = symmetric, symmetric
    return plain(replace(found, s=np.concatenate([found.s[:1], rest]), N=N, g=np.zeros_like(found.g)))


def plain(data: ElasticData) -> ElasticData:
    """The data with zeros where nothing but roundoff is, so that equations leave them out."""
    rounded: dict[str, Any] = {f.name: _plain(value) for f in fields(data) if isinstance(value := getattr(data, f.name), np.ndarray)}
    nodes = {name: Node(node.x, *map(_plain, (node.Phi, node.Psi, node.G, node.Gamma))) for name, node in data.nodes.items()}
    return replace(data, **rounded, nodes=nodes)


def _plain(array: Array) -> Array:
    return np.where(np.abs(array) > NOTHING * np.abs(array).max(initial=0.0), array, 0.0)
