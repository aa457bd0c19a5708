"""Rotation matrices and the cross product."""

import numpy as np


def skew(r):
    """The matrix (3, 3) with skew(r) @ x = r x x."""
    return np.array([[0.0, -r[2], r[1]], [r[2], 0.0, -r[0]], [-r[1], r[0], 0.0]])


def cross(a, b):
    """The vector product of two vectors (3,)."""
    return np.array([a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]])


def about_x(angle):
    """R_ab (3, 3) of a frame b turned about x of a by `angle` [rad]."""
    c, s = np.cos(angle), np.sin(angle)
    return np.array([[1.0, 0.0, 0.0], [0.0, c, -s], [0.0, s, c]])


def about_y(angle):
    """R_ab (3, 3) of a frame b turned about y of a by `angle` [rad]."""
    c, s = np.cos(angle), np.sin(angle)
    return np.array([[c, 0.0, s], [0.0, 1.0, 0.0], [-s, 0.0, c]])


def about_z(angle):
    """R_ab (3, 3) of a frame b turned about z of a by `angle` [rad]."""
    c, s = np.cos(angle), np.sin(angle)
    return np.array([[c, -s, 0.0], [s, c, 0.0], [0.0, 0.0, 1.0]])


def about_axis(n, angle):
    """R_ab (3, 3) of a frame b turned about the unit vector n (3,) by `angle` [rad]."""
    c, s = np.cos(angle), np.sin(angle)
    nn = np.outer(n, n)
    return nn + (np.eye(3) - nn) * c + skew(n) * s


def axes_along(n_z, n_x=None):
    """R (3, 3) whose third column is along n_z (3,) and whose first is along n_x, or any if not given; floats only.

    Axes along coordinate directions give exact zeros and ones.
    """
    z = np.asarray(n_z, dtype=float) / np.linalg.norm(n_z)
    if n_x is None:
        n_x = np.eye(3)[(np.argmax(np.abs(z)) + 1) % 3]
    x = n_x - z * (z @ n_x)
    x = x / np.linalg.norm(x)
    return rounded(np.column_stack([x, np.cross(z, x), z]))


def rounded(R):
    """R with entries that are 0, 1 or -1 but for roundoff made exactly so; floats only."""
    near = np.round(R)
    return np.where(np.abs(R - near) < 4e-16, near + 0.0, R)
