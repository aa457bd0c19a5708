"""Thin shells that curve in two directions: how much of their deflection flat elements lack, and that this is told."""

import warnings

import numpy as np
import pytest

from mbfmu import Material, SurfaceMesh, shell_data
from mbfmu.model.structure.shell_curvature import arcs
from tests.model.structure.plates import box
from tests.tolerances import ARC, DOMES

RUBBER = Material(E=6.825e7, rho=1000.0, nu=0.3)
R, H, HOLE = 10.0, 0.04, np.radians(18.0)  # m, m: of MacNeal and Harder


def hemisphere(n: int) -> SurfaceMesh:
    """n by n elements over each quarter, down from a hole of 18 degrees."""
    angles, around = np.linspace(0.0, np.pi / 2 - HOLE, n + 1), np.pi / 2 / n * np.arange(4 * n)
    places = [R * np.array([np.cos(t) * np.cos(p), np.cos(t) * np.sin(p), np.sin(t)]) for t in angles for p in around]
    turn = lambda i, j: 4 * n * i + j % (4 * n)
    return SurfaceMesh(
        places, quadrilaterals=[[turn(i, j), turn(i, j + 1), turn(i + 1, j + 1), turn(i + 1, j)] for i in range(n) for j in range(4 * n)]
    )


def tube(n: int) -> SurfaceMesh:
    places = [(x, R * np.cos(p), R * np.sin(p)) for x in np.linspace(0.0, 5 * R, n) for p in 2 * np.pi / n * np.arange(n)]
    turn = lambda i, j: n * i + j % n
    return SurfaceMesh(
        places, quadrilaterals=[[turn(i, j), turn(i, j + 1), turn(i + 1, j + 1), turn(i + 1, j)] for i in range(n - 1) for j in range(n)]
    )


def test_the_arc_above_an_element():
    """a^2 / (8 R)."""
    height, length = arcs(hemisphere(16), np.full(4 * 16 * 16, H))
    middle = slice(4 * 16 * 4, 4 * 16 * 5)
    assert height[middle] == pytest.approx(length[middle] ** 2 / (8 * R * H), rel=ARC)
    assert not height[: 4 * 16].any()  # at the edge


@pytest.mark.parametrize("n, lacking", [(8, 0.50), pytest.param(16, 0.07, marks=pytest.mark.slow), pytest.param(32, 0.005, marks=pytest.mark.slow)])
def test_a_pinched_hemisphere(n, lacking):
    """Four forces of 2 N on its edge, in and out in turn, deflect it by 0.0935 m; the warning says how fine the mesh must be."""
    with warnings.catch_warnings(record=True) as said:
        warnings.simplefilter("always")
        data = shell_data(hemisphere(n), RUBBER, H, {f"p{k}": [k * n] for k in range(4)}, modes=0)
    directions = [np.array([np.cos(k * np.pi / 2), np.sin(k * np.pi / 2), 0.0]) for k in range(4)]
    loads = sum((data.nodes[f"p{k}"].Phi.T @ (2.0 * (-1) ** k * directions[k]) for k in range(4)), np.zeros(data.modes))
    found = (data.nodes["p0"].Phi @ np.linalg.solve(data.Ke, loads))[0]
    assert found / 0.0935 == pytest.approx(1.0 - lacking, abs=DOMES)
    assert [str(one.message).startswith("The shell curves in two directions about (") for one in said] == [True] * (n < 32)


@pytest.mark.parametrize("mesh", [tube(12), box(2.0, 0.1, 0.2, 10, 2, 2)])
def test_tubes_and_folds_are_no_domes(mesh):
    assert arcs(mesh, np.full(mesh.count, 1e-3))[0].max() == pytest.approx(0.0, abs=1e-3)
