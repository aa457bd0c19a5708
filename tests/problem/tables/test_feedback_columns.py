"""Columns of a feedback's Jacobian that one tangent finds."""

import numpy as np
import pytest

from mbfmu import Body, Contact, FreeMotion, Model, PlaneSurface, SphereSurface, World, compile_problem, simulate
from mbfmu.problem.data.steps import FeedbackSolve
from mbfmu.problem.tables.feedback_columns import tangents_of
from tests.rigid_contacts import box
from tests.tolerances import RESTING

RANDOM = np.random.default_rng(3)


def restored(pattern: np.ndarray, numbers: np.ndarray) -> np.ndarray:
    """A matrix with a pattern from its products with as many sums of unit vectors as there are tangents."""
    found = np.zeros_like(numbers)
    for columns in np.reshape(tangents_of(pattern), (-1, len(pattern))):
        seeds = np.isin(np.arange(len(pattern)), columns)
        product, rows = numbers @ seeds, np.flatnonzero(columns >= 0)
        found[rows, columns[rows]] = product[rows]
    return found


@pytest.mark.parametrize("share", [0.0, 0.1, 0.5, 1.0])
def test_a_matrix_is_restored_from_its_tangents(share: float) -> None:
    pattern = (RANDOM.random((12, 12)) < share) | np.eye(12, dtype=bool)
    numbers = pattern * RANDOM.normal(size=pattern.shape)
    assert (restored(pattern, numbers) == numbers).all()


def feedback(model: Model) -> FeedbackSolve:
    (found,) = [step for step in compile_problem(model).derivative if isinstance(step, FeedbackSolve)]
    return found


def masses(count: int) -> Model:
    model = Model("Masses")
    model.world, model.point, model.ground = World(g=9.81), SphereSurface(radius=0.0), PlaneSurface()
    for i in range(count):
        body = model.add(f"body_{i}", Body(m=1.0 + i, I=[0.1, 0.1, 0.1]))
        free = model.add(f"free_{i}", FreeMotion(model.world.frame_b, body.frame_a, r_start=[0, float(i), 0], v_start=[1.0 + i, 0, 0]))
        model.add(f"contact_{i}", Contact(body.frame_a, model.world.frame_b, model.point, model.ground, friction="coulomb", mu=0.1 * (i + 1)))
        model.expose(outputs={f"r_{i}": free.r})
    return model


def test_bodies_that_do_not_feel_each_other_share_a_tangent() -> None:
    assert feedback(masses(5)).columns == (0, 1, 2, 3, 4)


def test_points_of_one_body_have_tangents_of_their_own() -> None:
    step = feedback(box(friction="coulomb", mu=0.5))
    assert len(step.columns) == step.newton.unknown.size**2


def test_masses_slide_each_by_its_own_friction() -> None:
    result = simulate(masses(3), 2.0)
    for i in range(3):
        v, braking = 1.0 + i, 0.1 * (i + 1) * 9.81
        t = min(2.0, v / braking)
        assert result[f"r_{i}[1]"][-1] == pytest.approx(v * t - braking * t * t / 2, abs=RESTING)
