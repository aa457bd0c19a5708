"""The sparse matrices of compiled mechanisms: the same numbers as the dense ones, and as many nonzeros as there are bodies and loops."""

import numpy as np
import pytest

from mbfmu.model.elements.joints import Prismatic, Revolute, Spherical, Universal
from mbfmu.problem.data.constraint_manifold import Pattern
from mbfmu.problem.mechanism.mechanics import compile_model

from ...cases.iftomm_a02_nfourbar import TILTED, mechanism
from ...random_loops import random_mechanism
from ...running import Running
from ...tolerances import ROUNDOFF


def spread(values: np.ndarray, pattern: Pattern, n: int) -> np.ndarray:
    """All numbers (m, n) of a matrix given by its nonzeros."""
    dense = np.zeros((len(pattern), n))
    dense[np.repeat(np.arange(len(pattern)), [len(columns) for columns in pattern]), np.concatenate(pattern)] = values
    return dense


@pytest.mark.parametrize("seed", range(3))
def test_the_same_numbers_as_dense(seed: int) -> None:
    """Joint coordinates solve for accelerations with dense matrices."""
    random = np.random.default_rng(seed)
    model = random_mechanism(random, [Revolute, Spherical, Prismatic, Universal, Revolute], [Spherical]).model
    running = Running(compile_model(model, "joint_coordinates"))
    running.evaluate()
    running.constraints()
    (manifold,), numbers = running.problem.manifolds, running.buffers
    n = manifold.nv
    lower, A = spread(numbers["M_nonzeros"], manifold.M_pattern, n), spread(numbers["A_nonzeros"], manifold.A_pattern, n)
    M = numbers["M"].reshape(n, n)
    np.testing.assert_allclose(lower + np.tril(lower, -1).T, M, rtol=0, atol=ROUNDOFF * np.abs(M).max())
    np.testing.assert_allclose(A, numbers["A"].reshape(-1, n), rtol=0, atol=ROUNDOFF * np.abs(A).max())


def test_each_window_adds_as_many_nonzeros() -> None:
    """In a chain of four-bars, where the first window and the second have fewer neighbours."""
    sizes = [compile_model(mechanism(windows, TILTED)).sizes for windows in (3, 4, 5)]
    for slot in ("A_nonzeros", "M_nonzeros", "A_start_nonzeros"):
        first, second, third = (size[slot] for size in sizes)
        assert third - second == second - first
