"""State transition matrices and Floquet multipliers against closed forms."""

from __future__ import annotations

import numpy as np
import pytest
from scipy.linalg import expm
from scipy.optimize import brentq
from scipy.special import mathieu_a, mathieu_b

from mbfmu import BlockModel, Posture, compile_problem, linearize, simulate, transition_matrix
from mbfmu.base.errors import MbfmuError
from mbfmu.runs.load_any import load_any
from tests.library import FMUS, problem_of
from tests.tolerances import BOUNDARY, INTEGRATION

from .blocks import Mathieu

MATHIEU = compile_problem(BlockModel("Mathieu", Mathieu()))


def test_a_linear_model_has_its_matrix_exponential():
    problem = problem_of("quarter_car")
    found = transition_matrix(problem, 0.2)
    linear = linearize(problem)
    assert found.states == linear.states
    exact = expm(0.2 * linear.A)
    assert found.matrix == pytest.approx(exact, abs=INTEGRATION * np.abs(exact).max())


@pytest.mark.parametrize(
    "characteristic,order,q", [(mathieu_a, 0, 0.5), (mathieu_b, 1, 0.5), (mathieu_a, 1, 1.0), (mathieu_b, 2, 3.0), (mathieu_a, 2, 5.0)]
)
def test_mathieu(characteristic, order: int, q: float):
    """Boundaries of stability in the chart are where the multipliers are both 1 or both -1."""
    boundary = characteristic(order, q)
    side = 2.0 * (-1) ** order

    def beyond(a: float) -> float:
        return np.sum(transition_matrix(MATHIEU, np.pi, {"a": a, "q": q}).multipliers).real - side

    assert brentq(beyond, boundary - 0.02, boundary + 0.02, xtol=1e-10) == pytest.approx(boundary, abs=BOUNDARY)


def test_a_closed_loop_has_one_motion():
    """Of four joints one angle and its rate are independent; what sensors integrate is none."""
    found = transition_matrix(problem_of("four_bar"), 0.1)
    assert found.matrix.shape == (2, 2)
    assert len(found.states) == len(found.units) == 2


def test_an_undamped_pendulum_keeps_volume():
    """In angles and momenta M w the volume of neighbours stays (Liouville), so in angles and rates it follows from the mass matrix M."""
    names, end = ("pivot", "elbow", "wrist"), simulate(problem_of("triple_pendulum"), 1.0, 1.0)[-1]
    posture = Posture(load_any(FMUS / "triple_pendulum/model.py"))
    volumes = []
    for angles in ({"pivot": 0.5, "elbow": 0.3, "wrist": -0.4}, {name: end[f"{name}_angle"] for name in names}):
        posture.place({f"{name}.phi": angle for name, angle in angles.items()})
        volumes.append(np.linalg.det(posture.mass_matrix()))
    found = transition_matrix(problem_of("triple_pendulum"), 1.0)
    assert np.linalg.det(found.matrix) == pytest.approx(volumes[0] / volumes[1], rel=INTEGRATION)


def test_a_time_is_refused():
    with pytest.raises(MbfmuError, match="a time > 0 s"):
        transition_matrix(MATHIEU, 0.0)
