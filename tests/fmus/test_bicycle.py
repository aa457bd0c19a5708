"""The bicycle against the benchmark: J. P. Meijaard, J. M. Papadopoulos, A. Ruina & A. L. Schwab, Linearized dynamics equations for the balance and
steer of a bicycle, Proc. R. Soc. A 463 (2007)."""

import numpy as np
import pytest
from scipy.optimize import brentq, linear_sum_assignment

from mbfmu import linearize
from mbfmu.linear.eigen import eigen
from tests.library import problem_of
from tests.tolerances import WHIPPLE

G = 9.81
# Of M q'' + v C1 q' + (g K0 + v^2 K2) q = 0 for lean and steer: eqs. 6.2 of the paper.
M = np.array([[80.81722, 2.31941332208709], [2.31941332208709, 0.29784188199686]])
C1 = np.array([[0.0, 33.86641391492494], [-0.85035641456978, 1.6854039739756]])
K0 = np.array([[-80.95, -2.59951685249872], [-2.59951685249872, -0.80329488458618]])
K2 = np.array([[0.0, 76.59734589573222], [0.0, 2.65431523794604]])
WEAVE, CAPSIZE = 4.29238253634111, 6.02426201538837  # m/s: section 7


def benchmark(speed: float) -> np.ndarray:
    stiffness, damping = np.linalg.solve(M, G * K0 + speed**2 * K2), np.linalg.solve(M, speed * C1)
    return np.linalg.eigvals(np.block([[np.zeros((2, 2)), np.eye(2)], [-stiffness, -damping]]))


def eigenvalues(speed: float) -> np.ndarray:
    """Of the whole bicycle: of leaning and steering, and zeros for place, heading, wheels and speed."""
    return eigen(linearize(problem_of("bicycle"), {"speed": speed}).A).values


def weaving(speed: float) -> float:
    """How fast the motion that oscillates grows."""
    found = eigenvalues(speed)
    return found[np.argmax(found.imag)].real


def capsizing(speed: float) -> float:
    """How fast the slow motion of leaning grows, beside which there are zeros only."""
    found = eigenvalues(speed)
    return found[np.abs(found) < 1.0].real.sum()


@pytest.mark.parametrize("speed", [0.0, 0.5, *map(float, range(1, 11))])
def test_it_has_the_eigenvalues_of_the_benchmark_and_zeros(speed: float):
    found, expected = eigenvalues(speed), np.r_[benchmark(speed), np.zeros(6)]
    distance = np.abs(found[:, np.newaxis] - expected)
    assert distance[linear_sum_assignment(distance)].max() < WHIPPLE


def test_it_balances_itself_between_its_weave_and_its_capsize_speed():
    assert brentq(weaving, 4.0, 4.5, xtol=1e-12) == pytest.approx(WEAVE, abs=WHIPPLE)
    assert brentq(capsizing, 5.9, 6.1, xtol=1e-12) == pytest.approx(CAPSIZE, abs=WHIPPLE)
