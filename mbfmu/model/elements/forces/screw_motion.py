"""The screw motion that takes one frame to another: its logarithm on SE(3), the rate of it, and the wrenches that do work on it."""

import numpy as np

from ....base.scalars import Record, arctan2, maximum, norm, where
from ....base.spatial.rotations import cross

SMALL = 1e-3  # of sin^2(theta/2), below which series are exact to roundoff
OPPOSITE = 1e-12  # of four times the square of cos(theta/2): numbers stay finite where theta passes pi


def screw_motion(a, b):
    """u (3,) [m] and theta (3,) [rad] of the screw that takes frame a to frame b in unit time, resolved in either, and `turn`, the size of theta.

    With them come G, A and B of the series of the tangent map; theta below pi. Source: Sonneville, Cardona, Bruls (2014), app. A.
    """
    R = a.R.T @ b.R
    d = a.R.T @ (b.r - a.r)
    trace = R[0, 0] + R[1, 1] + R[2, 2]
    twice_sine = np.array([R[2, 1] - R[1, 2], R[0, 2] - R[2, 0], R[1, 0] - R[0, 1]])
    e4 = 0.5 * maximum(1.0 + trace, OPPOSITE) ** 0.5
    e = twice_sine / (4.0 * e4)
    f, G, A, B = _coefficients(e @ e, e4)
    theta = 2.0 * f * e
    across = cross(theta, d)
    return Record(u=d - 0.5 * across + G * cross(theta, across), theta=theta, turn=arctan2(norm(twice_sine), trace - 1.0), A=A, B=B)


def _coefficients(s, e4):
    """f = (theta/2) / sin(theta/2) with s = sin^2(theta/2), and G, A, B, which Bernoulli's numbers begin: 1/12, 1/12, -1/720."""
    far = maximum(s, SMALL)
    root = far**0.5
    f = arctan2(root, e4) / root
    square = 4.0 * f * f * far
    G = (1.0 - e4 * f) / square
    K = 0.5 * (e4 * f - f * f) / square
    near = 1.0 + s * (1.0 / 6.0 + s * (3.0 / 40.0 + s * (5.0 / 112.0 + s * 35.0 / 1152.0)))
    y = 4.0 * near * near * s
    return (
        where(s < SMALL, near, f),
        where(s < SMALL, 1.0 / 12.0 + y * (1.0 / 720.0 + y * (1.0 / 30240.0 + y / 1209600.0)), G),
        where(s < SMALL, 1.0 / 12.0 - y * y * (1.0 / 30240.0 + y / 604800.0), 2.0 * G + K),
        where(s < SMALL, -1.0 / 720.0 - y * (1.0 / 15120.0 + y / 403200.0), (G + K) / square),
    )


def screw_rate(screw, a, b):
    """The rates of u and theta while the frames move.

    With V = (v, w) of each frame, resolved in itself: E (V_b - V_a) + ad (V_a + V_b) / 2, where E = 1 + A ad^2 + B ad^4 and
    ad(v, w) = (theta x v + u x w, theta x w).
    """
    v_a, v_b = a.R.T @ a.v, b.R.T @ b.v

    def ad(v, w):
        return cross(screw.theta, v) + cross(screw.u, w), cross(screw.theta, w)

    even, odd = _even(screw, ad, v_b - v_a, b.w - a.w), ad(v_a + v_b, a.w + b.w)
    return even[0] + 0.5 * odd[0], even[1] + 0.5 * odd[1]


def wrenches_along(screw, n, m):
    """Force and torque in frame a and in frame b, each resolved in its frame, of a force n along u and a torque m along theta.

    Those in b do work on its motion, minus those in a on that of a: together that of n and m on the rates of u and theta.
    """

    def transposed(n, m):
        return cross(n, screw.theta), cross(n, screw.u) + cross(m, screw.theta)

    (f, t), (df, dt) = _even(screw, transposed, n, m), transposed(n, m)
    return (f - 0.5 * df, t - 0.5 * dt), (f + 0.5 * df, t + 0.5 * dt)


def _even(screw, ad, x, y):
    """(1 + A ad^2 + B ad^4) (x, y)."""
    x_2, y_2 = ad(*ad(x, y))
    x_4, y_4 = ad(*ad(x_2, y_2))
    return x + screw.A * x_2 + screw.B * x_4, y + screw.A * y_2 + screw.B * y_4
