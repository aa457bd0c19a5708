"""The figure of an inertia is the body of uniform density that has it: balls, cylinders and cuboids come back."""

import numpy as np
import pytest
from scipy.spatial.transform import Rotation

from mbfmu import Body
from mbfmu.scene.inertia_figure import inertia_figure
from mbfmu.scene.shapes import Ball, Cuboid, Round
from tests.tolerances import ROUNDOFF

M = 7.0  # kg


def body(moments: np.ndarray, R: np.ndarray) -> Body:
    return Body(m=M, I=R @ np.diag(moments) @ R.T, r_CM=[1, 2, 3])


def cuboid(a: float, b: float, c: float) -> np.ndarray:
    return M / 12 * np.array([b * b + c * c, a * a + c * c, a * a + b * b])


def cylinder(radius: float, length: float) -> np.ndarray:
    across = M * (3 * radius**2 + length**2) / 12
    return np.array([across, across, M * radius**2 / 2])


@pytest.mark.parametrize("seed", range(3))
def test_a_cuboid_comes_back(seed):
    R = Rotation.random(random_state=seed).as_matrix()
    shape, r, axes = inertia_figure(body(cuboid(0.3, 0.7, 2.0), R))
    assert isinstance(shape, Cuboid) and r.tolist() == [1, 2, 3]
    assert np.allclose(sorted(shape.size), [0.3, 0.7, 2.0], atol=ROUNDOFF)
    long = axes[:, np.argmax(shape.size)]
    assert abs(long @ R[:, 2]) == pytest.approx(1.0, abs=ROUNDOFF) and np.linalg.det(axes) == pytest.approx(1.0)


@pytest.mark.parametrize("radius, length", [(0.5, 0.1), (0.1, 3.0)])
def test_a_disk_and_a_bar_come_back(radius, length):
    R = Rotation.random(random_state=1).as_matrix()
    shape, _, axes = inertia_figure(body(cylinder(radius, length), R))
    assert isinstance(shape, Round) and [shape.radius, shape.length] == pytest.approx([radius, length], abs=ROUNDOFF)
    assert abs(axes[:, 2] @ R[:, 2]) == pytest.approx(1.0, abs=ROUNDOFF)


def test_a_ball_comes_back():
    shape, _, _ = inertia_figure(body(np.full(3, 0.4 * M * 0.3**2), np.eye(3)))
    assert shape == Ball(pytest.approx(0.3, abs=ROUNDOFF))


def test_a_point_has_none():
    assert inertia_figure(Body(m=1.0)) is None and inertia_figure(Body(m=0.0, I=[1, 1, 1])) is None
