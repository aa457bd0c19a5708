"""Inertias of the shapes that cases are built of."""

import numpy as np


def bar(m: float, r: np.ndarray, width: float) -> np.ndarray:
    """Moments of inertia (3, 3) [kg.m2] of a homogeneous bar of square section along r (3,) [m], about its centre."""
    length, n = np.linalg.norm(r), np.asarray(r) / np.linalg.norm(r)
    return around(n, m * width**2 / 6, m * (length**2 + width**2) / 12)


def cylinder(m: float, r: np.ndarray, diameter: float) -> np.ndarray:
    """Moments of inertia (3, 3) [kg.m2] of a homogeneous cylinder along r (3,) [m], about its centre."""
    length, n = np.linalg.norm(r), np.asarray(r) / np.linalg.norm(r)
    return around(n, m * diameter**2 / 8, m * (length**2 / 12 + diameter**2 / 16))


def around(n: np.ndarray, axial: float, transverse: float) -> np.ndarray:
    """The tensor with the moment `axial` about n (3,) and `transverse` across."""
    nn = np.outer(n, n)
    return axial * nn + transverse * (np.eye(3) - nn)
