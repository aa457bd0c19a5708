"""The linear single-track model by its matrices, written from Riekert & Schunck (1940), for comparison with manoeuvres."""

import numpy as np

CAR = {"m": 1500.0, "I_z": 2500.0, "l_f": 1.2, "l_r": 1.6, "c_f": 80e3, "c_r": 100e3}
BASE = CAR["l_f"] + CAR["l_r"]
UNDERSTEER = CAR["m"] / BASE * (CAR["l_r"] / CAR["c_f"] - CAR["l_f"] / CAR["c_r"])  # rad.s2/m


def matrices(v: float) -> tuple[np.ndarray, np.ndarray, np.ndarray, np.ndarray]:
    """A, B, C and D of side-slip angle and yaw rate, with the outputs yaw rate and lateral acceleration, by the front wheels' angle."""
    m, I_z, l_f, l_r, c_f, c_r = CAR.values()
    A = np.array(
        [
            [-(c_f + c_r) / (m * v), (c_r * l_r - c_f * l_f) / (m * v * v) - 1.0],
            [(c_r * l_r - c_f * l_f) / I_z, -(c_f * l_f**2 + c_r * l_r**2) / (I_z * v)],
        ]
    )
    B = np.array([c_f / (m * v), c_f * l_f / I_z])
    return A, B, np.array([[0.0, 1.0], v * (A[0] + [0.0, 1.0])]), np.array([0.0, v * B[0]])


def response(v: float, frequencies: np.ndarray) -> np.ndarray:
    """The complex responses (frequencies, 2) of yaw rate and lateral acceleration."""
    A, B, C, D = matrices(v)
    return np.array([C @ np.linalg.solve(2j * np.pi * f * np.eye(2) - A, B) + D for f in np.atleast_1d(frequencies)])


def after_ramp(v: float, rise: float, time: np.ndarray) -> np.ndarray:
    """Yaw rate and lateral acceleration (times, 2) by an angle that grows to 1 rad within `rise` [s]: the difference of two ramp responses."""
    A, B, C, D = matrices(v)
    values, vectors = np.linalg.eig(A)
    modes = np.linalg.solve(vectors, B.astype(complex))

    def ramp(t: np.ndarray) -> np.ndarray:
        t = np.maximum(t, 0.0)[:, np.newaxis]
        x = ((np.exp(values * t) - 1.0 - values * t) / values**2 * modes) @ vectors.T
        return (x @ C.T).real + t * D

    return (ramp(time) - ramp(time - rise)) / rise
