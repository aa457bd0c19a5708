"""The solves of a schedule against NumPy, SciPy and closed forms."""

import numpy as np
import pytest
from scipy.linalg import expm
from scipy.special import lambertw

from mbfmu.engine.instance import Instance
from mbfmu.runtime.errors import StepFailed
from tests.tolerances import INTEGRATION, ROUNDOFF

from .problems import lambert, two_masses


def test_spd_solve() -> None:
    """A linear oscillator by the matrix exponential."""
    instance = Instance(two_masses())
    instance.initialize()
    instance.advance(3.0, 1e-10)
    system = np.zeros((4, 4))
    system[:2, 2:], system[2:, :2] = np.eye(2), -np.linalg.inv([[2, 0.5], [0.5, 1]])
    assert instance.get("q") == pytest.approx((expm(3 * system) @ [1, 0, 0, 0])[:2], abs=INTEGRATION)


def test_spd_solve_names_the_matrix() -> None:
    """A matrix that is not positive definite is refused by name."""
    instance = Instance(two_masses(coupling=2.0))
    with pytest.raises(StepFailed, match="the mass matrix of TwoMasses: .* not positive definite at row 2 of 2"):
        instance.initialize()


@pytest.mark.parametrize("u", [-1.2, 0.0, 5.0, 1e6])
def test_newton_solve(u: float) -> None:
    """Lambert's W to roundoff, from a guess of 0, however far."""
    instance = Instance(lambert())
    instance.set("u", u)
    instance.initialize()
    assert instance.get("W") == pytest.approx(lambertw(u + 1).real, rel=ROUNDOFF)


def test_newton_solve_names_the_unknown() -> None:
    """Where there is no solution, the unknowns are named and keep their values."""
    instance = Instance(lambert())
    instance.initialize()
    before = instance.save()
    instance.set("u", -5.0)
    with pytest.raises(StepFailed, match="the unknown W: "):
        instance.advance(1.0)
    instance.set("u", 0.0)
    assert instance.save() == before
