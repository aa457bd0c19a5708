"""Accelerations of bodies that slide: friction multiplies factors, in functions written flat and as calls of kernels."""

from __future__ import annotations

import numpy as np
import pytest

from mbfmu import Body, Contact, FreeMotion, Model, PlaneSurface, SphereSurface, World
from mbfmu.problem.data.problem import Problem
from mbfmu.problem.mechanism.mechanics import compile_model
from mbfmu.problem.schedules import builder
from tests.tolerances import ROUNDOFF

BODIES, FACTORS = 2, 9  # of each body: 6 accelerations and 3 rows by its normal force


@pytest.fixture(scope="module")
def problem() -> Problem:
    model = Model("Pucks")
    model.world, model.point, model.ground = World(g=9.81), SphereSurface(radius=0.1), PlaneSurface()
    for i in range(BODIES):
        body = model.add(f"body_{i}", Body(m=1.0, r_CM=[0.1, 0.0, 0.2], I=[0.1, 0.2, 0.3]))
        model.add(f"free_{i}", FreeMotion(model.world.frame_b, body.frame_a, r_start=[0.0, float(i), 0.1], v_start=[1.0, 0.0, 0.0]))
        model.add(f"contact_{i}", Contact(body.frame_a, model.world.frame_b, model.point, model.ground, friction="coulomb", mu=0.3))
    with pytest.MonkeyPatch.context() as patch:  # as functions of many bodies are written
        patch.setattr(builder, "FLAT", 100)
        patch.setattr(builder, "WORTH", 0.0)
        return compile_model(model)


def test_kernels_find_the_factors_of_the_flat_function(problem: Problem):
    flat, kernels = problem.functions["derivative"], problem.composed["derivative"]
    rng = np.random.default_rng(0)
    given = [rng.normal(size=flat.size1_in(i)) for i in range(flat.n_in())]
    for found, expected in zip(kernels.call(given), flat.call(given)):
        size = 1.0 + np.abs(np.array(expected)).max(initial=0.0)
        assert np.array(found) == pytest.approx(np.array(expected), abs=size * ROUNDOFF)


def test_bodies_apart_have_a_factor_for_each_number_of_their_own(problem: Problem):
    """Linear, and nothing of one body by the normal force of another."""
    split = problem.functions["derivative_by_z"]
    z, terms = (next(i for i in range(2) if (split.size1_in(i) == BODIES) == own) for own in (True, False))
    assert split.size1_in(terms) == 2 * BODIES * FACTORS
    rng = np.random.default_rng(1)
    given = [rng.normal(size=split.size1_in(i)) for i in range(2)]

    def at(forces: np.ndarray) -> np.ndarray:
        return np.concatenate([np.array(found).ravel() for found in split.call([forces if i == z else given[i] for i in range(2)])])

    one, other = rng.normal(size=(2, BODIES))
    assert at(2 * one - 3 * other) == pytest.approx(2 * at(one) - 3 * at(other) + 2 * at(np.zeros(BODIES)), abs=10 * ROUNDOFF)
