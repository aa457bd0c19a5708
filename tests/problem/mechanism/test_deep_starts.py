"""Compliant contacts that begin deep inside each other are told; those that rest, or press as a gripper does, are not."""

import warnings

import pytest

from mbfmu import Body, BoxSurface, FreeMotion, HuntCrossleyContact, Model, PlaneSurface, SphereSurface, World
from mbfmu.problem.mechanism.mechanics import compile_model


def ball(height, surface=None):
    model = Model("Ball")
    model.world, model.ball = World(g=9.81), Body(m=1.0, I=[0.01, 0.01, 0.01])
    model.free = FreeMotion(model.world.frame_b, model.ball.frame_a, r_start=[0, 0, height])
    model.round, model.ground = surface or SphereSurface(radius=0.1), PlaneSurface()
    model.contact = HuntCrossleyContact(model.ball.frame_a, model.world.frame_b, model.round, model.ground, c=1e5, n=1.0)
    return model


@pytest.mark.parametrize(("height", "surface", "depth"), [(-1.0, None, "1.1"), (0.0, BoxSurface(size=[0.4, 0.3, 0.2]), "0.1")])
def test_the_depth_is_told_with_force_and_weight(height, surface, depth):
    with pytest.warns(UserWarning, match=f"contact: round on ball's frame begins {depth} m inside ground .* N, .* weighs 9.81 N"):
        compile_model(ball(height, surface))


def test_two_bodies_inside_each_other_are_told():
    model = ball(0.1)
    model.block, model.faces = Body(m=0.5, I=[1.0, 1.0, 1.0]), BoxSurface(size=[0.2, 0.2, 0.2])
    model.drift = FreeMotion(model.world.frame_b, model.block.frame_a, r_start=[0.05, 0.0, 0.1])
    model.both = HuntCrossleyContact(model.ball.frame_a, model.block.frame_a, model.round, model.faces, c=1e6)
    with pytest.warns(UserWarning, match="both: round on ball's frame begins 0.15 m inside faces on block's frame: .* weighs 4.91 N"):
        compile_model(model)


@pytest.mark.parametrize("height", [0.1 - 9.81e-5, 0.085, 0.3])
def test_what_rests_presses_or_flies_is_not_told(height):
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        compile_model(ball(height))
