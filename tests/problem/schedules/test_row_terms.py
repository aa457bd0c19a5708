"""Rows of constraints that the tree's joints already fulfil are roundoff, and take no freedom away."""

import numpy as np
import pytest

from mbfmu import (
    Body,
    Cylindrical,
    Model,
    Posture,
    Revolute,
    Spherical,
    World,
    linearize,
    simulate,
)
from mbfmu.base.errors import StepFailed
from mbfmu.problem.mechanism.mechanics import compile_model
from mbfmu.problem.schedules.schedules import FORMULATIONS

from ...running import Running
from ...tolerances import BALANCE, INTEGRATION, MISFIT, ROUNDOFF
from ..rails import LAID, SECOND, G, acceleration, energy, rails, watched

OTHERS = [name for name in FORMULATIONS if name not in ("articulated_body", "kane")]
SLOW = [pytest.param(second, other, marks=pytest.mark.slow) for second in SECOND for other in OTHERS]


def starting(model: Model, formulation: str) -> Running:
    model.expose(outputs={"a": model.rail.a})
    running = Running(compile_model(model, formulation))
    running.outputs()
    return running


@pytest.mark.parametrize(("second", "formulation"), [*((second, name) for second in SECOND for name in ("articulated_body", "kane")), *SLOW])
def test_a_second_parallel_rail_changes_nothing(second, formulation):
    """The acceleration is that of Newton's and Euler's equations of both bodies, by least squares."""
    assert acceleration(second=True) == pytest.approx(acceleration(second=False), rel=ROUNDOFF)
    assert starting(rails(second), formulation).get("a") == pytest.approx(acceleration(second=True), rel=BALANCE)


@pytest.mark.parametrize("formulation", ["articulated_body", *(pytest.param(name, marks=pytest.mark.slow) for name in ("kane", *OTHERS))])
@pytest.mark.parametrize("second", SECOND)
def test_nor_where_what_they_hang_on_falls(second, formulation):
    one, two = (starting(rails(also, floating=True), formulation).get("a") for also in (None, second))
    assert two == pytest.approx(one, rel=BALANCE)


@pytest.mark.parametrize("second", SECOND)
def test_energy_is_kept_on_two_rails(second):
    """T + V of the two bodies, of their poses and velocities alone."""
    found = energy(simulate(watched(rails(second)), stop_time=0.4, interval=0.04, rtol=1e-9))
    assert found == pytest.approx(found[0], rel=0, abs=INTEGRATION)


@pytest.mark.parametrize("second", ["Prismatic", "KnifeEdge"])
def test_linear_systems_and_postures_have_all_freedoms(second):
    model = rails(second)
    assert linearize(model).A.shape == (8, 8)
    assert Posture(model).v.shape == (4,)


@pytest.mark.parametrize("second", ["Prismatic", "PointOnLine"])
def test_parameters_of_eight_digits_are_parallel(second):
    """A second rail that is put a hundredth of a micrometre off, and as little askew, is redundant as well."""
    assert starting(rails(second, high=1e-8, askew=1e-8), "articulated_body").get("a") == pytest.approx(acceleration(second=False), rel=MISFIT)


@pytest.mark.parametrize("second", ["Planar", "PointOnPlane"])
def test_a_rail_that_does_not_fit_is_refused_by_name(second):
    with pytest.raises(StepFailed, match=r"second.* remain"):
        Running(compile_model(rails(second, high=0.01)))


@pytest.mark.parametrize("kind", [Revolute, Cylindrical, Spherical])
@pytest.mark.parametrize("place", [0.0, 1e4])
@pytest.mark.parametrize("origin", [0.0, 100.0])
def test_a_door_on_two_hinges_turns(kind, place, origin):
    """Also far from the origin of the world, and of its own frame: the acceleration of a compound pendulum about a tilted axis."""
    n, arm, inertia, m = LAID @ [0.0, 0.0, 1.0], np.array([0.4, 0.1, 0.3]), np.array([2.0, 3.0, 1.5]), 20.0
    foot = np.array([place, -0.3 * place, 0.2 * place])
    own = np.array([origin, 0.0, 0.0])
    model = Model("Door")
    model.world = World(g=G)
    model.door = Body(m=m, r_CM=own + arm, I=inertia)
    model.low = Revolute(model.world.at(foot), model.door.at(own), n=n)
    model.high = kind(model.world.at(foot + n), model.door.at(own + n), **({} if kind is Spherical else {"n": n}))
    about_axis = n @ (np.diag(inertia) + m * (arm @ arm * np.eye(3) - np.outer(arm, arm))) @ n
    expected = n @ np.cross(arm, [0.0, 0.0, -m * G]) / about_axis
    assert Running(compile_model(model)).buffers["x_dot"][1] == pytest.approx(expected, rel=BALANCE)
