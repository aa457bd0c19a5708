"""The overhung rotor against the closed form of Stodola and Green."""

import numpy as np
import pytest

from mbfmu import linearize
from tests.library import problem_of
from tests.tolerances import PUBLISHED_DIGITS

LENGTH, EI = 0.5, 210e9 * np.pi * 0.02**4 / 64
MASS, ACROSS, ALONG = 10.0, 0.08, 0.16  # kg, kg.m2: moments of inertia about a diameter and about the axle


def whirl(speed: float) -> np.ndarray:
    """Frequencies [rad/s] of forward and backward whirl, as exp(i w t) of u = y + i z and theta = theta_y + i theta_z."""
    M, G = np.diag([MASS, ACROSS]), np.diag([0.0, ALONG * speed])
    K = EI / LENGTH**3 * np.array([[12.0, -6.0 * LENGTH], [-6.0 * LENGTH, 4.0 * LENGTH**2]])
    return np.linalg.eigvals(np.block([[np.zeros((2, 2)), np.eye(2)], [np.linalg.solve(M, K), np.linalg.solve(M, G)]])).real


@pytest.mark.parametrize("rpm", [0, 1000, 2000, 4000, 8000])
def test_whirl_frequencies_over_the_spin(rpm: int):
    speed = rpm * np.pi / 30.0
    found = sorted(mode.eigenvalue.imag for mode in linearize(problem_of("rotor"), {"speed": speed}).modes() if mode.eigenvalue)
    assert found == pytest.approx(sorted(np.abs(whirl(speed))), rel=PUBLISHED_DIGITS)


def test_the_end_of_the_shaft_bends_as_that_of_a_beam():
    """Under a force: F L^3 / 3 EI, and a slope of F L^2 / 2 EI."""
    system = linearize(problem_of("rotor"), {"speed": 0.0})
    still = [i for i, name in enumerate(system.states) if not name.startswith("spin.")]
    by_force = -np.linalg.solve(system.A[np.ix_(still, still)], system.B[still])
    bent = {name: (system.C[:, still] @ by_force)[i] for i, name in enumerate(system.outputs)}
    assert bent["y"][1] == pytest.approx(LENGTH**3 / (3 * EI), rel=PUBLISHED_DIGITS)
    assert bent["tilt_z"][1] == pytest.approx(LENGTH**2 / (2 * EI), rel=PUBLISHED_DIGITS)
