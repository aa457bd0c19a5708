"""Derivatives of every method for accelerations and multipliers in C: tangents against differences, adjoints against tangents."""

from __future__ import annotations

import numpy as np
import pytest

from tests.tolerances import CONDITIONED, EPS

from .constrained import METHODS, every_method, every_method_for_singular_masses, solved
from .solving import check_adjoint, check_derivatives, relative_direction
from .systems import System, random_system


@every_method
@pytest.mark.parametrize("case", ["regular", "loops", "none kept"])
@pytest.mark.parametrize("seed", range(3))
def test_derivatives_of_a_constrained_solve(solves, kind: str, case: str, seed: int) -> None:
    system = random_system(seed, loops=2 if case == "loops" else 1)
    if case == "none kept":
        system.kept[:] = 0.0
    *_, rig = solved(solves, kind, system)
    check_derivatives(rig, relative_direction(rig, "MfAb", seed), ("a", "l"))


@pytest.mark.parametrize("seed", range(3))
def test_derivatives_with_a_light_speed(solves, seed: int) -> None:
    """Differences of methods that are not well conditioned there are noise, but their tangents are those of the tangent space."""
    system = System(np.diag([1.0, 2.0, 3.0, 1e-9]), [[1, 0, 0, 1], [0, 1, 0, 1], [0, 0, 1, 1]], [1, 2, 3, 4], [5, 6, 7])
    *_, rig = solved(solves, "TANGENT_SPACE", system)
    direction, results = relative_direction(rig, "MfAb", seed), ("a", "l")
    check_derivatives(rig, direction, results)
    expected = rig.tangent(direction, results)
    for kind in METHODS:
        *_, other = solved(solves, kind, system)
        tolerance = CONDITIONED * EPS * system.condition() * np.abs(expected).max()
        assert other.tangent(direction, results) == pytest.approx(expected, abs=tolerance)


@every_method_for_singular_masses
@pytest.mark.parametrize("seed", range(3))
def test_derivatives_with_singular_mass(solves, kind: str, seed: int) -> None:
    """Along a direction that leaves the mass matrix singular."""
    *_, rig = solved(solves, kind, random_system(seed, massless=3))
    check_derivatives(rig, relative_direction(rig, "fAb", seed) | {"M": 0.1 * rig["M"]}, ("a", "l"))


@every_method
def test_derivatives_in_a_singular_position(solves, kind: str) -> None:
    """A lost row says nothing; directions along which it stays the one that is lost."""
    system = random_system(3, redundant=0)
    system.A[3], system.b[3] = system.A[0] - 2 * system.A[1], 1.0
    *_, lost, rig = solved(solves, kind, system)
    assert lost == 1
    direction, results = relative_direction(rig, "Mfb", 1), ("a", "l")
    np.fill_diagonal(direction["M"], 0.0)
    check_derivatives(rig, direction, results)
    check_adjoint(rig, relative_direction(rig, "MfAb", 2), results)
