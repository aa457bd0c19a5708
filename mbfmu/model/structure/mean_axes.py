"""The mean axes of a flexible body: a frame at its centre of mass that its modes neither shift nor turn on average."""

from __future__ import annotations

from dataclasses import fields, replace
from typing import Any

import numpy as np

from .axial import axial, without_axial
from .elastic_data import Array, ElasticData, Node, StressPlace
from .modes import mass_normalized
from .reference_frame import Rebasing

NOTHING = 1e-13  # of the largest number of an array, and in N of its two motions: what is less is roundoff
FLAT = 1e-12  # of the largest moment of inertia: about such an axis, as that of a straight line of points, nothing can be said to turn


def in_mean_axes(data: ElasticData) -> ElasticData:
    """The data in a frame that moves as the body does on average, in natural modes of unit mass.

    To second order, the centre of mass rests in its origin and the angular momentum is zero: s, g and the axial vectors of N[0, b] and H are zero.
    So modes and motions of the frame share no kinetic energy while the body is undeformed, and its kinetic energy stays positive in deformations of
    moderate size, however many modes there are.
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
    N = found.N.copy()
    N[0, 0] = second
    N[0, 1:] = N[1:, 0] = without_axial(N[0, 1:])
    return plain(_from(c, replace(found, s=np.zeros_like(found.s), N=N, g=np.zeros_like(found.g), H=without_axial(found.H))))


def _from(c: Array, data: ElasticData) -> ElasticData:
    """The data with places that are seen from c (3,)."""
    return replace(
        data,
        nodes={name: replace(node, x=node.x - c) for name, node in data.nodes.items()},
        stresses={name: StressPlace(place.x - c, place.sigma) for name, place in data.stresses.items()},
        surface=None if data.surface is None else replace(data.surface, vertices=data.surface.vertices - c),
    )


def plain(data: ElasticData) -> ElasticData:
    """The data with zeros where nothing but roundoff is, so that equations leave them out."""
    rounded: dict[str, Any] = {f.name: _plain(value) for f in fields(data) if isinstance(value := getattr(data, f.name), np.ndarray)}
    nodes = {name: Node(*map(_plain, (node.x, node.Phi, node.Psi, node.G, node.Gamma))) for name, node in data.nodes.items()}
    motions = np.sqrt(np.abs(np.einsum("aaii->a", data.N)))  # one of turning, in m sqrt(kg), and those of modes, 1: of milligrams they differ by 1e6
    return replace(data, **rounded | {"N": _plain(data.N, np.outer(motions, motions)[:, :, None, None])}, nodes=nodes)


def _plain(array: Array, size: Array | None = None) -> Array:
    return np.where(np.abs(array) > NOTHING * (np.abs(array).max(initial=0.0) if size is None else size), array, 0.0)
