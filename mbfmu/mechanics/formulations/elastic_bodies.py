"""Flexible bodies: what their material has beside a rigid body, in the modes of their elastic data.

The extended motion of a flexible body is (w, v, e_dot), its extended force (t, f, Q) with what loads do along its modes Q; accelerations are
(alpha, a, e_ddot), a that of the frame's origin. The frame has mean axes, so with the invariants of ElasticData the kinetic energy is

    T = 1/2 w.J w + w.C e_dot + 1/2 e_dot.e_dot + 1/2 m v.v      J = I(R)      I(S) = tr(S) 1 - S      C_b = sum_a e_a A_ab
                                                                 R = R0 + 1/2 sum_b e_b (R1_b + dR_b)      dR_b = R1_b + sum_a e_a R2_ab

where A_ab = axial(N[a, b]), axial(S)_i = eps_ijk S_jk, and the second moments are

    R0 = sym(N[0, 0])      R1_b = 2 sym(N[0, b])      R2_ab = 2 sym(N[a, b] + H[a, b])

dR_b is the derivative of R. Lagrange's equations are, as A_ba = -A_ab,

    J alpha + C e_ddot + t     = torque      t   = w x (J w + C e_dot) + I(sum_b e_dot_b dR_b) w
    m a                        = force
    e_ddot_b + C_b alpha + Q_b = load        Q_b = 2 w.sum_a e_dot_a A_ab - 1/2 w.I(dR_b) w

T has no terms of third order in e, and the equations conserve it as it is. Source: Omar (2014), section 3; the terms in H by the same derivation.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np

from ...base.scalars import Record, kernel
from ...base.spatial.inertia import six, symmetric
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
    """m, R0 (6,), R1 (6, n), R2 (6, n, n) and A (3, n, n), A[:, b, a] = A_ab, of data in mean axes; moments as numbers (11, 22, 33, 21, 31, 32)."""
    deformed, turning = data.N[1:, 1:] + data.H, axial(data.N[1:, 1:])
    return Record(
        m=np.array(data.m),
        R0=_six(data.N[0, 0]),
        R1=2.0 * _six(data.N[0, 1:]),
        R2=_six(deformed + deformed.swapaxes(0, 1)),
        A=np.moveaxis(turning - turning.swapaxes(0, 1), -1, 0).swapaxes(1, 2) / 2.0,
    )


def _six(moments: Any) -> Any:
    """The symmetric parts of second moments (..., 3, 3) as six numbers (6, ...)."""
    return np.array(six(np.moveaxis(without_axial(moments), (-2, -1), (0, 1))))


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
    """The blocks of the inertia, and dR (6, n)."""
    n, zero = len(e), np.zeros((3, 3))
    slopes = constants.R1 + constants.R2 @ e
    J = _of_moments(constants.R0 + 0.5 * ((constants.R1 + slopes) @ e))
    return np.block([[J, zero], [zero, constants.m * np.eye(3)]]), np.array([*(constants.A @ e), *np.zeros((3, n))]), np.eye(n), slopes


def _of_moments(R):
    """The inertia (3, 3) of second moments (6,)."""
    return (R[0] + R[1] + R[2]) * np.eye(3) - symmetric(R)


@kernel
def _velocity_forces(constants, rigid, coupling, slopes, e_dot, V):
    w, C = V[:3], coupling[:3]
    t = cross(w, rigid[:3, :3] @ w + C @ e_dot) + _of_moments(slopes @ e_dot) @ w
    x, y, z = w * w
    half = np.array([0.5 * (y + z), 0.5 * (z + x), 0.5 * (x + y), -w[1] * w[0], -w[2] * w[0], -w[2] * w[1]])  # half w.I(S) w = half @ S
    return np.array([*t, 0.0, 0.0, 0.0]), (2.0 * w) @ (constants.A @ e_dot) - half @ slopes


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
