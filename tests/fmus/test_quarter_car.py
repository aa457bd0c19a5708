"""The quarter car against the matrices of its two degrees of freedom."""

import numpy as np
import pytest

from mbfmu import equilibrium
from tests.library import problem_of
from tests.tolerances import SETTLED

BODY, WHEEL, SPRING, TIRE, DAMPER, G = 250.0, 40.0, 16e3, 160e3, 1e3, 9.81
M = np.diag([BODY, WHEEL])  # of the heights of body and wheel
K = np.array([[SPRING, -SPRING], [-SPRING, SPRING + TIRE]])
D = np.array([[DAMPER, -DAMPER], [-DAMPER, DAMPER]])


@pytest.fixture(scope="module")
def settled():
    return equilibrium(problem_of("quarter_car"))


def test_it_sinks_onto_its_springs(settled):
    assert settled.outputs["suspension_travel"] == pytest.approx(-BODY * G / SPRING, abs=SETTLED)
    assert settled.outputs["wheel_height"] == pytest.approx(-(BODY + WHEEL) * G / TIRE, abs=SETTLED)


def test_its_eigenvalues(settled):
    A = np.block([[np.zeros((2, 2)), np.eye(2)], [-np.linalg.solve(M, K), -np.linalg.solve(M, D)]])
    found = np.linalg.eigvals(settled.linearization.A)
    assert np.sort_complex(found) == pytest.approx(np.sort_complex(np.linalg.eigvals(A)), rel=SETTLED)


def test_where_the_wheel_hops_the_body_moves_against_the_road(settled):
    """Where the tire's force by the wheel's motion is what accelerates the wheel, what is left of it moves the body, whatever the suspension is."""
    response = settled.linearization.frequency_response([np.sqrt(TIRE / WHEEL) / (2 * np.pi)], ["road"])
    body = response.of("wheel_height", "road") + response.of("suspension_travel", "road")
    assert body == pytest.approx(-WHEEL / BODY, abs=SETTLED)
