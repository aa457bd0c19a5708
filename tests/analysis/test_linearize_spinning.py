"""Linear systems of bodies that spin: Euler's equations, in axes that turn with the body, whatever the formulation."""

import numpy as np
import pytest

from mbfmu import Body, FreeMotion, Model, Spherical, World, compile_problem, linearize
from mbfmu.problem.schedules import FORMULATIONS
from tests.analysis.test_second_order import QUICK_FIRST
from tests.tolerances import EIGENVALUE, INTEGRATION

TILTED = [0.1, -0.3, 0.2, 0.9]  # Euler parameters, not normalized: any attitude


def satellite(formulation: str, I: list[float], w: list[float]) -> Model:
    model = Model("Satellite", formulation=formulation)
    model.world, model.body = World(g=0), Body(m=2.0, I=I)
    model.free = FreeMotion(model.world.frame_b, model.body.frame_a, Q_start=TILTED, w_start=w, v_start=[1.0, 2.0, 3.0])
    return model


def assert_eigenvalues(A: np.ndarray, expected: list[complex]) -> None:
    """Each is found once; double zeros are known to the root of roundoff."""
    found = np.linalg.eigvals(A).tolist()
    for value in expected:
        nearest = min(found, key=lambda one: abs(one - value))
        assert nearest == pytest.approx(value, abs=EIGENVALUE)
        found.remove(nearest)
    assert found == []


@pytest.mark.parametrize("formulation", FORMULATIONS)
def test_an_asymmetric_top_about_each_principal_axis(formulation: str):
    """Euler: lambda^2 = W^2 (I_k - I_i)(I_j - I_k) / (I_i I_j) of the speeds; the turning axes add 0 and +-i W of the angles."""
    I, W = [1.0, 2.0, 2.5], 4.0
    problem = compile_problem(satellite(formulation, I, [0.0, 0.0, W]))
    for k in range(3):
        i, j = (k + 1) % 3, (k + 2) % 3
        found = linearize(problem, {"free.w_start": W * np.eye(3)[k]})
        growth = np.emath.sqrt(W**2 * (I[k] - I[i]) * (I[j] - I[k]) / (I[i] * I[j]))
        assert_eigenvalues(found.A, [growth, -growth, 1j * W, -1j * W, *[0.0] * 8])


@pytest.mark.parametrize("formulation", FORMULATIONS)
def test_a_symmetric_top_that_wobbles(formulation: str):
    """In precession, at one instant: speeds follow Euler's equations, and angles turn with the body, theta' = dw - w x theta."""
    I, w = [2.0, 2.0, 1.0], np.array([0.5, 0.0, 3.0])
    found = linearize(satellite(formulation, I, w.tolist()))
    speeds = [found.states.index(name) for name in found.speeds if ".w[" in name]
    rate = (I[2] - I[0]) / I[0]
    euler = np.array([[0, -rate * w[2], -rate * w[1]], [rate * w[2], 0, rate * w[0]], [0, 0, 0]])
    assert found.A[np.ix_(speeds, speeds)] == pytest.approx(euler, abs=INTEGRATION)
    angles = [i - len(found.states) // 2 for i in speeds]
    turning = -np.array([[0, -w[2], w[1]], [w[2], 0, -w[0]], [-w[1], w[0], 0]])
    assert found.A[np.ix_(angles, angles)] == pytest.approx(turning, abs=INTEGRATION)
    assert found.A[np.ix_(angles, speeds)] == pytest.approx(np.eye(3), abs=INTEGRATION)


@pytest.mark.parametrize("formulation", QUICK_FIRST)
def test_a_sleeping_top(formulation: str):
    """Upright and spinning about its axis: in axes of the body, lambda = +-i (I_3 W / (2 I_1) - W +- sqrt((I_3 W / 2 I_1)^2 - m g l / I_1))."""
    m, g, l, I_1, I_3, W = 1.5, 9.81, 0.2, 0.02, 0.01, 40.0
    model = Model("Top", formulation=formulation)
    model.world, model.top = World(g=g), Body(m=m, r_CM=[0, 0, l], I=[I_1, I_1, I_3])
    model.tip = Spherical(model.world.frame_b, model.top.frame_a, w_start=[0, 0, W])
    about_tip = I_1 + m * l**2
    half, root = I_3 * W / (2 * about_tip), np.emath.sqrt((I_3 * W / (2 * about_tip)) ** 2 - m * g * l / about_tip)
    expected = [1j * (sign * (half + both * root - W)) for sign in (1, -1) for both in (1, -1)]
    assert_eigenvalues(linearize(model).A, [*expected, 0.0, 0.0])
