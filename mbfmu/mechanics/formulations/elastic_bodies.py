"""Flexible bodies: what their material has beside a rigid body, in the modes of their elastic data.

The extended motion of a flexible body is (w, v, e_dot), its extended force (t, f, Q) with what loads do along its modes Q; accelerations are
(alpha, a, e_ddot), a that of the frame's origin. The frame has mean axes, so with the invariants of ElasticData the kinetic energy is

    T = 1/2 w.J w + w.C e_dot + 1/2 e_dot.e_dot + 1/2 m v.v      J = J0 + sum_b e_b (J1_b + 1/2 dJ_b)      dJ_b = J1_b + sum_a e_a J2_ab
                                                                 C_b = sum_a e_a A_ab

where A_ab = axial(N[a, b]), axial(S)_i = eps_ijk S_jk, and with I(S) = tr(S) 1 - sym(S)

    J0 = I(N[0, 0])      J1_b = 2 I(N[0, b])      J2_ab = 2 I(N[a, b] + H[a, b])

J is half way between J0 and what it would be by dJ alone, since dJ_b is its derivative. Lagrange's equations are, as A_ba = -A_ab,

    J alpha + C e_ddot + t     = torque      t   = w x (J w + C e_dot) + sum_b e_dot_b dJ_b w
    m a                        = force
    e_ddot_b + C_b alpha + Q_b = load        Q_b = 2 w.sum_a e_dot_a A_ab - 1/2 w.dJ_b w

T has no terms of third order in e, and the equations conserve it as it is. Source: Omar (2014), section 3; the terms in H by the same derivation.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np

from ...base.scalars import Record, kernel
from ...base.spatial.inertia import symmetric
from ...base.spatial.rotations import cross
from ...model.declare.element import Element
from ...model.structure.axial import axial, without_axial
from ...model.structure.elastic_data import ElasticData
from ..topology import TreeBody


def elastic_constants(body: TreeBody, parameters: Mapping[Element, Record]) -> Record:
    """The numbers of a flexible body: those of `inertia_constants`, and `stiffness` (n,) and `damping` (n, n) along its modes."""
    data = body.elastic
    assert data is not None
    stiffness = np.diag(data.Ke).copy()
    damping = _damping(parameters[body.joint].zeta, body.joint.relative_damping(body.inboard.part.label), data.De)
    return Record(**inertia_constants(data), stiffness=stiffness, damping=damping)


def inertia_constants(data: ElasticData) -> Record:
    """m, J0 (6,), J1 (6, n), J2 (6, n, n) and A (3, n, n) of data in mean axes, A[:, b, a] = A_ab; tensors as six numbers (11, 22, 33, 21, 31, 32)."""
    around, deformed = 2.0 * data.N[0, 1:], data.N[1:, 1:] + data.H
    deformed = deformed + deformed.swapaxes(0, 1)
    turning = axial(data.N[1:, 1:] - data.N[1:, 1:].swapaxes(0, 1)) / 2.0
    return Record(
        m=np.array(data.m),
        J0=_inertia_of(data.N[0, 0]),
        J1=_inertia_of(around),
        J2=_inertia_of(deformed),
        A=np.moveaxis(turning, -1, 0).swapaxes(1, 2),
    )


def _inertia_of(moments: Any) -> Any:
    """tr(S) 1 - sym(S) of second moments S (..., 3, 3), as six numbers (6, ...)."""
    S = np.moveaxis(without_axial(moments), (-2, -1), (0, 1))
    return np.array([S[1, 1] + S[2, 2], S[2, 2] + S[0, 0], S[0, 0] + S[1, 1], -S[1, 0], -S[2, 0], -S[2, 1]])


@dataclass(frozen=True)
class Material:
    """A flexible body at a motion: the blocks `rigid` (6, 6), `coupling` (6, n) and `modal` (n, n) of its inertia, and the force (6,) and generalized
    forces (n,) that its velocities need beside them."""

    rigid: Any
    coupling: Any
    modal: Any
    force: Any
    along: Any


def material(constants: Record, e: Any, e_dot: Any, V: Any) -> Material:
    """The material at elastic coordinates e, in a frame that moves with V (6,)."""
    rigid, coupling, modal, slopes = _inertia(constants, e)
    force, along = _velocity_forces(constants, rigid, coupling, slopes, e_dot, V)
    return Material(rigid=rigid, coupling=coupling, modal=modal, force=force, along=along)


@kernel
def _damping(zeta, relative, De):
    return zeta * relative + De


@kernel
def _inertia(constants, e):
    """The blocks of the inertia, and dJ (6, n)."""
    n, zero = len(e), np.zeros((3, 3))
    slopes = constants.J1 + constants.J2 @ e
    J = symmetric(constants.J0 + 0.5 * ((constants.J1 + slopes) @ e))
    return np.block([[J, zero], [zero, constants.m * np.eye(3)]]), np.array([*(constants.A @ e), *np.zeros((3, n))]), np.eye(n), slopes


@kernel
def _velocity_forces(constants, rigid, coupling, slopes, e_dot, V):
    w, C = V[:3], coupling[:3]
    t = cross(w, rigid[:3, :3] @ w + C @ e_dot) + symmetric(slopes @ e_dot) @ w
    half_squares = np.array([*(0.5 * w * w), w[1] * w[0], w[2] * w[0], w[2] * w[1]])
    return np.array([*t, 0.0, 0.0, 0.0]), (2.0 * w) @ (constants.A @ e_dot) - half_squares @ slopes


def material_forces(material: Material, acceleration: Any, V: Any) -> tuple[Any, Any]:
    """Minus the force (6,) and the generalized forces (n,) that the material needs, without e_ddot, at a spatial acceleration (6,)."""
    return _needed(material.rigid, material.coupling, material.force, material.along, acceleration, V)


@kernel
def _needed(rigid, coupling, force, along, A, V):
    a = A + np.array([0.0, 0.0, 0.0, *cross(V[:3], V[3:])])  # that of the origin
    return -(rigid @ a + force), -(coupling.T @ a + along)


@kernel
def elastic_load(constants, e, e_dot):
    """What the material resists with along its modes (n,)."""
    return -(constants.stiffness * e) - constants.damping @ e_dot


@kernel
def elastic_energy(constants, e):
    """The energy of deformation [J]."""
    return np.array(0.5 * ((constants.stiffness * e) @ e))


@kernel
def elastic_dissipation(constants, e_dot):
    """The power turned into heat by the modes' damping [W]."""
    return np.array(e_dot @ (constants.damping @ e_dot))


@kernel
def kinetic_energy(rigid, coupling, modal, V, e_dot):
    """Kinetic energy [J] of the material."""
    return np.array(0.5 * (V @ (rigid @ V)) + V @ (coupling @ e_dot) + 0.5 * (e_dot @ (modal @ e_dot)))


def momentum(rigid, coupling, V, e_dot):
    """Angular momentum about the origin, and momentum (6,)."""
    return rigid @ V + coupling @ e_dot
