"""Rotation matrices and the cross product."""

from math import factorial

import numpy as np

from ..scalars import Traced, arctan2


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


def by_small_vector(theta):
    """R_ab (3, 3) of a frame b turned about theta (3,) by its length [rad], up to 1.5 rad; smooth at zero, since it is a power series."""
    c, k = _stumpff(theta @ theta), skew(theta)
    return np.eye(3) + c[1] * k + c[2] * (k @ k)


def spin_by_small_vector(theta):
    """T (3, 3): the angular velocity of frame b, resolved in it, is T theta_dot where R_ab = by_small_vector(theta)."""
    c, k = _stumpff(theta @ theta), skew(theta)
    return np.eye(3) - c[2] * k + c[3] * (k @ k)


def spin_rates_by_small_vector(theta, theta_dot):
    """T_dot theta_dot and T_dot^T theta_dot (3,), T as `spin_by_small_vector` gives it, at a theta that changes at theta_dot (3,)."""
    c, s_dot, across = _stumpff(theta @ theta), 2.0 * (theta @ theta_dot), cross(theta, theta_dot)
    odd = s_dot * (c[4] - 0.5 * c[3]) * across
    even = s_dot * (1.5 * c[5] - 0.5 * c[4]) * cross(theta, across) + c[3] * cross(theta_dot, across)
    return even - odd, even + odd


def _stumpff(s):
    """Stumpff's functions c_n = 1/n! - s/(n + 2)! + s^2/(n + 4)! - ..., n from 0 to 5, good up to s = 2.25; 2 dc_n/ds = n c_(n+2) - c_(n+1).

    With s = a^2, c_1 = sin(a)/a, c_2 = (1 - cos(a))/a^2, c_3 = (a - sin(a))/a^3.
    Source: Danby, Fundamentals of Celestial Mechanics (1992), section 6.9.
    """
    c = [0.0] * 6
    for n in reversed(range(6, 24)):
        c[4 + n % 2] = 1.0 / factorial(n - 2) - s * c[4 + n % 2]
    for n in reversed(range(4)):
        c[n] = 1.0 / factorial(n) - s * c[n + 2]
    return c


def from_roll_pitch_yaw(roll, pitch, yaw):
    """R_ab (3, 3) of a frame b turned by yaw about z, then by pitch about its own y, then by roll about its own x [rad]."""
    return about_z(yaw) @ about_y(pitch) @ about_x(roll)


def roll_pitch_yaw(R):
    """The angles [rad] that `from_roll_pitch_yaw` makes R (3, 3) of; at a pitch of +-pi/2 roll and yaw cannot be told apart."""
    level = (R[0, 0] * R[0, 0] + R[1, 0] * R[1, 0]) ** 0.5
    return arctan2(R[2, 1], R[2, 2]), arctan2(-R[2, 0], level), arctan2(R[1, 0], R[0, 0])


def turned(R, A):
    """R A R^T: a matrix A (3, 3) of frame b, resolved in frame a, for R_ab (3, 3).

    About a coordinate axis the identities of the double angle (Mohr's circle) take half the operations of the products.
    """
    turned = R @ A @ R.T
    i = None if R.dtype == float else axis_of(R)  # on plain floats looking for it would cost more than it saves
    if i is not None:
        j, k = (i + 1) % 3, (i + 2) % 3
        c, s = R[j, j], R[k, j]
        t = c * (A[j, j] - A[k, k]) - s * (A[j, k] + A[k, j])
        ct, st = c * t, s * t
        turned[j, j], turned[k, k] = A[k, k] + ct, A[j, j] - ct
        turned[j, k], turned[k, j] = A[j, k] + st, A[k, j] + st
    return turned


def axis_of(R):
    """The coordinate axis (0, 1 or 2) that R (3, 3) is known to turn about; None if there is none, or by right angles only."""
    known = [[_number(entry) for entry in row] for row in R]
    if all(entry in (0.0, 1.0, -1.0) for row in known for entry in row):
        return None
    others = ((1, 2), (2, 0), (0, 1))
    alone = (all(known[i][j] == known[j][i] == 0.0 for j in others[i]) for i in range(3))
    return next((i for i, zeros in enumerate(alone) if zeros and known[i][i] == 1.0), None)


def _number(entry) -> float | None:
    """The entry where it is a number, whether traced or not."""
    if isinstance(entry, Traced):
        return float(entry.sx) if entry.sx.is_constant() else None
    return entry if isinstance(entry, float) else None


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
