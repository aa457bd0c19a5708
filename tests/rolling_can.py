"""A cylinder that rolls on its lower edge without sliding, by Newton and Euler: the equations for SciPy."""

from __future__ import annotations

import numpy as np
from scipy.integrate import solve_ivp
from scipy.spatial.transform import Rotation

from tests.rigid_contacts import G

UP = np.array([0.0, 0.0, 1.0])


def skew(a: np.ndarray) -> np.ndarray:
    """The matrix of a cross product."""
    return np.cross(np.eye(3), a)


def lowest(R: np.ndarray, w: np.ndarray, radius: float, length: float) -> tuple[np.ndarray, np.ndarray]:
    """From the centre to the lowest point of the edge, in the world, and how that changes as the body turns at w (in the world)."""
    axis = R[:, 2]
    turned = np.cross(w, axis)
    across = UP - axis[2] * axis
    rate = -turned[2] * axis - axis[2] * turned
    size = np.linalg.norm(across)
    up = across / size
    return -0.5 * length * axis - radius * up, -0.5 * length * turned - radius * (rate - up * (up @ rate)) / size


def rolled(m: float, I: np.ndarray, radius: float, length: float, tilt: float, spin: float, t: float) -> tuple[np.ndarray, np.ndarray]:
    """(Q, w in the body, v, r) at the start, tilted about x and spinning about its axis, and at a time."""
    Q = np.array([np.sin(tilt / 2), 0.0, 0.0, np.cos(tilt / 2)])
    R = Rotation.from_quat(Q).as_matrix()
    arm, _ = lowest(R, np.zeros(3), radius, length)
    start = np.r_[Q, 0.0, 0.0, spin, -np.cross(R @ [0.0, 0.0, spin], arm), 0.0, 0.0, -arm[2]]

    def rates(_: float, y: np.ndarray) -> np.ndarray:
        q, w = y[:4] / np.linalg.norm(y[:4]), y[4:7]
        R = Rotation.from_quat(q).as_matrix()
        arm, turned = lowest(R, R @ w, radius, length)
        A = np.block(
            [
                [I, -R.T @ skew(arm), np.zeros((3, 3))],  # unknown: angular accelerations, the force at the edge, accelerations of the centre
                [np.zeros((3, 3)), -np.eye(3), m * np.eye(3)],
                [-skew(arm) @ R, np.zeros((3, 3)), np.eye(3)],
            ]
        )
        found = np.linalg.solve(A, np.r_[-np.cross(w, I @ w), -m * G * UP, -np.cross(R @ w, turned)])
        half = 0.5 * np.r_[q[3] * w + np.cross(q[:3], w), -q[:3] @ w]
        return np.r_[half, found[:3], found[6:], y[7:10]]

    return start, solve_ivp(rates, (0.0, t), start, rtol=1e-10, atol=1e-12, method="DOP853").y[:, -1]
