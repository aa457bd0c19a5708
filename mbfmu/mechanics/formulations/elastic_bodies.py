"""Flexible bodies: what their material has beside a rigid body, in the modes of their elastic data.

The extended motion of a flexible body is (w, v, e_dot), its extended force (t, f, Q) with what loads do along its modes Q; accelerations are
(alpha, a, e_ddot), a that of the frame's origin. With the invariants of ElasticData and z = (1, e) the extended inertia is

    M = [ J   c~   Cr^T ]      D_b = sum_a z_a N[a, b] + sum_k e_k H[k, b]        R  = sum_ab z_a z_b N[a, b] + sym(sum_kl e_k e_l H[k, l])
        [ -c~ m 1  Ct^T ]      c   = sum_a z_a s[a] + 1/2 e.g.e                   J  = tr(R) 1 - R
        [ Cr  Ct   1    ]      Ct_b = s[b] + g_b e,  Cr_b = axial(D_b)

and the rest of the equations of motion, with dD = sum_b e_dot_b D_b,

    f   = w x (w x c) + 2 w x (Ct^T e_dot) + e_dot.g.e_dot
    t   = w x J w + 2 (tr(dD) w - dD^T w) + axial(sum_kl e_dot_k e_dot_l H[k, l])
    Q_b = w.D_b w - w^2 tr(D_b) + 2 w.axial(sum_c e_dot_c N[c, b])

where axial(A)_i = eps_ijk A_jk. They follow from the kinetic energy without its terms of third order in e, which they conserve.
Source: Omar (2014), section 3; the terms in G by the same derivation.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np

from ...base.scalars import Record, kernel
from ...base.spatial.rotations import cross, skew
from ...model.declare.element import Element
from ..topology import TreeBody


def elastic_constants(body: TreeBody, parameters: Mapping[Element, Record]) -> Record:
    """The numbers of a flexible body: m, s, N, g, H of its ElasticData, and `stiffness` (n,) and `damping` (n, n) along its modes."""
    data = body.elastic
    assert data is not None
    stiffness = np.diag(data.Ke).copy()
    damping = _damping(parameters[body.joint].zeta, body.joint.relative_damping(body.inboard.part.label), data.De)
    return Record(m=np.array(data.m), s=data.s, N=data.N, g=data.g, H=data.H, stiffness=stiffness, damping=damping)


@dataclass(frozen=True)
class Material:
    """A flexible body at a motion: the blocks `rigid` (6, 6), `coupling` (6, n) and `modal` (n, n) of its inertia, its first moment `c` (3,), and
    the force (6,) and generalized forces (n,) that its velocities need beside them."""

    rigid: Any
    coupling: Any
    modal: Any
    c: Any
    force: Any
    along: Any


def material(constants: Record, e: Any, e_dot: Any, V: Any) -> Material:
    """The material at elastic coordinates e, in a frame that moves with V (6,)."""
    rigid, coupling, modal, c = _inertia(constants, e)
    force, along = _velocity_forces(constants, e, e_dot, V)
    return Material(rigid=rigid, coupling=coupling, modal=modal, c=c, force=force, along=along)


def _axial(A):
    """The vectors (..., 3) with components eps_ijk A_jk of A (..., 3, 3)."""
    return np.array([A[..., 1, 2] - A[..., 2, 1], A[..., 2, 0] - A[..., 0, 2], A[..., 0, 1] - A[..., 1, 0]]).T


def _moments(data, e):
    """D (n, 3, 3), and J (3, 3)."""
    z = np.array([1.0, *e])
    B, h = np.tensordot(z, data.N, 1), np.tensordot(e, data.H, 1)
    second_order = np.tensordot(e, h, 1)
    R = np.tensordot(z, B, 1) + 0.5 * (second_order + second_order.T)
    return B[1:] + h, (R[0, 0] + R[1, 1] + R[2, 2]) * np.eye(3) - R


@kernel
def _damping(zeta, relative, De):
    return zeta * relative + De


@kernel
def _inertia(data, e):
    D, J = _moments(data, e)
    bent = data.g @ e  # (3, n)
    c = data.s[0] + e @ data.s[1:] + 0.5 * (bent @ e)
    rigid = np.block([[J, skew(c)], [-skew(c), data.m * np.eye(3)]])
    return rigid, np.array([*_axial(D).T, *(data.s[1:].T + bent)]), np.eye(len(e)), c


@kernel
def _velocity_forces(data, e, e_dot, V):
    w = V[:3]
    D, J = _moments(data, e)
    bent = data.g @ e
    c = data.s[0] + e @ data.s[1:] + 0.5 * (bent @ e)
    c_dot = (data.s[1:].T + bent) @ e_dot
    dD = np.tensordot(e_dot, D, 1)
    f = cross(w, cross(w, c)) + 2.0 * cross(w, c_dot) + data.g @ e_dot @ e_dot
    t = cross(w, J @ w) + 2.0 * ((dD[0, 0] + dD[1, 1] + dD[2, 2]) * w - dD.T @ w) + _axial(np.tensordot(e_dot, np.tensordot(e_dot, data.H, 1), 1))
    gyroscopic = _axial(np.tensordot(e_dot, data.N[1:, 1:], 1)) @ w
    centrifugal = np.array([w @ D_b @ w - (w @ w) * (D_b[0, 0] + D_b[1, 1] + D_b[2, 2]) for D_b in D])
    return np.array([*t, *f]), centrifugal + 2.0 * gyroscopic


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
