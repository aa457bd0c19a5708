"""What constraints leave free, as the engine finds it: null spaces of rows, and motions and speeds of mechanisms in closed form."""

import numpy as np
import pytest
from scipy.linalg import null_space

from mbfmu import Body, FreeMotion, Model, RollingDisk, World, compile_problem
from mbfmu.engine.free_directions import free_directions
from mbfmu.engine.instance import Instance
from tests.tolerances import FINITE_DIFFERENCE, ROUNDOFF

from ..problem.linkages import closed, four_bar

RADIUS = 0.3  # m
ROUNDING = 1e-13  # of a row of length one


@pytest.mark.parametrize(("m", "n", "rank"), [(2, 5, 2), (5, 5, 3), (7, 4, 2), (3, 3, 3)])
def test_the_null_space_of_scipy(m: int, n: int, rank: int):
    rng = np.random.default_rng(m)
    rows = rng.normal(size=(m, rank)) @ rng.normal(size=(rank, n))
    found, expected = free_directions(rows), null_space(rows)
    assert found.shape == (n, n - rank)
    np.testing.assert_allclose(found.T @ found, np.eye(n - rank), atol=ROUNDOFF)
    np.testing.assert_allclose(found @ found.T, expected @ expected.T, atol=ROUNDOFF)


def test_rows_that_differ_by_rounding_tie_once():
    row = np.array([0.6, 0.8, 0.0])
    assert free_directions(np.array([row, row + [0.0, 0.0, ROUNDING]])).shape == (3, 2)


@pytest.mark.parametrize(("m", "n"), [(0, 3), (2, 0), (0, 0)])
def test_no_rows_tie_nothing(m: int, n: int):
    assert free_directions(np.zeros((m, n))).shape == (n, n)


def test_a_four_bar_moves_in_one_way():
    """Speeds are in the ratio of the derivatives of the closed form."""
    instance = Instance(compile_problem(four_bar()))
    instance.initialize()
    instance.outputs()
    motions, speeds = instance.free_motions()
    assert motions.shape[1] == speeds.shape[1] == 1
    lengths, h = {"crank": 0.4, "coupler": 1.2, "rocker": 0.9, "ground": 1.0}, 4e-3
    slope = lambda h: np.subtract(closed(**lengths, phi=-1.0 + h), closed(**lengths, phi=-1.0 - h)) / (2 * h)
    coupler, rocker = (4 * slope(h / 2) - slope(h)) / 3
    rates = {"A.w": 1.0, "B.w": coupler - 1.0, "C.w": rocker - coupler}
    names = list(instance.problem.state_names)
    moving = [name for name in rates if name in names]
    assert len(moving) >= 2
    for found in (motions, speeds):
        by_name = {name: found[names.index(name), 0] for name in moving}
        assert [by_name[name] / by_name["A.w"] for name in moving] == pytest.approx([rates[name] for name in moving], abs=FINITE_DIFFERENCE)


def test_a_rolling_disk_has_five_motions_and_three_speeds():
    """Contact takes one motion, rolling without slip two more speeds."""
    model = Model("Disk")
    model.world, model.disk = World(), Body(m=1.0, I=[0.1, 0.2, 0.1])
    model.free = FreeMotion(
        model.world.frame_b, model.disk.frame_a, r_start=[0.0, 0.0, RADIUS], w_start=[0.0, 3.0, 0.0], v_start=[3.0 * RADIUS, 0.0, 0.0]
    )
    model.contact = RollingDisk(model.world.frame_b, model.disk.frame_a, radius=RADIUS)
    instance = Instance(compile_problem(model))
    instance.initialize()
    instance.outputs()
    assert [found.shape[1] for found in instance.free_motions()] == [5, 3]
