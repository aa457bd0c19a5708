"""Trees in absolute coordinates: the same bodies at the same places."""

import numpy as np
import pytest
from scipy.spatial.transform import Rotation

from mbfmu import Body, Fixed, FixedTranslation, FreeMotion, Model, Prismatic, Revolute, World
from mbfmu.mechanics.topology import absolute_coordinate_tree, build_tree
from mbfmu.model.declare.frame import Frame
from mbfmu.model.elements.joints import Cylindrical, Planar, QuaternionCoordinates, Spherical, Universal
from mbfmu.model.elements.sensors import JointReaction

from ...motion_of_trees import at_rest
from ...random_loops import random_mechanism
from ...tolerances import ROUNDOFF

KINDS = (Revolute, Prismatic, Universal, Cylindrical, Planar, Spherical, FreeMotion, Revolute, Revolute, Fixed)


@pytest.mark.parametrize("free", [FreeMotion, QuaternionCoordinates])
@pytest.mark.parametrize("seed", range(3))
def test_bodies_stand_where_they_stood(free, seed):
    rng = np.random.default_rng(seed)
    mechanism = random_mechanism(rng, rng.permutation(KINDS), [Spherical])
    tree = mechanism.tree
    parts = [Frame(part) for part in tree.place]
    before = at_rest(tree, mechanism.q, parts)
    loose = absolute_coordinate_tree(tree, free)
    poses = at_rest(tree, mechanism.q, [body.outboard for body in loose.bodies])
    against = at_rest(tree, mechanism.q, [body.inboard for body in loose.bodies])
    q = []
    for frame, world in zip(poses, against):
        q += [*(world.R.T @ (frame.r - world.r)), *Rotation.from_matrix(world.R.T @ frame.R).as_quat()]
    after = at_rest(loose, np.array(q), parts)
    for a, b in zip(before, after):
        assert np.abs(a.R - b.R).max() < ROUNDOFF and np.abs(a.r - b.r).max() < ROUNDOFF
    assert loose.lower == (0,) * len(tree.bodies) and loose.place is tree.place
    joints = [body.joint for body in tree.bodies if body.joint not in [b.joint for b in loose.bodies]]
    assert [cut.joint for cut in loose.cuts] == [*joints, *(cut.joint for cut in tree.cuts)]


@pytest.fixture
def model():
    model = Model("Cart")
    model.world, model.cart, model.rod, model.bob = World(), Body(m=1.0, I=1.0), FixedTranslation(r=[1, 0, 0]), Body(m=1.0, I=1.0)
    model.rail = Prismatic(model.world.frame_b, model.cart.at([1, 0, 0]))
    model.hinge = Revolute(model.rod.frame_a, model.cart.frame_a)
    model.bolt = Fixed(model.rod.frame_b, model.bob.frame_a)
    return model


def test_free_joints_bear_the_names_of_first_parts(model):
    tree = absolute_coordinate_tree(build_tree(model), FreeMotion)
    assert [body.name for body in tree.bodies] == ["cart", "rod"]
    assert [(cut.name, tree.loop(cut)) for cut in tree.cuts] == [("rail", (1,)), ("hinge", (1, 2))]
    assert [(weld.known.part, weld.new.part) for weld in tree.bodies[1].welds] == [(model.rod, model.bob)]


def test_fixed_joints_that_somebody_looks_at_hold_free_bodies(model):
    model.gauge = JointReaction(model.bolt)
    tree = absolute_coordinate_tree(build_tree(model), FreeMotion)
    assert [cut.joint for cut in tree.cuts] == [model.rail, model.hinge, model.bolt]


def test_free_bodies_stay_as_they_are():
    model = Model("Free")
    model.world, model.a, model.b, model.c = World(), *(Body(m=1.0, I=1.0) for _ in range(3))
    model.float_a = FreeMotion(model.world.at([1, 0, 0]), model.a.at([0, 1, 0]))
    model.float_b = QuaternionCoordinates(model.world.frame_b, model.b.frame_a)
    model.float_c = FreeMotion(model.b.frame_a, model.c.frame_a)
    tree = build_tree(model)
    assert [body.name for body in absolute_coordinate_tree(tree, FreeMotion).bodies] == ["float_a", "float_b", "c"]
    assert [body.name for body in absolute_coordinate_tree(tree, QuaternionCoordinates).bodies] == ["a", "float_b", "c"]
    assert [cut.name for cut in absolute_coordinate_tree(tree, QuaternionCoordinates).cuts] == ["float_a", "float_c"]
