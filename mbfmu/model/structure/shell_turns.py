"""Triangles of shells that turn as a whole: the work of their forces along the second order of that.

With the mean rotation Omega of a triangle by a mode, whose gradient is Omega + D, the integral of geometric stiffness has three parts that need no
stress: Omega_k^T Omega_l, Omega_k^T D_l and Omega_l^T D_k are gradients of a displacement, along which the forces f of the triangle work. These
balance at nodes, while stress is in equilibrium up to the size of elements only. Where the large stress beside a rigid interface turns with it, its
work would be wrong by more than all that is left.
"""

from __future__ import annotations

import numpy as np

from .elastic_data import Array
from .shell_triangle import ShellTriangles


def mean_rotations(triangles: ShellTriangles, chunk: Array, gradients: Array) -> Array:
    """Rotations (c, 3, n) along the axes of some triangles, of gradients (c, q, j, i, n) along j at points, of displacements along the body's i."""
    x, y = (np.einsum("tia,tin->tan", triangles.axes[chunk], gradients[:, :, along].mean(axis=1)) for along in (0, 1))
    return np.stack([y[:, 2], -x[:, 2], (x[:, 1] - y[:, 0]) / 2], axis=1)


def gradients_of(rotation: Array) -> Array:
    """Gradients (t, j, i, n) along j of displacements along i, of rotations (t, 3, n)."""
    made = np.zeros((len(rotation), 3, *rotation.shape[1:]))
    for i in range(3):
        j, k = (i + 1) % 3, (i + 2) % 3
        made[:, j, k], made[:, k, j] = rotation[:, i], -rotation[:, i]
    return made


def of_turns(triangles: ShellTriangles, forces: Array, T: Array, theta: Array) -> Array:
    """Work (l, n, n) of the forces (t, 18, l) of triangles along the second order of their mean rotations theta (t, 3, n), of modes T (t, 18, n).

    Translations of corners are the sum over both orders of k, l of -theta_k x (u_l - theta_l x r / 2), r from the centre. Fibres turn by
    -n x (psi_l - theta_l / 2) theta_k.n, and about n by -n.(theta_k x (psi_l - theta_l)) / 2, psi the rotations of nodes.
    """
    nodes = by_nodes(T)
    u, psi, half = nodes[:, :, :3], nodes[:, :, 3:], theta[:, None] / 2
    x, u = (of - of.mean(axis=1, keepdims=True) for of in (triangles.in_plane[..., None], u))
    along, fibres, about = u - np.cross(half, x, axis=2), psi - half, (psi - 2 * half) / 2
    found = np.zeros((forces.shape[-1], T.shape[-1], T.shape[-1]))
    for load in range(forces.shape[-1]):
        f, (cx, cy, cz) = by_nodes(forces)[:, :, :3, load, None], by_nodes(forces)[:, :, 3:, load, None].transpose(2, 0, 1, 3)
        work = np.cross(f, along, axis=2).sum(axis=1)  # of one radian about each axis
        work[:, 0] -= (cz * about[:, :, 1]).sum(axis=1)
        work[:, 1] += (cz * about[:, :, 0]).sum(axis=1)
        work[:, 2] += (cx * fibres[:, :, 1] - cy * fibres[:, :, 0]).sum(axis=1)
        one = theta.reshape(-1, theta.shape[-1]).T @ work.reshape(-1, theta.shape[-1])
        found[load] = one + one.T
    return found


def by_nodes(of: Array) -> Array:
    """What (t, 18, m) has for each node: (t, 3, 6, m)."""
    return of.reshape(len(of), 3, 6, -1)
