"""A box that stands on rigid corners and is pushed along the ground: it stands below friction, and slides beyond it, by closed form."""

from __future__ import annotations

import numpy as np
import pytest
from scipy.integrate import solve_ivp

from mbfmu import Body, BoxSurface, Contact, FreeMotion, Model, PlaneSurface, World, WorldForce, compile_problem
from mbfmu.engine.instance import Instance
from mbfmu.problem.mechanism.mechanics import compile_model

from ...derivatives_of_rates import assert_derivatives_of_rates
from ...running import Running
from ...tolerances import INTEGRATION, ROUNDOFF

M, MU, G = 2.0, 0.5, 9.81  # kg, 1, m/s2
SIZE, I_Z = (0.4, 0.3, 0.1), 0.04  # m, kg.m2


def pushed(height: float = 0.0) -> Model:
    """The push acts below the centre, at a height over the ground: in its plane it loads no corner."""
    model = Model("Push")
    model.world, model.body = World(g=G), Body(m=M, I=[0.02, 0.03, I_Z])
    model.free = FreeMotion(model.world.frame_b, model.body.frame_a, r_start=[0, 0, 0.05])
    model.box, model.ground = BoxSurface(size=SIZE), PlaneSurface()
    model.contact = Contact(model.body.frame_a, model.world.frame_b, model.box, model.ground, friction="coulomb", mu=MU)
    model.push = WorldForce(model.body.at([0, 0, height - 0.05]))
    model.expose(inputs={"push": model.push.f}, outputs={"v": model.free.v, "w": model.free.w})
    return model


@pytest.mark.parametrize("angle", [0.0, 0.6, np.pi / 4, np.pi / 2, 4.0])
def test_it_slides_by_what_friction_leaves(angle: float):
    """Also where two corners bear all: those that bear nothing hold nothing, and begin to slide with the others."""
    problem, along = compile_problem(pushed()), np.array([np.cos(angle), np.sin(angle), 0.0])
    for force in (1.0, 9.0, 9.7, 9.9, 15.0):
        instance = Instance(problem)
        instance.set("push", force * along)
        instance.initialize()
        instance.advance(0.01, 1e-9)
        instance.outputs()
        expected = max(force / M - MU * G, 0.0) * 0.01 * along
        np.testing.assert_allclose(instance.get("v"), expected, rtol=0.0, atol=ROUNDOFF if force < MU * M * G else INTEGRATION)


def test_boxes_beside_each_other_share_loads_apart():
    """The first as if it were alone, the second stands."""
    alone = pushed()
    alone.second = Body(m=M, I=[0.02, 0.03, I_Z])
    alone.free_2 = FreeMotion(alone.world.frame_b, alone.second.frame_a, r_start=[0, 2.0, 0.05])
    alone.contact_2 = Contact(alone.second.frame_a, alone.world.frame_b, alone.box, alone.ground, friction="coulomb", mu=MU)
    alone.expose(outputs={"r_2": alone.free_2.r})
    instance = Instance(compile_problem(alone))
    instance.set("push", [12.0, 9.0, 0.0])
    instance.initialize()
    instance.advance(0.1, 1e-9)
    instance.outputs()
    expected = (15.0 / M - MU * G) * 0.1 * np.array([0.8, 0.6, 0.0])
    np.testing.assert_allclose(instance.get("v"), expected, rtol=0.0, atol=INTEGRATION)
    np.testing.assert_allclose(instance.get("r_2"), [0.0, 2.0, 0.05], rtol=0.0, atol=ROUNDOFF)


@pytest.mark.parametrize("angle", [0.0, 0.6])
def test_a_growing_push_moves_it_where_friction_ends(angle: float):
    instance, along = Instance(compile_problem(pushed())), np.array([np.cos(angle), np.sin(angle), 0.0])
    instance.follow(lambda t: instance.set("push", (9.0 + 20.0 * t) * along), np.inf)
    instance.set("push", 9.0 * along)
    instance.initialize()
    instance.advance(0.5, 1e-9)
    instance.outputs()
    sliding = 0.5 - (MU * M * G - 9.0) / 20.0  # s
    np.testing.assert_allclose(instance.get("v"), 0.5 * (20.0 / M) * sliding**2 * along, rtol=0.0, atol=INTEGRATION)


def rates(x: np.ndarray, F: np.ndarray, height: float) -> np.ndarray:
    """Of r, angle, v and w of the box that slides on all corners, pushed by F at a height: loads of least squares are linear in the place."""
    corners = np.array([[i * SIZE[0], j * SIZE[1]] for i in (-0.5, 0.5) for j in (-0.5, 0.5)])
    c, s, h = np.cos(x[2]), np.sin(x[2]), SIZE[2] / 2
    r = corners @ np.array([[c, s], [-s, c]])
    v = x[3:5] + x[5] * np.stack([-r[:, 1], r[:, 0]], axis=1)
    d = v / np.linalg.norm(v, axis=1)[:, None]
    linear = np.column_stack([np.ones(4), r])
    balance = np.stack([linear.sum(0), (r[:, 1] - MU * h * d[:, 1]) @ linear, (r[:, 0] - MU * h * d[:, 0]) @ linear])
    N = linear @ np.linalg.solve(balance, [M * G, (height - h) * F[1], (height - h) * F[0]])
    f = -MU * N[:, None] * d
    return np.array([*x[3:], *(F + f.sum(0)) / M, (r[:, 0] @ f[:, 1] - r[:, 1] @ f[:, 0]) / I_Z])


@pytest.mark.parametrize("push", [(0.0, 0.0), (6.0, 3.0)])
def test_corners_bear_by_least_squares_while_it_spins_and_slides(push: tuple[float, float]):
    """Four corners under a spinning box brake its spin as four loads do, not as two diagonal ones."""
    model = pushed()
    model.free.v_start, model.free.w_start = [1.0, 0.4, 0.0], [0.0, 0.0, 3.0]
    instance = Instance(compile_problem(model))
    instance.set("push", [*push, 0.0])
    instance.initialize()
    instance.advance(0.15, 1e-10)
    instance.outputs()
    start = [0.0, 0.0, 0.0, 1.0, 0.4, 3.0]
    expected = solve_ivp(lambda t, x: rates(x, np.array(push), 0.0), (0.0, 0.15), start, method="DOP853", rtol=1e-11, atol=1e-13).y[:, -1]
    np.testing.assert_allclose([*instance.get("v")[:2], instance.get("w")[2]], expected[3:], rtol=0.0, atol=INTEGRATION)


@pytest.mark.parametrize("turn", [10.0, 60.0])
def test_a_push_that_turns_does_not_turn_the_box(turn: float):
    """At the height of its centre: loads differ along the motion only."""
    instance = Instance(compile_problem(pushed(SIZE[2] / 2)))

    def push(t: float) -> np.ndarray:
        return (9.0 + 20.0 * t) * np.array([np.cos(turn * t), np.sin(turn * t), 0.0])

    instance.follow(lambda t: instance.set("push", push(t)), np.inf)
    instance.set("push", push(0.0))
    instance.initialize()
    instance.advance(0.1, 1e-9)
    instance.outputs()
    assert np.abs(instance.get("w")).max() < ROUNDOFF
    assert np.linalg.norm(instance.get("v")) > 1e-3


@pytest.mark.parametrize("formulation", ["articulated_body", "kane"])
def test_derivatives_see_how_corners_share(formulation: str):
    """Tangents against central differences, adjoints against tangents, while the box spins and slides."""
    model = pushed()
    model.free.v_start, model.free.w_start = [1.0, 0.4, 0.0], [0.0, 0.0, 3.0]
    running = Running(compile_model(model, formulation))
    running.advance(0.02, 1e-9)
    assert_derivatives_of_rates(running, 0.02, 1e-4)
