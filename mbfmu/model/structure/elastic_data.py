"""Elastic data: what a floating-frame body is made of, whatever its modes are and wherever they come from."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, fields

import numpy as np

Array = np.ndarray


@dataclass(frozen=True, eq=False)
class Node:
    """A place on a flexible body at which it can be taken hold of.

    At elastic coordinates e its origin stands at x + Phi e + 1/2 e.G.e in the body's frame, and its axes, which are those of the body
    while e is zero, are turned by exp(Psi e). Where the body is held at the node, its frame is turned by exp(Psi e + 1/2 e.Gamma.e): what is far
    away moves by this too, so twist and bending together are right to second order wherever the body is held.
    """

    x: Array  # (3,) [m]
    Phi: Array  # (3, n) displacement by each mode
    Psi: Array  # (3, n) small rotation by each mode
    G: Array  # (3, n, n) displacement of second order, symmetric in the modes: G[i, k, l] of axis i
    Gamma: Array = None  # type: ignore[assignment]  # (3, n, n) rotation of second order, zero by default

    def __post_init__(self) -> None:
        if self.Gamma is None:
            object.__setattr__(self, "Gamma", np.zeros_like(self.G))


@dataclass(frozen=True, eq=False)
class StressPlace:
    """A place whose stress is known: sigma (6, n) [Pa] by each mode, in the order xx, yy, zz, xy, yz, zx along the body's axes."""

    x: Array  # (3,) [m]
    sigma: Array


@dataclass(frozen=True, eq=False)
class Surface:
    """What there is to see of a flexible body: a mesh of triangles that the modes deform."""

    vertices: Array  # (p, 3) [m]
    triangles: Array  # (q, 3) numbers of vertices, counterclockwise seen from outside
    Phi: Array  # (p, 3, n) displacement of the vertices by each mode
    sigma: Array | None = None  # (p, 6, n) [Pa] stress at the vertices by each mode, as in StressPlace


@dataclass(frozen=True, eq=False)
class ThermalField:
    """What one temperature field does for each kelvin.

    It loads the modes by `load` less `stiffening` e, the geometric stiffness of the stress that stays where the body is free. What the modes lack of
    its static deformation, and no node takes part in, follows at once: `Phi` (p, 3) are such displacements of the surface's vertices [m/K].
    `stresses` (6,) by the names of StressPlaces and `sigma` (p, 6) of the surface [Pa/K] are the stress by them and by the expansion that an
    undeformed body prevents, in the order of StressPlace; they add to the stress by the modes.
    """

    load: Array  # (n,) along the modes [J/K]
    energy: float  # of the deformation that the modes of the data show [J/K2]
    stresses: Mapping[str, Array] = field(default_factory=dict)
    Phi: Array | None = None
    sigma: Array | None = None
    stiffening: Array = None  # type: ignore[assignment]  # (n, n) along the modes [J/K], zero by default

    def __post_init__(self) -> None:
        if self.stiffening is None:
            object.__setattr__(self, "stiffening", np.zeros(2 * self.load.shape))

    def shown_by(self, Ke: Array) -> float:
        """The share of this energy that natural modes of stiffness Ke (n, n) have: 1.0 is all of it."""
        return float(0.5 * (self.load**2 / np.diag(Ke)).sum() / self.energy) if self.energy else 1.0


@dataclass(frozen=True, eq=False)
class ElasticData:
    """A flexible body in n modes: its points stand at r = x + Phi e + 1/2 e.G.e in its frame, e (n,) its elastic coordinates.

    The inertia shape invariants of Omar (2014), section 3, are sums over all points with P_0 = x and P_k = Phi_k, and numbers of modes k, l
    counted from 1 in N and s, from 0 in all others:

        N[a, b] = sum m P_a P_b^T  (3, 3)         s[a] = sum m P_a  (3,)
        g[i] = sum m G_i  (n, n)                  H[k, l] = sum m x G_kl^T  (3, 3)

    G is the displacement of second order (foreshortening); zero in g, H and the nodes is linear floating-frame theory, without geometric stiffening.
    `Me`, `Ke` and `De` (n, n) are mass, stiffness and damping along the modes. With mass-normalized modes, Me is the identity and Ke has the squares
    of the natural frequencies [rad2/s2] on its diagonal. SI units.
    """

    m: float  # [kg]
    s: Array  # (1 + n, 3)
    N: Array  # (1 + n, 1 + n, 3, 3)
    g: Array  # (3, n, n)
    H: Array  # (n, n, 3, 3)
    Me: Array  # (n, n)
    Ke: Array  # (n, n)
    De: Array  # (n, n)
    nodes: Mapping[str, Node]
    stresses: Mapping[str, StressPlace] = field(default_factory=dict)
    surface: Surface | None = None
    temperatures: Mapping[str, ThermalField] = field(default_factory=dict)

    @property
    def modes(self) -> int:
        """The number of modes n."""
        return len(self.Me)

    def not_finite(self) -> list[str]:
        """The names of what is not finite, such as "Ke" and "node tip"."""
        wrong = [f.name for f in fields(self) if isinstance(value := getattr(self, f.name), np.ndarray | float) and not np.isfinite(value).all()]
        of_nodes = {name: (node.x, node.Phi, node.Psi, node.G, node.Gamma) for name, node in self.nodes.items()}
        return wrong + [f"node {name}" for name, arrays in of_nodes.items() if not all(np.isfinite(array).all() for array in arrays)]

    @property
    def stiffens(self) -> bool:
        """Whether there are displacements of second order: without any, a body that turns fast has no geometric stiffness and may be unstable.

        H alone does not tell, for the rotary inertia of nodes is in it too.
        """
        return bool(self.g.any() or any(node.G.any() for node in self.nodes.values()))
